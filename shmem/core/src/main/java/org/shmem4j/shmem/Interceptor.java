package org.shmem4j.shmem;

/**
 * Is told of each operation of a PE, for counting, timing and tracing: the standard's profiling
 * interface (OpenSHMEM 1.6, Profiling Interface), without renamed routines.
 *
 * <p>The setting {@code shmem4j.interceptor} names a class with a public constructor without
 * parameters; each PE makes one when it joins. Without the setting nothing is in the operations'
 * way. Methods are called by the thread that calls the operation, and must call none themselves.
 * What they throw reaches the caller.
 *
 * <p>Loads and stores of the own copy, {@code test} and {@code fetch} are no such operations. A put
 * to oneself is one. A strided put or get is told for each of its blocks.
 */
public interface Interceptor {
  /** What a PE does. */
  enum Operation {
    /** A copy to a PE; its bytes. */
    PUT,
    /** A copy from a PE; its bytes. */
    GET,
    /** A store of one element. */
    P,
    /** A load of one element. */
    G,
    /** A copy to a PE that changes a signal; the bytes of the copy. */
    PUT_SIGNAL,
    /** A change of a signal. */
    SIGNAL,
    /** An atomic. */
    ATOMIC,
    /** A fence, for one PE or for all. */
    FENCE,
    /** A quiet, for one PE or for all; not what is part of a collective. */
    QUIET,
    /** A wait for a cell or for several; their bytes. */
    WAIT,
    /** {@link Shmem#barrierAll} or {@link Team#barrier}. */
    BARRIER,
    /** {@link Shmem#syncAll} or {@link Team#sync}. */
    SYNC,
    /** A meeting of PEs to allocate, free, or realloc, which takes several. */
    ALLOCATION,
    /** A meeting of PEs to make or destroy a team, which takes two. */
    TEAM,
    /** A collective of a layer above, besides the operations that it is made of. */
    COLLECTIVE,
    /** Leaving the job. */
    FINALIZE
  }

  /** In place of a PE: none, or all. */
  int NO_PE = -1;

  /** The PE has joined. */
  default void joined(Shmem shmem) {}

  /**
   * An operation begins. It ends when its call returns, also if that does not wait for it.
   *
   * @param pe the other PE, in the job's numbers, or {@link #NO_PE}
   * @param bytes how many it moves; 0 if it moves none
   * @return what {@link #ends} is to be given, such as a time
   */
  default long begins(Operation operation, int pe, long bytes) {
    return 0;
  }

  /** An operation ends, well or not. */
  default void ends(Operation operation, int pe, long bytes, long begun) {}

  /** The program says how much it wants to be told (shmem_pcontrol). */
  default void control(int level) {}

  /** The PE has left the job, together with all. */
  default void left() {}
}
