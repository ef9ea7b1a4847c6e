package org.shmem4j.shmem.internal.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Sees loads, stores, atomics, copies and fences, for tests and for a simulator.
 *
 * <p>x86 hides a wrong mode or a missing fence from every test that looks at results only, so a
 * test looks at the order and mode of the accesses themselves. Off unless {@code
 * -Dshmem4j.trace.memory=true}; a simulator listens instead, with {@code -Dshmem4j.simulated=true}.
 * Otherwise the constants below are false and nothing is compiled in.
 */
public final class Tracer {
  private static final boolean ON = Boolean.getBoolean("shmem4j.trace.memory");
  private static final boolean SIMULATED = Boolean.getBoolean("shmem4j.simulated");
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

  /** Is told of each access, by the thread that makes it and before it does. */
  public interface Listener {
    /** A load; {@code acquires} says whether it is one that sees what a release published. */
    void loads(long address, long bytes, boolean acquires);

    /** A store or an atomic. */
    void stores(long address, long bytes);

    /** The time by which waits of the calling thread end. */
    long now();
  }

  private static Listener listener;

  private Tracer() {}

  /** Whether this JVM was started so that somebody can {@link #listen}. */
  public static boolean isSimulated() {
    return SIMULATED;
  }

  /** Has a simulator's only thread listen; null for no longer. */
  public static void listen(Listener next) {
    listener = next;
  }

  /** The clock of deadlines: {@link System#nanoTime()}, or in a simulation the simulator's. */
  public static long nanoTime() {
    return SIMULATED && listener != null ? listener.now() : System.nanoTime();
  }

  static void load(String mode, long bytes, long address) {
    if (ON || SIMULATED) {
      loaded(mode, bytes, address);
    }
  }

  static void record(String mode, long bytes, long address) {
    if (ON || SIMULATED) {
      recorded(mode, bytes, address);
    }
  }

  /** Records a load, once if it is made again and again. */
  private static void loaded(String mode, long bytes, long address) {
    if (listener != null) {
      listener.loads(address, bytes, mode.equals("getAcquire"));
    }
    if (ON) {
      List<Access> accesses = ACCESSES.get();
      Access load = new Access(mode, bytes, address);
      if (accesses.isEmpty() || !accesses.getLast().equals(load)) {
        accesses.add(load);
      }
    }
  }

  private static void recorded(String mode, long bytes, long address) {
    if (listener != null && bytes > 0) {
      listener.stores(address, bytes);
    }
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
