package org.shmem4j.stress.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.CheckReport;
import org.shmem4j.shmem.sim.Checker;
import org.shmem4j.shmem.sim.Finding;
import org.shmem4j.shmem.sim.StrategyKind;
import org.shmem4j.shmem.sim.load.Program;
import org.shmem4j.shmem.sim.load.ProgramLoader;

/**
 * Under no schedule does a case show a mistake, of its own, of the library or of the simulator.
 *
 * <p>{@code -Dshmem4j.simulated.schedules=1000} runs each case at 2 to 8 PEs under so many
 * schedules of each strategy, or as many as {@code -Dshmem4j.simulated.seconds} of each allow.
 */
class CasesInSimulationTest {
  private static final String PROPERTY = "shmem4j.simulated.";
  private static final int SCHEDULES = Integer.getInteger(PROPERTY + "schedules", 2);
  private static final int SECONDS = Integer.getInteger(PROPERTY + "seconds", 10);
  private static final List<Integer> PES =
      Arrays.stream(System.getProperty(PROPERTY + "pes", "3").split(","))
          .map(Integer::valueOf)
          .toList();
  private static final List<StrategyKind> STRATEGIES =
      List.of(StrategyKind.RANDOM, StrategyKind.PCT);

  /** So many in a check, between two looks at the time. */
  private static final int CHUNK = 25;

  private static final long HEAP_BYTES = 16 << 20;

  /** Why a case is left out. */
  private enum Reason {
    /** It loads from a peer's memory or stores to it; no simulated PE is direct. */
    PEERS_MEMORY,
    /** What it looks for is what comes out of accesses that nothing orders. */
    RACES_ON_PURPOSE,
    /** It sleeps until others must have come, and a simulated sleep is as short as it likes. */
    SLEEPS,
    /** It runs a world of threads of the JVM, which no simulation schedules. */
    OTHER_WORLD
  }

  /** Cases whose names end so. */
  private record LeftOut(String end, Reason reason) {
    boolean fits(Case c) {
      return c.name().endsWith(": " + end);
    }
  }

  private static final List<LeftOut> LEFT_OUT =
      List.of(
          new LeftOut("a peer's segment", Reason.PEERS_MEMORY),
          new LeftOut("a segment with the life of an arena", Reason.PEERS_MEMORY),
          new LeftOut("every PE is direct", Reason.PEERS_MEMORY),
          new LeftOut("the world and the shared team have all PEs", Reason.PEERS_MEMORY),
          new LeftOut("sync shows plain stores", Reason.PEERS_MEMORY),
          new LeftOut("syncAll shows plain stores (L24d)", Reason.PEERS_MEMORY),
          new LeftOut("stores, fence of a context, flag (L1e)", Reason.PEERS_MEMORY),
          new LeftOut("stores through a peer's segment, fence, flag (L1e)", Reason.PEERS_MEMORY),
          new LeftOut("put, quiet, get on both sides: not both old (L11)", Reason.RACES_ON_PURPOSE),
          new LeftOut("8 aligned bytes never tear (L20t)", Reason.RACES_ON_PURPOSE),
          new LeftOut("in the order of coming", Reason.SLEEPS),
          new LeftOut("two worlds in one JVM", Reason.OTHER_WORLD),
          new LeftOut("an interceptor is told what the program wants", Reason.OTHER_WORLD),
          new LeftOut("a world that fails harms no other", Reason.OTHER_WORLD),
          new LeftOut("33 and 64 PEs", Reason.OTHER_WORLD),
          new LeftOut("an object of another world", Reason.OTHER_WORLD));

  private static Program program;
  private static ProgramLoader loader;
  private static MethodHandle main;
  private static long schedules;
  private static long runs;

  @BeforeAll
  static void load() throws URISyntaxException {
    program =
        Program.of(
            CaseProgram.class.getName(),
            List.of(placeOf(CaseProgram.class), placeOf(Case.class)),
            CasesInSimulationTest.class.getClassLoader());
    loader = program.newSharedLoader(); // cases have no statics that they change
    main = program.main(loader);
  }

  private static Path placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @AfterAll
  static void close() {
    program.close();
    System.out.println("cases x PEs x strategies: " + runs + ", schedules: " + schedules);
  }

  private static boolean isLeftOut(Case c) {
    return LEFT_OUT.stream().anyMatch(row -> row.fits(c));
  }

  static Stream<Arguments> runs() {
    return Case.all().stream()
        .filter(c -> !isLeftOut(c))
        .flatMap(c ->
            PES.stream()
                .filter(pes -> pes >= c.fewestPes())
                .map(pes -> Arguments.of(Named.of(c.name(), c), pes)));
  }

  private static CheckReport check(Case c, CheckOptions options) {
    String[] arguments = {c.name()};
    return Checker.check(
        options,
        pe ->
            () -> {
              Thread.currentThread().setContextClassLoader(loader);
              main.invoke(arguments);
            },
        schedule -> {});
  }

  private static CheckOptions options(int pes, int count, long seed, StrategyKind strategy) {
    return CheckOptions.of(pes)
        .withStrategy(strategy)
        .withSeed(seed)
        .withSchedules(count)
        .withHeapBytes(HEAP_BYTES);
  }

  @ParameterizedTest(name = "{0}, {1} PEs")
  @MethodSource("runs")
  void shouldFindNothing(Case c, int pes) {
    for (StrategyKind strategy : STRATEGIES) {
      runs++;
      long end = System.nanoTime() + SECONDS * 1_000_000_000L;
      int tried = 0;
      while (tried < SCHEDULES && System.nanoTime() < end) {
        int count = Math.min(CHUNK, SCHEDULES - tried);
        CheckReport report = check(c, options(pes, count, 1L + tried, strategy));
        assertEquals(
            expected(c),
            found(report),
            () -> c.name() + report.replay().map(replay -> " " + replay).orElse(""));
        tried += count;
      }
      schedules += tried;
    }
  }

  /** A status other than 0 is a finding, also where the case wants it. */
  private static String expected(Case c) {
    return c.sharesItsJob() || c.exitCode() == 0 ? "" : "status=" + c.exitCode();
  }

  private static String found(CheckReport report) {
    StringBuilder text = new StringBuilder();
    for (Finding finding : report.findings()) {
      String message = finding.message();
      boolean isExit = message.contains("has ended the job: status=");
      text.append(
          isExit ? message.substring(message.indexOf("status=")) : finding.kind() + ": " + message);
    }
    return text.toString();
  }

  @Test
  void shouldLeaveOutNothingWithoutAReason() {
    for (LeftOut row : LEFT_OUT) {
      List<Case> cases = Case.all().stream().filter(row::fits).toList();
      assertFalse(cases.isEmpty(), row + " is the end of no name");
      if (row.reason != Reason.OTHER_WORLD) {
        cases.forEach(c -> assertShowsWhy(c, row.reason));
      }
    }
  }

  private static void assertShowsWhy(Case c, Reason reason) {
    List<Finding> findings = check(c, options(3, CHUNK, 1, StrategyKind.RANDOM)).findings();
    assertTrue(
        reason == Reason.RACES_ON_PURPOSE
            ? findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.RACE)
            : !findings.isEmpty(),
        c.name() + " is left out without need: " + findings);
  }
}
