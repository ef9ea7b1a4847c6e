package org.shmem4j.stress.suites.programs;

import static org.shmem4j.stress.suites.programs.Check.equal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;

/** Offsets and lengths at which a 32-bit number ends. */
public final class BigHeap {
  private static final long[] PLACES = {
    (1L << 31) - 8, 1L << 31, (1L << 31) + 8, (1L << 32) - 8, 1L << 32, (1L << 32) + 16
  };

  private BigHeap() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      SymmetricBytes bytes = shmem.heap().malloc(ElementType.BYTE, (1L << 32) + (1 << 20));
      SymmetricLongs behind = shmem.longs(2);
      SymmetricInts ints = shmem.ints(2);
      Signal signal = shmem.signal();
      Check.that(behind.offset() > 1L << 32, "offset " + behind.offset());
      int right = (shmem.pe() + 1) % shmem.pes();
      byte[] block = new byte[24];
      java.util.Arrays.setAll(new Byte[24], i -> block[i] = (byte) (i + 1));
      for (long place : PLACES) {
        bytes.put(place - 40, block, 0, block.length, right);
        bytes.p(place - 1, (byte) 77, right);
        bytes.putSignal(place - 16, block, 0, 8, signal, SignalOp.ADD, 1, right);
        shmem.barrierAll();
        byte[] got = new byte[24];
        bytes.get(place - 40, got, 0, got.length, right);
        Check.that(java.util.Arrays.equals(block, got), "block at " + place);
        equal((byte) 77, bytes.g(place - 1, right), "byte before " + place);
        equal((byte) 8, bytes.at(place - 9), "byte of the put with signal");
        MemorySegment peer = bytes.segment(right).asSlice(place - 40, 8);
        equal((byte) 1, peer.get(ValueLayout.JAVA_BYTE, 0), "peer's segment");
        shmem.barrierAll();
      }
      equal((long) PLACES.length, signal.waitUntil(Compare.GE, PLACES.length), "signal");
      behind.atomicAdd(1, 5, 0);
      ints.atomicInc(1, 0);
      shmem.barrierAll();
      equal(5L * shmem.pes(), behind.atomicFetch(1, 0), "atomics on longs");
      equal(shmem.pes(), ints.atomicFetch(1, 0), "atomics on ints");
      System.out.println("well");
    });
  }
}
