package org.shmem4j.junit.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.shmem4j.shmem.Shmem;

/** The JVM of a PE that is a process. */
final class PeMain {
  private static final int FAILED = 1;

  private final Path folder;
  private final int pe;
  private final Thread main = Thread.currentThread();
  private Thrown failure;
  private Instant failedAt;
  private boolean answered;

  private PeMain(Path folder, int pe) {
    this.folder = folder;
    this.pe = pe;
  }

  /** Runs one PE: the folder of the order and the answers, the PE's number. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    new PeMain(folder, Integer.parseInt(args[1])).run(Order.read(folder));
  }

  private void run(Order order) throws IOException {
    Child.begin(order, () -> answer(Late.at(main)));
    ClassLoader loader = PeMain.class.getClassLoader();
    try {
      PeTest.run(order.script(), Shmem.init(), loader, this::failed);
    } catch (Throwable e) {
      failed(e);
    }
    answer(null);
    // Without leaving the job if it has failed: the others then see that.
    Child.exit(failure == null ? 0 : FAILED);
  }

  private synchronized void failed(Throwable e) {
    if (failure == null) {
      failure = Thrown.of(e);
      failedAt = Instant.now();
    }
  }

  private synchronized void answer(Late late) throws IOException {
    if (!answered) {
      answered = true;
      new Answer(failure, failedAt, late).write(folder, pe);
    }
  }
}
