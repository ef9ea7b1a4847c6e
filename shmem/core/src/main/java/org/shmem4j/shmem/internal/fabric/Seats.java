package org.shmem4j.shmem.internal.fabric;

import java.lang.invoke.MethodHandles;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.internal.boot.Membership;

/** Lets who runs PEs that are threads make a thread one, though that is no part of the API. */
public final class Seats {
  private static volatile Taker taker;

  /** What {@link Shmem} knows how to do. */
  public interface Taker {
    /** Makes the calling thread a PE, and those that it starts from now on. */
    void take(Membership membership, Fabric fabric);
  }

  private Seats() {}

  /** Is told once, by {@link Shmem}. */
  public static void set(Taker theTaker) {
    taker = theTaker;
  }

  /** Makes the calling thread a PE, so that {@code Shmem.init()} in it joins its job. */
  public static void take(Membership membership, Fabric fabric) {
    try {
      MethodHandles.lookup().ensureInitialized(Shmem.class);
    } catch (IllegalAccessException e) {
      throw new LinkageError("a public class", e);
    }
    taker.take(membership, fabric);
  }
}
