package org.shmem4j.stress.bench;

import java.util.Arrays;
import java.util.stream.LongStream;

/** The sizes in bytes of the cells, and how many operations make a timed batch: as in bench.h. */
final class Sizes {
  static final int LARGEST = 16 << 20;

  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final int[] LATENCY = {8, 64, KIB, 4 * KIB, 64 * KIB, MIB};

  private Sizes() {}

  /** Sizes of ping-pongs and of put and get latencies. */
  static int[] latency() {
    return LATENCY.clone();
  }

  /** Sizes that between them take every way through a copy, and are quick. */
  static int[] warmUp() {
    return new int[] {8, 64, KIB, 4 * KIB};
  }

  /** Sizes of put and get bandwidths: powers of two, in a short run a few of them. */
  static int[] bandwidth(boolean brief) {
    LongStream sizes =
        brief
            ? LongStream.concat(Arrays.stream(LATENCY).asLongStream(), LongStream.of(LARGEST))
            : LongStream.iterate(8, size -> size <= LARGEST, size -> size * 2);
    return sizes.mapToInt(Math::toIntExact).toArray();
  }

  /** Rounds per timed batch of a ping-pong. */
  static int latencyBatch(int bytes) {
    return bytes >= MIB ? 4 : bytes >= 64 * KIB ? 20 : 200;
  }

  /** Timed batches of a ping-pong; both sides count the same, so no clock decides. */
  static int latencyBatches(int bytes, boolean brief) {
    int batches = bytes >= MIB ? 200 : bytes >= 64 * KIB ? 500 : 2000;
    return brief ? batches / 5 : batches;
  }

  /** Copies per timed batch of a one-sided latency cell. */
  static int copyBatch(int bytes) {
    return bytes >= MIB ? 4 : bytes >= 64 * KIB ? 20 : 1000;
  }

  /** Copies per timed batch of a bandwidth cell: 8 MiB, but no more than 4,096 copies. */
  static int bandwidthBatch(int bytes) {
    return Math.clamp(8L * MIB / bytes, 1, 4096);
  }
}
