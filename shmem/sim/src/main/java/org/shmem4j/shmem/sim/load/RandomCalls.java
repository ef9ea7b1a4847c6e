package org.shmem4j.shmem.sim.load;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Methods that come instead of those of the JDK that give random numbers. */
public final class RandomCalls {
  private static final long VERSION_BITS = 0xF000L;
  private static final long VERSION_4 = 0x4000L;
  private static final int VARIANT_SHIFT = 2;
  private static final long VARIANT_2 = 1L << 63;

  private RandomCalls() {}

  /** Instead of {@link Math#random()}. */
  public static double random() {
    return Hooks.generator(ThreadLocalRandom.current()).nextDouble();
  }

  /** Instead of {@link UUID#randomUUID()}. */
  public static UUID randomUUID() {
    Environment environment = Hooks.environment();
    if (environment == null) {
      return UUID.randomUUID();
    }
    RandomGenerator random = environment.random();
    return new UUID(
        (random.nextLong() & ~VERSION_BITS) | VERSION_4,
        (random.nextLong() >>> VARIANT_SHIFT) | VARIANT_2);
  }

  /** Instead of {@link Collections#shuffle(List)}. */
  public static void shuffle(List<?> list) {
    Collections.shuffle(list, new Random(Hooks.seed()));
  }
}
