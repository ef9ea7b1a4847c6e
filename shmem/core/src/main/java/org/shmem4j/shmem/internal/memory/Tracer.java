package org.shmem4j.shmem.internal.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Records the order and mode of loads, stores, atomics, copies and fences for tests.
 *
 * <p>x86 hides a wrong mode or a missing fence from every test that looks at results only, so a
 * test looks at the accesses themselves. Off unless {@code -Dshmem4j.trace.memory=true}: then the
 * constant below is false and nothing is compiled in.
 */
public final class Tracer {
  private static final boolean ON = Boolean.getBoolean("shmem4j.trace.memory");
  private static final ThreadLocal<List<Access>> ACCESSES =
      ON ? ThreadLocal.withInitial(ArrayList::new) : null;

  /**
   * One access of the calling thread.
   *
   * @param mode the operation with its mode, as the method of {@link Memory} is called
   * @param bytes how many bytes it touched, 0 for a fence
   * @param address where, 0 for a fence
   */
  public record Access(String mode, long bytes, long address) {}

  private Tracer() {}

  /** Records a load, once if it is made again and again. */
  static void load(String mode, long bytes, long address) {
    if (ON) {
      List<Access> accesses = ACCESSES.get();
      Access load = new Access(mode, bytes, address);
      if (accesses.isEmpty() || !accesses.getLast().equals(load)) {
        accesses.add(load);
      }
    }
  }

  static void record(String mode, long bytes, long address) {
    if (ON) {
      ACCESSES.get().add(new Access(mode, bytes, address));
    }
  }

  static void recordLong(String mode, long address) {
    record(mode, Long.BYTES, address);
  }

  /** Whether this JVM records. */
  public static boolean isOn() {
    return ON;
  }

  /** Returns what the calling thread did since the last call, and forgets it. */
  public static List<Access> drain() {
    List<Access> drained = List.copyOf(ACCESSES.get());
    ACCESSES.get().clear();
    return drained;
  }
}
