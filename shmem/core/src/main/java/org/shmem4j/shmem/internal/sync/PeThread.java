package org.shmem4j.shmem.internal.sync;

import java.util.concurrent.ForkJoinWorkerThread;

/** The thread of a PE that is one, and who else in this JVM could act for a PE. */
public final class PeThread extends Thread {
  /** What a PE tells the others in finalize if no other thread could act for it. */
  public static final long ALONE = 1;

  /** The group of the JDK's own helpers, such as those that run cleaners and reap processes. */
  private static final String HELPERS = "InnocuousThreadGroup";

  /** One of the JDK's helpers, which is there once a program has made a virtual thread wait. */
  private static final String OF_VIRTUAL_THREADS = "VirtualThread-";

  /** Creates a PE's thread. */
  public PeThread(int pe, Runnable body) {
    super(body, "pe-" + pe);
  }

  /**
   * Whether no other thread of this JVM could act for the calling thread's PE. In doubt it is not
   * alone: threads of pools and those that carry virtual threads count. For a PE that is a thread
   * others count only if they have been started since: who started the job is among the older.
   */
  public static boolean isAlone() {
    Thread self = currentThread();
    if (self.isVirtual()) {
      return false;
    }
    ThreadGroup root = self.getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[2 * root.activeCount() + 8];
    int count = root.enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (mayAct(threads[i], self, root)) {
        return false;
      }
    }
    return count < threads.length;
  }

  private static boolean mayAct(Thread other, Thread self, ThreadGroup root) {
    ThreadGroup group = other.getThreadGroup();
    if (other == self || group == null || group.equals(root)) {
      return false;
    }
    if (group.getName().equals(HELPERS)) {
      return other.getState() == State.RUNNABLE || other.getName().startsWith(OF_VIRTUAL_THREADS);
    }
    return !(self instanceof PeThread)
        || other instanceof ForkJoinWorkerThread
        || (!(other instanceof PeThread) && other.threadId() > self.threadId());
  }
}
