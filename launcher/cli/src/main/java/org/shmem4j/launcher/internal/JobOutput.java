package org.shmem4j.launcher.internal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** All ranks' output: standard output to the launcher's, standard error likewise. */
final class JobOutput {
  private static final int LONGEST_LINE = 1024 * 1024;
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final boolean tagged;
  private final OutputSink out;
  private final OutputSink err;
  private final List<OutputPump> pumps = new ArrayList<>();
  private final List<LineAssembler> onTerminal = new ArrayList<>();
  private final boolean terminal = isTerminal();
  private volatile boolean done;

  /**
   * Creates the outputs.
   *
   * @param tagged whether each line begins with its rank
   * @param onClosed is told when standard output can no longer be written
   */
  JobOutput(boolean tagged, Consumer<IOException> onClosed) {
    this.tagged = tagged;
    this.out = new OutputSink(new FileOutputStream(FileDescriptor.out), onClosed);
    this.err = new OutputSink(new FileOutputStream(FileDescriptor.err), failure -> {});
  }

  /** Begins to carry a rank's output. */
  void carry(int rank, Process process) {
    byte[] tag = (tagged ? rank + ": " : "").getBytes(StandardCharsets.US_ASCII);
    LineAssembler lines = new LineAssembler(tag, LONGEST_LINE, out);
    LineAssembler errors = new LineAssembler(tag, LONGEST_LINE, err);
    pumps.add(OutputPump.start("output of rank " + rank, process.getInputStream(), lines));
    pumps.add(OutputPump.start("errors of rank " + rank, process.getErrorStream(), errors));
    if (terminal) {
      onTerminal.add(lines);
    }
  }

  /** Where somebody looks on, shows half lines such as prompts after a moment. */
  void showHalfLines() {
    if (terminal) {
      Thread.ofPlatform().daemon().name("half lines").start(this::flushIdleLines);
    }
  }

  /**
   * Waits, after the last rank is gone, until everything that the ranks wrote is through.
   *
   * @return false if a process that a rank left behind still holds an output open
   */
  boolean awaitEnd() throws InterruptedException {
    long start = System.nanoTime();
    boolean ended = true;
    for (OutputPump pump : pumps) {
      ended &= pump.awaitEnd(start, SILENCE_NANOS);
    }
    done = true;
    return ended;
  }

  private void flushIdleLines() {
    try {
      while (!done) {
        Thread.sleep(50);
        long now = System.nanoTime();
        for (LineAssembler lines : onTerminal) {
          lines.flushIfIdle(now, IDLE_NANOS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return System.console().isTerminal();
    }
  }
}
