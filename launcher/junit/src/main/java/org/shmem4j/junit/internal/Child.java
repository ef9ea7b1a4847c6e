package org.shmem4j.junit.internal;

import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;

/**
 * What a JVM that JUnit's has started does for its own end: at the time limit, and when its
 * standard input ends, which JUnit's JVM holds open as long as it lives.
 */
final class Child {
  private static final int LATE = 124;

  private Child() {}

  /**
   * Prepares this JVM.
   *
   * @param lastWords is done at the time limit, before the end
   */
  static void begin(Order order, Steps.Step lastWords) {
    endWith(System.in);
    System.setIn(InputStream.nullInputStream());
    order.properties().forEach(System.getProperties()::putIfAbsent);
    endAt(order.end(), lastWords);
  }

  /** Ends this JVM by itself, after its output. */
  static void exit(int code) {
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().exit(code);
  }

  private static void endWith(InputStream in) {
    daemon(
        "end with JUnit",
        () -> {
          while (in.read() >= 0) {}
          Runtime.getRuntime().halt(LATE);
        });
  }

  private static void endAt(Instant limit, Steps.Step lastWords) {
    daemon(
        "time limit",
        () -> {
          Thread.sleep(Duration.between(Instant.now(), limit));
          lastWords.run();
          Runtime.getRuntime().halt(LATE);
        });
  }

  private static void daemon(String name, Steps.Step step) {
    var _ =
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .start(() -> {
              try {
                step.run();
              } catch (Exception e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(LATE);
              }
            });
  }
}
