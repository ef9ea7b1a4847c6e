package org.shmem4j.stress.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.stress.suites.programs.Greeting;

/** The simulator finds what is wrong with the examples that have a mistake, and only there. */
final class CheckIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String REPLAY = "replay with: ./shmem4j ";

  /** So that an example is short. */
  private static final Map<String, List<String>> OPTIONS =
      Map.of(
          "heat", List.of("--size", "12", "--steps", "3"),
          "pingpong", List.of("--rounds", "5"),
          "patterns", List.of("--rounds", "3"));

  static Stream<Arguments> bugs() throws IOException {
    return resource("META-INF/shmem4j/bugs.tsv")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t"))
        .map(columns -> Arguments.of((Object[]) columns));
  }

  static Stream<String> examples() throws IOException {
    Properties programs = new Properties();
    try (InputStream in = open("META-INF/shmem4j/programs.properties")) {
      programs.load(in);
    }
    return programs.stringPropertyNames().stream()
        .filter(name -> !name.startsWith("bug-"))
        .sorted();
  }

  private static InputStream open(String resource) {
    return CheckIT.class.getClassLoader().getResourceAsStream(resource);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static JobRun check(String... words) {
    List<String> all = new ArrayList<>(List.of("check"));
    all.addAll(List.of(words));
    return JobRun.shmem4j(all.toArray(String[]::new)).within(LIMIT);
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @MethodSource("bugs")
  void mistakeIsFoundAndFoundAgain(String program, String pes, String kind) throws Exception {
    Outcome first =
        check("-n", pes, "--schedules", "200", "--watchdog", watchdog(kind), program).run();
    first.check(
        first.out().lines().anyMatch(line -> line.matches(kind + "(:| \\(PE).*")),
        "does not find: " + kind);
    expectReplay(first);
  }

  /** Seconds: few where they are waited for, else as many as a PE may need on a busy machine. */
  private static String watchdog(String kind) {
    return kind.equals("endless-loop") ? "2" : "10";
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @ValueSource(strings = {"pct", "exhaustive"})
  void otherStrategiesFindAndReplayToo(String strategy) throws Exception {
    Outcome first = check("-n", "2", "--strategy", strategy, "bug-fence").run();
    first.expectOut(" --strategy " + strategy + " ");
    expectReplay(first);
  }

  /** The command in the last line shows the same again. */
  private static void expectReplay(Outcome first) throws Exception {
    expectQuiet(first).expectCode(1);
    String last = first.out().lines().reduce((before, line) -> line).orElseThrow();
    first.check(last.startsWith(REPLAY), "does not end with: " + REPLAY);
    Outcome again = JobRun.shmem4j(last.substring(REPLAY.length()).split(" ")).within(LIMIT).run();
    expectQuiet(again).expectCode(1);
    again.check(
        withoutVerdict(again).equals(withoutVerdict(first)),
        "is not what there was:\n" + first.out());
  }

  /** Nothing but how far it is, on a slow machine. */
  private static Outcome expectQuiet(Outcome outcome) {
    return outcome.check(
        outcome.err().lines().allMatch(line -> line.startsWith("check: schedule ")),
        "says more than how far it is");
  }

  /** All but the first line, which says how many schedules there were. */
  private static List<String> withoutVerdict(Outcome outcome) {
    return outcome.out().lines().skip(1).toList();
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @MethodSource("examples")
  void exampleIsRight(String program) throws Exception {
    List<String> words = new ArrayList<>(List.of("-n", "3", "--schedules", "50", program));
    words.addAll(OPTIONS.getOrDefault(program, List.of()));
    expectQuiet(check(words.toArray(String[]::new)).run())
        .expectCode(0)
        .expectOut("check: " + program + ", 3 PEs: no finding in 50 schedules (random)");
  }

  @Test
  void allSchedulesOfASmallProgramAreTried() throws Exception {
    check("-n", "2", "--strategy", "exhaustive", "--schedules", "100000", "hello")
        .run()
        .expectCode(0)
        .expectOut(": complete\n");
  }

  @Test
  void programOfOnesOwnIsKeptQuiet() throws Exception {
    String name = Greeting.class.getName();
    expectQuiet(check("-n", "2", "--schedules", "5", "-cp", JobRun.testClasses(), name, "a").run())
        .expectCode(0)
        .expectLines("check: " + name + ", 2 PEs: no finding in 5 schedules (random)");
  }

  @Test
  void documentSaysWhatWasFound() throws Exception {
    Outcome run = check("-n", "3", "--json", "bug-fence").run();
    expectQuiet(run).expectCode(1);

    JsonNode document = new ObjectMapper().readTree(run.out());
    JsonNode finding = document.get("findings").get(0);
    run.check(finding.get("kind").asText().equals("missing-fence"), "another kind");
    run.check(finding.get("sites").get(0).asText().startsWith("BugFence.java:"), "no line");
    run.check(document.get("traces").size() == 3, "no trace of each PE");
    run.check(document.get("operations").asLong() > 0, "no operations");
    run.check(document.get("replay").asText().startsWith("./shmem4j check -n 3 "), "no replay");
  }

  @Test
  void wrongUseIsTold() throws Exception {
    check("-n", "2", "--strategy", "luck", "hello").run().expectCode(2).expectErr("luck");
    check("-n", "2", "rign").run().expectCode(2).expectErr("did you mean ring?");
    check("-n", "2", "--strategy", "pct", "--replay", "x", "hello")
        .run()
        .expectCode(2)
        .expectErr("replay=x");
    check("-n", "2", "-cp", JobRun.testClasses(), JobRun.class.getName())
        .run()
        .expectCode(2)
        .expectErr("a program needs a main method");
  }
}
