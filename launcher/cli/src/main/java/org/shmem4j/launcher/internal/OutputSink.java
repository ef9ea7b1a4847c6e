package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * One of the launcher's own output streams, shared by all ranks. A line that is still open when
 * another rank writes is broken first, and its rest is tagged again.
 */
final class OutputSink {
  private final OutputStream out;
  private final Consumer<IOException> onFailure;
  private LineAssembler openLineOwner;
  private boolean failed;

  /**
   * Creates a sink.
   *
   * @param out where lines go; each call is written at once
   * @param onFailure is told once that nothing more can be written; later output is dropped
   */
  OutputSink(OutputStream out, Consumer<IOException> onFailure) {
    this.out = out;
    this.onFailure = onFailure;
  }

  /**
   * Writes whole lines, or the beginning or the rest of a line.
   *
   * @param owner whose lines they are
   * @param continues whether the text goes on with a line that {@code owner} left open
   */
  synchronized void write(LineAssembler owner, boolean continues, byte[] text, int length) {
    if (failed || length == 0) {
      return;
    }
    try {
      if (openLineOwner != null && openLineOwner != owner) {
        out.write('\n');
        openLineOwner = null;
      }
      if (continues && openLineOwner == null) {
        out.write(owner.tag());
      }
      out.write(text, 0, length);
      out.flush();
      openLineOwner = text[length - 1] == '\n' ? null : owner;
    } catch (IOException e) {
      failed = true;
      onFailure.accept(e);
    }
  }
}
