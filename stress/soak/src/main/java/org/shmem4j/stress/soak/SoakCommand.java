package org.shmem4j.stress.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code soak}: random operations against a model, and faults. */
@Command(
    name = "soak",
    description = "Runs random operations against a model, and lets ranks die, for some time.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "After each job of random operations come three with a fault. A finding says how",
      "the same job is run again; see docs/debugging.md.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:nothing was found", "1:a finding", "2:the command line is wrong"})
final class SoakCommand implements Callable<Integer> {
  private static final int FINDING = 1;
  private static final int MOST_PES = 16;
  private static final long LONGEST_JOB_SECONDS = 20;
  private static final String PREFIX = "soak: ";

  enum Only {
    RANDOM,
    FAULTS
  }

  /** Minutes of a year. */
  private static final double LONGEST = 525_600;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "How long, such as 0.5 (default: 1).")
  private double minutes = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Decides what is done (default: by chance, and printed).")
  private long seed = ThreadLocalRandom.current().nextLong(1_000_000_000);

  @Option(
      names = {"-n", "-np", "--pes"},
      paramLabel = "N",
      split = ",",
      description = "Numbers of PEs to choose from (default: 2 to 8).")
  private List<Integer> pes = List.of(2, 3, 4, 5, 6, 7, 8);

  @Option(
      names = "--only",
      paramLabel = "PART",
      description = "Only random operations (random) or only faults (faults).")
  private Only only;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "How many jobs at most (default: as many as there is time for).")
  private int jobs = Integer.MAX_VALUE;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How many rounds a job without faults has at most.")
  private int rounds = Integer.MAX_VALUE;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      description = "How long a rank may outlive another (default: 2).")
  private int limit = 2;

  @Option(
      names = "--plant",
      paramLabel = "ROUND",
      hidden = true,
      description = "Write a wrong value before that round, to test this command.")
  private int plantedAt = -1;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check(minutes > 0, "a soak takes some time: --minutes " + minutes);
    check(minutes <= LONGEST, "a soak ends within a year: --minutes " + minutes);
    check(jobs >= 1, "a soak has at least one job: --jobs " + jobs);
    check(limit >= 1, "a rank needs some time to end: --limit " + limit);
    check(rounds >= 1, "a job has at least one round: --rounds " + rounds);
    int fewest = only == Only.RANDOM ? 1 : FaultPlan.FEWEST_PES;
    check(
        !pes.isEmpty() && pes.stream().allMatch(n -> n >= fewest && n <= MOST_PES),
        "a job has between " + fewest + " and " + MOST_PES + " PEs: --pes " + pes);
    Tally tally = new Tally();
    runJobs(tally);
    Report report = tally.report(seed);
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? report.json() : report.text());
    out.flush();
    return report.isFine() ? 0 : FINDING;
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private void runJobs(Tally tally) throws IOException, InterruptedException {
    long end = System.nanoTime() + (long) (minutes * 60e9);
    say("seed " + seed);
    for (int i = 0; i < jobs && System.nanoTime() < end; i++) {
      // The first job's seed is the one given, so that a job can be run again.
      long itsSeed = i == 0 ? seed : Round.mix(seed, i) >>> 16;
      int found = tally.findings().size();
      runJob(i, itsSeed, Duration.ofNanos(end - System.nanoTime()), tally);
      tally.findings().stream()
          .skip(found)
          .forEach(finding ->
              say("found: " + finding.what() + "\n" + PREFIX + "again: " + finding.replay()));
    }
  }

  private void runJob(int number, long itsSeed, Duration left, Tally tally)
      throws IOException, InterruptedException {
    boolean isRandom = only == null ? number % 4 == 0 : only == Only.RANDOM;
    Path folder = Files.createTempDirectory("shmem4j-soak");
    try {
      if (isRandom) {
        long seconds = Math.max(1, Math.min(LONGEST_JOB_SECONDS, left.toSeconds() / 2));
        RandomJob.run(itsSeed, pes, rounds, seconds, plantedAt, folder, tally);
      } else {
        FaultPlan plan = FaultPlan.of(itsSeed, pes);
        say("job " + number + ": " + plan);
        FaultJob.run(plan, limit * 1_000L, folder, tally);
      }
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void say(String text) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(PREFIX + text);
    err.flush();
  }
}
