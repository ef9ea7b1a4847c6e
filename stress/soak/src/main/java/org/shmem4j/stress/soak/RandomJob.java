package org.shmem4j.stress.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.shmem4j.shmem.job.JobSpec;

/** Runs one job of rounds in which nothing happens to anybody. */
final class RandomJob {
  private static final Duration STARTING = Duration.ofMinutes(5);
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(1);

  private final Orders orders;
  private final int pes;
  private final Tally tally;

  private RandomJob(Orders orders, int pes, Tally tally) {
    this.orders = orders;
    this.pes = pes;
    this.tally = tally;
  }

  /**
   * Runs it.
   *
   * @param rounds how many at most
   * @param plantedAt {@link Orders#plantedAt}
   */
  static void run(
      long seed,
      List<Integer> sizes,
      int rounds,
      long seconds,
      int plantedAt,
      Path folder,
      Tally tally)
      throws IOException, InterruptedException {
    Random random = new Random(Round.mix(seed, -5));
    int pes = sizes.get(Math.floorMod(random.nextInt(), sizes.size()));
    JobSpec.Waiting waiting =
        JobSpec.Waiting.values()[random.nextInt(JobSpec.Waiting.values().length)];
    Orders orders = Orders.peaceful(folder, seed, rounds, seconds, plantedAt);
    tally.job();
    RunningJob job = RunningJob.launched(orders, pes, waiting);
    try (job) {
      new RandomJob(orders, pes, tally).play(job);
    }
    List<Path> left = job.leftFiles();
    if (!left.isEmpty()) {
      tally.finding("files of the job are left: " + left, "");
    }
  }

  private String replay() {
    return "shmem4j soak --only random --jobs 1 --seed " + orders.seed() + " --pes " + pes;
  }

  private void play(RunningJob job) throws IOException, InterruptedException {
    if (!job.awaitAll(Diary.Entry.READY, STARTING)) {
      tally.finding("the job did not begin\n" + job.stacks() + job.printed(), replay());
      return;
    }
    Duration longest = Duration.ofSeconds(orders.seconds()).plus(LONGEST_ROUND);
    if (!job.await(job::isOver, longest)) {
      tally.finding("the job hangs\n" + job.stacks() + job.printed(), replay());
      return;
    }
    int failed = 0;
    for (int pe = 0; pe < pes; pe++) {
      Optional<List<String>> wrong = job.diary(pe).find(Diary.Entry.WRONG);
      Optional<List<String>> done = job.diary(pe).find(Diary.Entry.DONE);
      if (wrong.isPresent()) {
        failed++;
        String what = wrong.get().getFirst();
        tally.finding("PE " + pe + ": " + what, replay() + " --rounds " + wrong.get().get(1));
      } else if (done.isPresent()) {
        tally.done(pe, done.get());
      }
    }
    if (failed == 0 && job.code(0) != 0) {
      tally.finding("the job ended with code " + job.code(0) + "\n" + job.printed(), replay());
    }
  }
}
