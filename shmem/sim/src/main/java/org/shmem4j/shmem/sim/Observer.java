package org.shmem4j.shmem.sim;

import java.util.List;

/**
 * Is told what happens in a simulation, in its order; a {@code site} is what {@link #begins} has
 * returned for the operation. Does nothing with it.
 */
class Observer {
  /**
   * A task is about to make an operation; returns where it is in the program, or null.
   *
   * @param name as people call it
   */
  Object begins(Task task, Verb verb, String name, int pe, long offset, long bytes) {
    return null;
  }

  /** A stream puts something on its way; what is returned is told when it is delivered. */
  Object puts(int stream, int pe, long offset, long bytes, Object site) {
    return null;
  }

  /** A stream puts a single element on its way, which may be waited for. */
  Object stores(int stream, int pe, long offset, int width, Object site) {
    return null;
  }

  /**
   * A stream puts an update of a signal on its way.
   *
   * @param data what {@link #puts} has returned for its own data; null if it has none
   */
  Object signals(int stream, int pe, long offset, boolean adds, Object data, Object site) {
    return null;
  }

  /** A stream puts an atomic on its way. */
  Object atomicLater(int stream, int pe, long offset, int width, boolean writes, Object site) {
    return null;
  }

  /** What a method above has returned is in its target's memory. */
  void delivered(Object issued) {}

  /** Its PE has learnt that it is. */
  void completed(Object issued) {}

  /** A PE reads another's memory, or its own by an operation. */
  void reads(int self, int pe, long offset, long bytes, Object site) {}

  /** A PE loads from its own memory. */
  void loads(int pe, long offset, long bytes, Object site) {}

  /** A PE stores to its own memory. */
  void stores(int pe, long offset, long bytes, Object site) {}

  /** An atomic is done. */
  void atomic(
      int stream, int pe, long offset, int width, boolean writes, boolean replaces, Object site) {}

  /** A wait or test of a PE's own cell has succeeded. */
  void acquires(int pe, long offset, int width, Object site) {}

  /** A fence, for one PE or {@link Step#NO_PE}. */
  void fences(int stream, int pe) {}

  /** A quiet, for one PE or {@link Step#NO_PE}. */
  void quiets(int stream, int pe) {}

  /** A PE has come to a collective. */
  void arrives(Meeting meeting, int pe, Object site) {}

  /** A PE leaves a collective to which all have come. */
  void leaves(Meeting meeting, int pe) {}

  /** A context has been made, whose fences order its PE's plain stores or not. */
  void newStream(int stream, int pe, boolean ordersStores) {}

  /** What the program does here is not checked. */
  void unchecked(String where, String what) {}

  /** An object, a context or a team is there. */
  void opened(int pe, Object what) {}

  /** What was opened is a part of another object. */
  void isPart(Object what) {}

  /** It is no more; {@code inFinalize} if the program has not closed it itself. */
  void closed(int pe, Object what, boolean inFinalize) {}

  /** What a wait for EQ was to see has been there and is no more. */
  void overshot(Task task) {}

  /** A PE's program has thrown something. */
  void failed(int pe, Throwable thrown) {}

  /** A PE has ended the job, or left it without a finalize if the status is 0. */
  void exited(int pe, int status) {}

  /** Nobody can go on. */
  void deadlocked(List<Task> tasks) {}

  /** All look for something that nobody will do. */
  void polledForEver(List<Task> tasks) {}

  /** A task waits for something outside the simulation. */
  void goesOutside(Task task) {}

  /** Tasks wait for something outside the simulation, and it does not come. */
  void stuckOutside(List<Task> tasks) {}
}
