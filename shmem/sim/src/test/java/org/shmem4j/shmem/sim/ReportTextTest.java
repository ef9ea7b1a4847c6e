package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.sim.Finding.Kind;

final class ReportTextTest {
  private static CheckOptions options(StrategyKind strategy, String replay) {
    return new CheckOptions(2, 1500, 1, strategy, replay, 4096, 10);
  }

  private static CheckReport clean(int schedules, boolean isComplete, String... notes) {
    return new CheckReport(
        schedules, isComplete, 9, List.of(), null, List.of(), List.of("", "hello"), List.of(notes));
  }

  private static CheckReport broken(Finding... findings) {
    return new CheckReport(
        1234,
        false,
        9,
        List.of(findings),
        new Replay(StrategyKind.RANDOM, 4, null),
        List.of(List.of("A.java:1 put", "A.java:2 signal"), List.of()),
        List.of("", "two\nlines\n"),
        List.of("not seen"));
  }

  private static String text(CheckOptions options, CheckReport report) {
    return ReportText.of("check: a", options, report, "again");
  }

  @Test
  void findingsComeWithWhatThePesDid() {
    Finding fence =
        new Finding(
            Kind.MISSING_FENCE, "a put is late\nvery late", List.of(0, 1), List.of("A.java:2"));
    Finding deadlock = new Finding(Kind.DEADLOCK, "all wait", List.of(), List.of());
    assertEquals(
        """
        check: a, 2 PEs: 2 findings after 1,234 of 1,500 schedules (random)

        missing-fence (PE 0, PE 1): a put is late
          very late
          at A.java:2

        deadlock: all wait

        last operations of PE 0:
          A.java:1 put
          A.java:2 signal

        printed by PE 1:
          two
          lines

        note: not seen

        replay with: again
        """,
        text(options(StrategyKind.RANDOM, null), broken(fence, deadlock)));
  }

  @Test
  void replayIsOneSchedule() {
    Finding race = new Finding(Kind.RACE, "two at once", List.of(1), List.of());
    assertEquals(
        "check: a, 2 PEs: 1 finding in the replayed schedule (pct)",
        text(options(StrategyKind.PCT, "7"), broken(race)).lines().findFirst().orElseThrow());
  }

  @Test
  void noFindingShowsNoOutput() {
    assertEquals(
        """
        check: a, 2 PEs: no finding in 1,500 schedules (random)

        note: a clock
        """,
        text(options(StrategyKind.RANDOM, null), clean(1500, false, "a clock")));
  }

  @Test
  void exhaustiveSaysWhetherItIsComplete() {
    CheckOptions options = options(StrategyKind.EXHAUSTIVE, null);
    assertEquals(
        "check: a, 2 PEs: no finding in all 1,234 schedules (exhaustive): complete\n",
        text(options, clean(1234, true)));
    assertEquals(
        "check: a, 2 PEs: no finding in 1,500 schedules (exhaustive); there are more\n",
        text(options, clean(1500, false)));
  }

  @Test
  void onePeAndOneScheduleAreSingular() {
    CheckOptions one = new CheckOptions(1, 1, 1, StrategyKind.RANDOM, null, 4096, 10);
    assertEquals(
        "a, 1 PE: no finding in 1 schedule (random)\n",
        ReportText.of("a", one, clean(1, false), ""));
  }
}
