package org.shmem4j.shmem;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes in a JVM of their own, with other properties, and says which tests fail. */
final class OtherJvm {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Enough to know, and some mutations make every test hang until its time is over. */
  private static final int MOST_FAILURES = 1;

  private static final String FAILED = "failed: ";
  private static final String ENDED = "ended";

  private OtherJvm() {}

  /**
   * Runs tests.
   *
   * @param properties as options, such as {@code -Dshmem4j.wait=spin}
   * @param testClasses without the package of this class
   * @return the first test that fails, such as {@code WaiterTest.shouldSleep}
   */
  static Set<String> failures(List<String> properties, List<String> testClasses)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-Djunit.jupiter.execution.timeout.default=30s"));
    command.addAll(properties);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName()));
    command.addAll(testClasses);
    Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (Stream<String> lines = jvm.inputReader(StandardCharsets.UTF_8).lines()) {
      Thread.ofVirtual().start(() -> killLate(jvm));
      List<String> output = lines.toList();
      Set<String> failures = new TreeSet<>();
      for (String line : output) {
        if (line.startsWith(FAILED)) {
          failures.add(line.substring(FAILED.length()));
        }
      }
      if (jvm.waitFor() != 0 || !output.contains(ENDED)) {
        failures.add("hangs or crashes: " + output);
      }
      return failures;
    }
  }

  private static void killLate(Process jvm) {
    try {
      if (!jvm.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        jvm.destroyForcibly();
      }
    } catch (InterruptedException e) {
      jvm.destroyForcibly();
    }
  }

  /** What the other JVM runs. */
  static final class Child implements TestExecutionListener {
    private final AtomicInteger failures = new AtomicInteger();

    public static void main(String[] testClasses) {
      LauncherDiscoveryRequest tests =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(
                  Arrays.stream(testClasses)
                      .map(name -> selectClass(OtherJvm.class.getPackageName() + "." + name))
                      .toList())
              .build();
      LauncherFactory.create().execute(tests, new Child());
      end();
    }

    private static void end() {
      System.out.println(ENDED);
      System.out.flush();
      Runtime.getRuntime().halt(0); // threads of tests that hang are left
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
        System.out.println(FAILED + test.getSource().map(Child::name).orElse("everything"));
        if (failures.incrementAndGet() == MOST_FAILURES) {
          end();
        }
      }
    }

    private static String name(TestSource source) {
      return switch (source) {
        case MethodSource method ->
            method.getJavaClass().getSimpleName() + "." + method.getMethodName();
        case ClassSource type -> type.getJavaClass().getSimpleName();
        default -> source.toString();
      };
    }
  }
}
