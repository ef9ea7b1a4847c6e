package org.shmem4j.stress.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shmem4j.stress.conformance.Case;

/**
 * Every operation, by the distribution's {@code conformance} command: each case at each number of
 * PEs is a test here. A case is one line of a table in {@code RmaCases} and its like.
 */
final class ConformanceIT {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** The last compiler takes half of the time, and is there at two PEs. */
  private static final String QUICK = "--option=--jvm-arg=-XX:TieredStopAtLevel=1";

  /** One, a pair, and more than the processors: an odd number and a power of two. */
  @TestFactory
  Stream<DynamicContainer> processes() {
    return Stream.of(
        cases("", 1, "--form=processes", QUICK),
        cases("", 2, "--form=processes"),
        cases("", 3, "--form=processes"),
        cases("", 8, "--form=processes"));
  }

  /** {@code scripts/soak} has the other numbers of PEs, for processes too. */
  @TestFactory
  Stream<DynamicContainer> threads() {
    return Stream.of(3).map(pes -> cases("", pes, "--form=threads"));
  }

  /** Other ways to wait and to map, for the cases that they may concern. */
  @TestFactory
  Stream<DynamicContainer> variants() {
    return Stream.of(
        cases("signals:,waits:,order:,locks:,teams:", 2, "--option=--wait=sleep"),
        cases("signals:,waits:,locks:,teams:", 4, "--option=--wait=spin"),
        cases("memory:,rma:,atomics:,signals:", 2, "--option=--heap=chronicle", QUICK));
  }

  private static DynamicContainer cases(String groups, int pes, String... options) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("conformance", "--pes=" + pes, "--filter=" + groups, "--json"));
    words.addAll(List.of(options));
    Lazy run = new Lazy(words);
    List<DynamicTest> tests = new ArrayList<>();
    for (Case c : Case.all()) {
      if (c.fewestPes() <= pes && Stream.of(groups.split(",")).anyMatch(c.name()::startsWith)) {
        tests.add(DynamicTest.dynamicTest(c.name(), () -> run.passed(c.name())));
      }
    }
    tests.add(DynamicTest.dynamicTest("the command says so", run::wentWell));
    String name = pes + " PEs " + String.join(" ", options) + " " + groups;
    return DynamicContainer.dynamicContainer(name, tests);
  }

  /** The command, which runs when the first of its tests asks for what came of it. */
  private static final class Lazy {
    private final List<String> words;
    private final Map<String, JsonNode> cases = new HashMap<>();
    private Outcome outcome;

    Lazy(List<String> words) {
      this.words = words;
    }

    private Outcome outcome() throws IOException, InterruptedException {
      if (outcome == null) {
        Path file = Files.createTempFile("cases", ".json");
        try {
          List<String> all = new ArrayList<>(words);
          all.add("--cases=" + file);
          outcome = JobRun.shmem4j(all.toArray(String[]::new)).within(LIMIT).run();
          JsonNode document = new ObjectMapper().readTree(file.toFile());
          document.forEach(one -> cases.put(one.get("name").asText(), one));
        } finally {
          Files.delete(file);
        }
      }
      return outcome;
    }

    void passed(String name) throws Exception {
      Outcome all = outcome();
      JsonNode one = cases.get(name);
      all.check(one != null, "did not run: " + name);
      all.check(one.get("failure").isNull(), name + ": " + one.get("failure").asText());
    }

    /** Also nobody has said anything but the command, and those whom a case ends. */
    void wentWell() throws Exception {
      Outcome all = outcome();
      JsonNode operations = new ObjectMapper().readTree(all.out()).get("operations");
      for (JsonNode one : operations) {
        all.check(one.get("implemented").asBoolean(), one.toString());
        all.check(one.get("failed").asInt() == 0, one.toString());
      }
      all.check(!operations.isEmpty(), "no operations");
      all.expectCode(0);
      List<String> noise =
          all.err()
              .lines()
              .filter(line -> !line.startsWith("conformance: "))
              .filter(line -> !line.matches("shmem4j: rank .* code 7"))
              .toList();
      all.check(noise.isEmpty(), "somebody said: " + noise);
    }
  }
}
