package org.shmem4j.shmem.sim.load;

import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/**
 * What a program's rewritten code asks, and tells, the simulator that it runs in. All methods but
 * {@link #isSimulated} and {@link #unchecked} are called on simulated threads only.
 */
public interface Environment {
  /** Whether the calling thread is one of the simulation; what others do is left to the JDK. */
  boolean isSimulated();

  /**
   * Comes before a plain load through any memory segment, also one that is not of a symmetric heap.
   * The range lies within the segment and is not empty.
   */
  void load(MemorySegment segment, long offset, long bytes);

  /** Comes before a plain store, see {@link #load}. */
  void store(MemorySegment segment, long offset, long bytes);

  /** Whether some of a segment is symmetric memory. */
  boolean isSymmetric(MemorySegment segment);

  /** The time for {@link System#nanoTime()}. */
  long nanoTime();

  /** The time for {@link System#currentTimeMillis()}. */
  long currentTimeMillis();

  /** Lets simulated time pass. */
  void sleep(long nanos);

  /** The thread waits by asking again and again: others should run. */
  void poll();

  /** What the program's end throws, see {@link System#exit}. */
  Error exit(int status);

  /** The source of all random numbers of the calling PE. */
  RandomGenerator random();

  /**
   * Starts a thread. It was never started for the JDK, and its body is {@link Thread#run()}.
   *
   * @throws IllegalThreadStateException if it has been started before
   */
  void start(Thread thread);

  /** Waits until a thread has ended, or for a time; false if the time was over before. */
  boolean join(Thread thread, long nanos);

  /** Whether a thread was started and has not ended. */
  boolean isAlive(Thread thread);

  /** The thread that was given to {@link #start} where its body runs. */
  default Thread currentThread() {
    return Thread.currentThread();
  }

  /**
   * The program does what the simulator neither sees nor decides. Said once for each place.
   *
   * @param where class, method, file and line, or the class alone
   * @param what what is done, and why it is not checked
   */
  void unchecked(String where, String what);
}
