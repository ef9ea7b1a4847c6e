package org.shmem4j.launcher.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.CheckReport;
import org.shmem4j.shmem.sim.Finding;
import org.shmem4j.shmem.sim.Replay;
import org.shmem4j.shmem.sim.StrategyKind;
import picocli.CommandLine;

final class CheckCommandTest {
  private static final int USAGE = 2;
  private static final int LAUNCHER = 125;
  private static final CheckReport FOUND =
      new CheckReport(
          54,
          false,
          123,
          4,
          List.of(
              new Finding(Finding.Kind.RACE, "two at once", List.of(0, 1), List.of("A.java:7"))),
          Optional.of(new Replay(StrategyKind.RANDOM, 4, null)),
          List.of(List.of("A.java:7 put"), List.of()),
          List.of("printed", ""),
          List.of("a clock"));

  private final CommandLine line = (CommandLine) new CheckCommandProvider().command();
  private final CheckCommand command = line.getCommand();
  private final StringWriter err = new StringWriter();

  private int execute(String... words) {
    return line.setCaseInsensitiveEnumValuesAllowed(true)
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  private void parse(String... words) {
    var _ = line.setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "hello; required option: '--pes=N'",
        "-n 2; required parameter: 'PROGRAM'",
        "-n 0 hello; between 1 and 65536 PEs: pes=0",
        "-n 2 --schedules 0 hello; at least one schedule: schedules=0",
        "-n 2 --watchdog 0 hello; some time between two operations: watchdog=0",
        "-n 2 --strategy luck hello; '--strategy'",
        "-n 2 --strategy pct --replay x hello; replay=x",
        "-n 2 --replay x hello; by its seed alone: replay=x",
        "-n 2 --heap-size much hello; --heap-size=much",
        "-n 2 nowhere.jar; there is no such jar: program=",
        "-n 2 -cp nowhere Main; class path=",
      })
  void wrongUseIsNamed(String words, String expected) {
    assertEquals(USAGE, execute(words.split(" ")));
    assertTrue(err.toString().contains(expected), err.toString());
  }

  /** This JVM is none for simulations. */
  @Test
  void checkThatFailsItselfIsNeitherUseNorFinding() {
    assertEquals(
        LAUNCHER,
        execute("-n", "1", "-cp", System.getProperty("java.class.path"), Idle.class.getName()));
    assertTrue(err.toString().contains("a simulation needs a JVM"), err.toString());
  }

  /** A program. */
  static final class Idle {
    private Idle() {}

    public static void main(String[] args) {}
  }

  @Test
  void programWithoutMainMethodIsWrongUse() {
    String name = CheckCommandTest.class.getName();
    assertEquals(USAGE, execute("-n", "1", "-cp", System.getProperty("java.class.path"), name));
    assertTrue(err.toString().contains("a program needs a main method"), err.toString());
  }

  @Test
  void whatFollowsTheProgramIsItsOwn() {
    parse("-n", "2", "a", "--seed", "7", "--", "-n", "");

    assertEquals(1, command.options().first().seed());
    assertEquals(2, command.options().pes());
    assertTrue(command.text(command.options(), FOUND).endsWith(" a --seed 7 -- -n ''\n"));
  }

  @Test
  void optionsArrive() {
    parse(
        "-n 3 --schedules 9 --seed -7 --strategy Pct --replay 8 --heap-size 1k --watchdog 4 a"
            .split(" "));

    assertEquals(
        new CheckOptions(3, new Replay(StrategyKind.PCT, -7, "8"), 1, 1024, 4), command.options());
  }

  @Test
  void textEndsWithTheCommandThatReplays() {
    parse("-n", "3", "a");
    String text = command.text(command.options(), FOUND);

    assertTrue(
        text.startsWith(
            "check: a, 3 PEs: 1 finding after 4 of 500 schedules, no cause in 50 more (random)\n"),
        text);
    assertTrue(
        text.endsWith(
            "\nreplay with: ./shmem4j check -n 3 --strategy random --seed 4 --schedules 1 a\n"),
        text);
  }

  @Test
  void commandThatReplaysHasTheDecisions() {
    parse("-n", "3", "a");
    Replay replay = new Replay(StrategyKind.EXHAUSTIVE, -2, "1..z");
    CheckReport report =
        new CheckReport(
            FOUND.tried(),
            FOUND.isComplete(),
            FOUND.operations(),
            FOUND.foundAt(),
            FOUND.findings(),
            Optional.of(replay),
            FOUND.traces(),
            FOUND.output(),
            FOUND.notes());
    String text = command.text(command.options(), report);

    assertTrue(
        text.endsWith("/shmem4j check -n 3 --strategy exhaustive --seed -2 --replay 1..z a\n"),
        text);
  }

  @Test
  void replayKeepsWhatCouldMatter() {
    parse("-n 2 --heap-size 1m --watchdog 3 -cp".split(" "), "b c.jar", "Main", "$x");
    String text = command.text(command.options(), FOUND);

    assertTrue(
        text.endsWith(" --schedules 1 --heap-size 1m --watchdog 3 -cp 'b c.jar' Main '$x'\n"),
        text);
  }

  private void parse(String[] options, String... words) {
    String[] all = new String[options.length + words.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(words, 0, all, options.length, words.length);
    parse(all);
  }

  @Test
  void documentHasAll() throws IOException {
    parse("-n", "2", "a", "b");
    JsonNode document = new ObjectMapper().readTree(command.json(command.options(), FOUND, 1.5));

    assertEquals(
        new ObjectMapper()
            .readTree(
                """
                {
                  "command": ["a", "b"], "pes": 2, "strategy": "random", "tried": 54,
                  "complete": false, "operations": 123, "seconds": 1.5, "foundAt": 4,
                  "findings": [{"kind": "race", "message": "two at once", "pes": [0, 1],
                                "sites": ["A.java:7"]}],
                  "replay": "./shmem4j check -n 2 --strategy random --seed 4 --schedules 1 a b",
                  "traces": [["A.java:7 put"], []], "output": ["printed", ""],
                  "notes": ["a clock"]
                }
                """),
        document);
  }
}
