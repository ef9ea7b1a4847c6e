package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.sim.Finding.Kind;

final class ReportTextTest {
  private static final CheckOptions OPTIONS = CheckOptions.of(2).withSchedules(1500);

  private static CheckReport clean(int tried, boolean isComplete, String... notes) {
    return new CheckReport(
        tried,
        isComplete,
        9,
        0,
        List.of(),
        Optional.empty(),
        List.of(),
        List.of("", "hello"),
        List.of(notes));
  }

  private static CheckReport broken(int tried, Finding... findings) {
    return new CheckReport(
        tried,
        false,
        9,
        1234,
        List.of(findings),
        Optional.of(new Replay(StrategyKind.RANDOM, 4, null)),
        List.of(List.of("A.java:1 put", "A.java:2 signal"), List.of()),
        List.of("", "two\nlines\n"),
        List.of("not seen"));
  }

  private static String text(CheckOptions options, CheckReport report) {
    return ReportText.of("check: a", options, report, replay -> "again " + replay);
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

        replay with: again strategy=random seed=4
        """,
        text(OPTIONS, broken(1234, fence, deadlock)));
  }

  @Test
  void replayIsOneSchedule() {
    Finding race = new Finding(Kind.RACE, "two at once", List.of(1), List.of());
    CheckOptions one = OPTIONS.replaying(new Replay(StrategyKind.PCT, 4, "7"));
    assertEquals(
        "check: a, 2 PEs: 1 finding in the replayed schedule (pct)",
        firstLine(text(one, broken(1234, race))));
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElseThrow();
  }

  @Test
  void schedulesThatShowedNoCauseAreCounted() {
    Finding wrong = new Finding(Kind.WRONG_RESULT, "seen=1", List.of(1), List.of());
    assertEquals(
        "check: a, 2 PEs: 1 finding after 1,234 of 1,500 schedules, no cause in 50 more (random)",
        firstLine(text(OPTIONS, broken(1284, wrong))));
  }

  @Test
  void noFindingShowsNoOutput() {
    assertEquals(
        """
        check: a, 2 PEs: no finding in 1,500 schedules (random)

        note: a clock
        """,
        text(OPTIONS, clean(1500, false, "a clock")));
  }

  @Test
  void exhaustiveSaysWhetherItIsComplete() {
    CheckOptions options = OPTIONS.withStrategy(StrategyKind.EXHAUSTIVE);
    assertEquals(
        "check: a, 2 PEs: no finding in all 1,234 schedules (exhaustive): complete\n",
        text(options, clean(1234, true)));
    assertEquals(
        "check: a, 2 PEs: no finding in 1,500 schedules (exhaustive); there are more\n",
        text(options, clean(1500, false)));
  }

  @Test
  void onePeAndOneScheduleAreSingular() {
    CheckOptions one = CheckOptions.of(1).withSchedules(1);
    assertEquals("check: a, 1 PE: no finding in 1 schedule (random)\n", text(one, clean(1, false)));
  }
}
