package org.shmem4j.launcher.internal;

import java.util.Arrays;

/**
 * Makes whole, tagged lines of what one rank writes to one stream. Memory is bounded: a line longer
 * than the limit is broken.
 */
final class LineAssembler {
  private static final byte[] LINE_FEED = {'\n'};

  private final byte[] tag;
  private final int limit;
  private final OutputSink sink;

  /** Whole lines that are ready, then the open line. */
  private byte[] batch = new byte[8192];

  private int length;

  private boolean lineOpen;

  /** Where the open line, with its tag, begins in the batch. */
  private int openFrom;

  /** Bytes of the open line so far, without its tag. */
  private int openBytes;

  /** Whether the batch goes on with a half line that the sink has already. */
  private boolean continues;

  private long lastInput;

  /**
   * Creates an assembler.
   *
   * @param tag what each line begins with; may be empty
   * @param limit the longest line in bytes, without its tag and line feed
   */
  LineAssembler(byte[] tag, int limit, OutputSink sink) {
    this.tag = tag.clone();
    this.limit = limit;
    this.sink = sink;
  }

  byte[] tag() {
    return tag;
  }

  /** Takes bytes of the rank; every line that they complete is written at once. */
  synchronized void accept(byte[] bytes, int count) {
    lastInput = System.nanoTime();
    int from = 0;
    while (from < count) {
      int room = limit - openBytes;
      int end = indexOfLineFeed(bytes, from, Math.min(count, from + room + 1));
      int taken = end >= 0 ? end - from : Math.min(count - from, room);
      append(bytes, from, taken);
      from += taken;
      if (end >= 0) {
        from++;
        endLine();
      } else if (from < count) {
        endLine();
      }
    }
    writeWholeLines();
  }

  /** Writes a half line if nothing was added to it since {@code idleNanos}. */
  synchronized void flushIfIdle(long now, long idleNanos) {
    if (length > 0 && now - lastInput >= idleNanos) {
      sink.write(this, continues, batch, length);
      continues = true;
      length = 0;
      openFrom = 0;
    }
  }

  /** The stream is at its end: a half line becomes a whole one. */
  synchronized void end() {
    if (lineOpen) {
      endLine();
      writeWholeLines();
    }
  }

  private static int indexOfLineFeed(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void append(byte[] bytes, int from, int count) {
    if (!lineOpen) {
      lineOpen = true;
      openFrom = length;
      openBytes = 0;
      put(tag, 0, tag.length);
    }
    put(bytes, from, count);
    openBytes += count;
  }

  private void put(byte[] bytes, int from, int count) {
    if (length + count > batch.length) {
      batch = Arrays.copyOf(batch, Math.max(length + count, 2 * batch.length));
    }
    System.arraycopy(bytes, from, batch, length, count);
    length += count;
  }

  private void endLine() {
    put(LINE_FEED, 0, 1);
    lineOpen = false;
    openBytes = 0;
  }

  /** Hands on all but the open line. */
  private void writeWholeLines() {
    int whole = lineOpen ? openFrom : length;
    if (whole == 0) {
      return;
    }
    sink.write(this, continues, batch, whole);
    System.arraycopy(batch, whole, batch, 0, length - whole);
    length -= whole;
    openFrom = 0;
    continues = false;
  }
}
