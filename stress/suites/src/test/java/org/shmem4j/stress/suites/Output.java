package org.shmem4j.stress.suites;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What a process writes to one stream, collected as it comes. */
final class Output {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Thread thread;

  private Output(InputStream stream) {
    thread = Thread.ofVirtual().unstarted(() -> collect(stream));
  }

  static Output of(InputStream stream) {
    Output output = new Output(stream);
    output.thread.start();
    return output;
  }

  private void collect(InputStream stream) {
    byte[] chunk = new byte[64 * 1024];
    try {
      for (int count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
        bytes.write(chunk, 0, count);
      }
    } catch (IOException e) {
      // the process is gone
    }
  }

  /** Waits for the stream's end, unless somebody keeps it open. */
  void await(Duration longest) throws InterruptedException {
    var _ = thread.join(longest);
  }

  String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
