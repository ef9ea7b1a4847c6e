package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.function.Executable;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** Jobs of threads for the tests of this package, and what their PEs tell each other. */
final class Jobs {
  /** Heap of a PE unless a test says otherwise. */
  static final long HEAP = 1 << 20;

  private Jobs() {}

  /** Runs a job whose waiters sleep if there are more than two. */
  static void run(int pes, ShmemProgram program) {
    run(pes, HEAP, program);
  }

  static void run(int pes, long heapBytes, ShmemProgram program) {
    Shmem.threads(spec(pes, heapBytes), program);
  }

  static JobSpec spec(int pes, long heapBytes) {
    return new JobSpec(pes, heapBytes, HeapBacking.MAPPED, true, pes > 2);
  }

  /** As {@link #run(int, ShmemProgram)}, with waiters that sleep: for programs that meet often. */
  static void runSleeping(int pes, ShmemProgram program) {
    Shmem.threads(new JobSpec(pes, HEAP, HeapBacking.MAPPED, true, true), program);
  }

  static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  static int left(Shmem shmem) {
    return (shmem.pe() + shmem.pes() - 1) % shmem.pes();
  }

  /** Texts that the PEs of one job, which are threads, compare. */
  static final class Texts {
    private final AtomicReferenceArray<String> texts;

    Texts(int pes) {
      this.texts = new AtomicReferenceArray<>(pes);
    }

    /** Every PE's call must throw this, all with the same text. Collective; returns the text. */
    <E extends Throwable> String assertAllThrow(Shmem shmem, Class<E> type, Executable call) {
      String text = assertThrows(type, call).getMessage();
      texts.set(shmem.pe(), text);
      shmem.barrierAll();
      for (int pe = 0; pe < shmem.pes(); pe++) {
        assertEquals(text, texts.get(pe), "PE " + pe + " and PE " + shmem.pe());
      }
      shmem.barrierAll();
      return text;
    }
  }

  /** Runs a program in a thread that a PE starts; its failure is thrown by {@link #join}. */
  static final class Helper {
    private final Thread thread;
    private Throwable failure;

    Helper(Executable program) {
      this.thread =
          new Thread(() -> {
            try {
              program.execute();
            } catch (Throwable e) {
              failure = e;
            }
          });
      thread.start();
    }

    void join() throws InterruptedException {
      thread.join();
      if (failure != null) {
        throw new AssertionError("a thread of a PE failed", failure);
      }
    }
  }
}
