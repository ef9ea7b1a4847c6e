package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Carries one stream of one rank to its assembler, on a thread of its own, until the end. */
final class OutputPump {
  private static final int CHUNK = 64 * 1024;
  private static final Duration STEP = Duration.ofMillis(20);
  private static final long WRITING = Long.MIN_VALUE;

  private final InputStream from;
  private final LineAssembler to;
  private final Thread thread;

  /** Since when the pump waits for the rank to write something, or {@link #WRITING}. */
  private volatile long readingSince = WRITING;

  private OutputPump(String name, InputStream from, LineAssembler to) {
    this.from = from;
    this.to = to;
    this.thread = Thread.ofPlatform().daemon().name(name).stackSize(64 * 1024).unstarted(this::run);
  }

  static OutputPump start(String name, InputStream from, LineAssembler to) {
    OutputPump pump = new OutputPump(name, from, to);
    pump.thread.start();
    return pump;
  }

  /**
   * Waits until the stream is at its end and all of it is written, however slow the reader is. A
   * process that a rank left behind may hold the stream open for ever: so waiting ends when nothing
   * came for {@code silenceNanos}, and then what is there of a half line is written.
   *
   * @param start when the last rank was gone; silence before does not count
   * @return whether the end came
   */
  boolean awaitEnd(long start, long silenceNanos) throws InterruptedException {
    while (!thread.join(STEP)) {
      long since = readingSince;
      long now = System.nanoTime();
      if (since != WRITING && now - Math.max(since, start) >= silenceNanos) {
        to.end();
        return false;
      }
    }
    return true;
  }

  private void run() {
    byte[] chunk = new byte[CHUNK];
    try {
      for (int count = read(chunk); count >= 0; count = read(chunk)) {
        to.accept(chunk, count);
      }
    } catch (IOException e) {
      // the process is gone and its pipe with it: there is nothing more to carry
    } finally {
      to.end();
    }
  }

  private int read(byte[] chunk) throws IOException {
    readingSince = System.nanoTime();
    try {
      return from.read(chunk);
    } finally {
      readingSince = WRITING;
    }
  }
}
