package org.shmem4j.shmem.sim;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Keeps what simulated PEs print; what others print goes where it always went. */
final class Output extends OutputStream {
  private static final int MOST_BYTES = 64 * 1024;

  private final PrintStream before;
  private final List<ByteArrayOutputStream> byPe = new ArrayList<>();
  private Scheduler scheduler;

  Output(PrintStream before, int pes) {
    this.before = before;
    for (int pe = 0; pe < pes; pe++) {
      byPe.add(new ByteArrayOutputStream());
    }
  }

  /** Is for the PEs of this one from now on. */
  void begin(Scheduler next) {
    scheduler = next;
    byPe.forEach(ByteArrayOutputStream::reset);
  }

  String text(int pe) {
    return byPe.get(pe).toString(StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    int pe = scheduler == null ? Step.NO_PE : scheduler.runningPe();
    if (pe == Step.NO_PE) {
      before.write(bytes, from, count);
    } else if (byPe.get(pe).size() < MOST_BYTES) {
      byPe.get(pe).write(bytes, from, count);
    }
  }
}
