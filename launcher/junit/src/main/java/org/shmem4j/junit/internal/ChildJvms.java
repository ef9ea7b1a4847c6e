package org.shmem4j.junit.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * The JVMs of one test and the folder for what they are told and answer. Nothing of it stays,
 * however JUnit's JVM ends.
 */
final class ChildJvms implements AutoCloseable {
  /** How long after the time limit a JVM may still answer. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Runnable afterwards;
  private final Path folder;
  private final List<ChildJvm> all = new ArrayList<>();
  private final Thread hook = new Thread(this::killAndRemove, "end JVMs");

  /**
   * Creates it without any JVM.
   *
   * @param afterwards removes what else they have used
   */
  ChildJvms(Runnable afterwards) throws IOException {
    this.afterwards = afterwards;
    this.folder = Files.createTempDirectory("shmem4j-test-");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  Path folder() {
    return folder;
  }

  /** Starts one more, see {@link ChildJvm#start}. */
  void start(List<String> command, Map<String, String> environment, String tag, IntConsumer onEnd)
      throws IOException {
    all.add(ChildJvm.start(command, environment, tag, onEnd));
  }

  ChildJvm get(int i) {
    return all.get(i);
  }

  /** Waits until all have ended, or the time limit has passed and all had time to say so. */
  void awaitEnd(Instant limit) throws InterruptedException {
    for (ChildJvm jvm : all) {
      var _ = jvm.awaitEnd(limit.plus(GRACE));
    }
  }

  @Override
  public void close() {
    try {
      all.forEach(ChildJvm::end);
    } finally {
      Runtime.getRuntime().removeShutdownHook(hook);
      killAndRemove();
    }
  }

  private void killAndRemove() {
    all.forEach(ChildJvm::kill);
    afterwards.run();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      // A JVM was about to write; what is left is the system's to remove.
    }
  }
}
