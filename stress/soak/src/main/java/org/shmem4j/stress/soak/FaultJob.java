package org.shmem4j.stress.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Runs one job with a fault and looks at what its survivors do. */
final class FaultJob {
  private static final Duration STARTING = Duration.ofMinutes(5);

  /** When a survivor counts as hanging; what takes longer than the limit is a finding already. */
  private static final Duration HANGING = Duration.ofSeconds(15);

  /** How long a job runs in which nobody dies. */
  private static final long PEACE_SECONDS = 4;

  private static final long SECONDS_OF_ROUNDS = 600;
  private static final int STOPS = 3;
  private static final int LONGEST_STOP_MILLIS = 1_200;

  private final FaultPlan plan;
  private final Tally tally;
  private final RunningJob job;
  private final long limitMillis;

  /** When the victim began to die, and when it was dead. */
  private long dyingAt;

  private long deadAt;

  private FaultJob(FaultPlan plan, long limitMillis, Tally tally, RunningJob job) {
    this.limitMillis = limitMillis;
    this.plan = plan;
    this.tally = tally;
    this.job = job;
  }

  /**
   * Runs it.
   *
   * @param limitMillis from a death to the last survivor's error, and to its end
   */
  static void run(FaultPlan plan, long limitMillis, Path folder, Tally tally)
      throws IOException, InterruptedException {
    Orders orders =
        new Orders(
            folder,
            plan.seed(),
            plan.rounds(),
            plan.fault().isDeath() ? SECONDS_OF_ROUNDS : PEACE_SECONDS,
            plan.fault(),
            plan.victim(),
            plan.delayMillis(),
            plan.standing(),
            !plan.launched(),
            -1);
    tally.job();
    RunningJob job =
        plan.launched()
            ? RunningJob.launched(orders, plan.pes(), plan.waiting())
            : RunningJob.direct(orders, plan.pes(), plan.waiting());
    try (job) {
      new FaultJob(plan, limitMillis, tally, job).play();
    }
    List<Path> left = job.leftFiles();
    if (!left.isEmpty()) {
      tally.finding("files of the job are left: " + left + "; " + plan, replay(plan));
    }
  }

  private static String replay(FaultPlan plan) {
    return "shmem4j soak --only faults --jobs 1 --seed " + plan.seed() + " --pes " + plan.pes();
  }

  private void finding(String what) throws IOException {
    String printed = job.printed();
    int from = Math.max(0, printed.length() - 4_000);
    tally.finding(
        what + "; " + plan + "\nprinted:\n" + printed.substring(from).stripTrailing(),
        replay(plan));
  }

  private void play() throws IOException, InterruptedException {
    if (!job.awaitAll(Diary.Entry.READY, STARTING)) {
      finding("the job did not begin\n" + job.stacks());
      return;
    }
    tally.fault(plan.fault());
    if (!plan.fault().isDeath()) {
      stopAndContinue();
      return;
    }
    if (plan.fault().isFromOutside()) {
      kill();
    } else {
      awaitDeath();
    }
    if (!job.await(job::isOver, HANGING)) {
      finding("survivors hang\n" + job.stacks());
      return;
    }
    long millis = Math.max(0, millisSince(deadAt));
    boolean isLate = job.diary(plan.victim()).has(Diary.Entry.CLOSING);
    if (isLate) {
      tally.tooLate();
    } else {
      if (millis > limitMillis) {
        finding("a survivor took longer than it may: millis=" + millis + " limit=" + limitMillis);
      }
      checkCodes();
    }
    for (int pe = 0; pe < job.pes(); pe++) {
      if (pe != plan.victim()) {
        checkSurvivor(pe, millis, isLate);
      }
    }
  }

  private static long millisSince(long nanoTime) {
    return (System.nanoTime() - nanoTime) / 1_000_000;
  }

  private void kill() throws IOException, InterruptedException {
    Thread.sleep(plan.delayMillis());
    if (plan.fault() == Fault.STOP_KILL) {
      job.signal("STOP", plan.victim());
      Thread.sleep(plan.delayMillis());
      checkNobodyFailed();
    }
    dyingAt = System.nanoTime();
    deadAt = dyingAt;
    job.signal("KILL", plan.victim());
  }

  private void checkNobodyFailed() throws IOException {
    for (int pe = 0; pe < job.pes(); pe++) {
      if (job.diary(pe).has(Diary.Entry.PEER_FAILED)) {
        finding("a PE took one for dead that was only stopped: pe=" + pe);
      }
    }
  }

  /** A JVM that exits needs a while; one whose program has thrown ends the job and with it all. */
  private void awaitDeath() throws InterruptedException {
    int victim = plan.victim();
    Diary diary = job.diary(victim);
    job.await(() -> diary.has(Diary.Entry.DYING) || job.isOver(), STARTING);
    dyingAt =
        diary
            .find(Diary.Entry.DYING)
            .map(fields -> Long.parseLong(fields.getFirst()))
            .orElseGet(System::nanoTime);
    deadAt = dyingAt;
    if (plan.fault() != Fault.EXCEPTION) {
      job.await(() -> !job.isAlive(victim), HANGING);
      deadAt = System.nanoTime();
    }
  }

  private void checkCodes() throws IOException {
    if (job.isLaunched()) {
      int code = job.code(0);
      if (code != plan.fault().code()) {
        finding("the launcher's code is wrong: code=" + code + " expected=" + plan.fault().code());
      }
      String rank = plan.fault() == Fault.EXCEPTION ? "PE " : "rank ";
      if (!job.printed().contains(rank + plan.victim() + " ")) {
        finding("nobody names the dead");
      }
    }
  }

  /** A survivor has told what it saw, or, under our launcher, ended because the job did. */
  private void checkSurvivor(int pe, long millis, boolean isLate) throws IOException {
    Diary diary = job.diary(pe);
    Optional<List<String>> failed = diary.find(Diary.Entry.PEER_FAILED);
    Optional<List<String>> wrong = diary.find(Diary.Entry.WRONG);
    if (wrong.isPresent()) {
      finding("PE " + pe + ": " + wrong.get().getFirst());
    } else if (failed.isPresent()) {
      checkTold(pe, failed.get());
      // The launcher may have ended it meanwhile, as it ends all ranks when one has failed.
      if (!diary.has(Diary.Entry.INTACT) && !job.isLaunched()) {
        finding("PE " + pe + " did not come to look at its memory");
      }
    } else if (!diary.has(Diary.Entry.DONE) && !job.isLaunched()) {
      finding("PE " + pe + " ended without an error that names the dead");
    } else if (!isLate) {
      tally.survivor(millis);
      return;
    }
    tally.survivor(0);
  }

  private void checkTold(int pe, List<String> fields) throws IOException {
    long toldAt = Long.parseLong(fields.getFirst());
    if (toldAt < dyingAt) {
      finding("PE " + pe + " took one for dead that lived");
    }
    long millis = Math.max(0, (toldAt - deadAt) / 1_000_000);
    if (millis > limitMillis) {
      finding("PE " + pe + " was told late: millis=" + millis + " limit=" + limitMillis);
    }
    if (Integer.parseInt(fields.get(1)) != plan.victim()) {
      finding("PE " + pe + " names the wrong PE: " + fields.get(1));
    }
    int code = Integer.parseInt(fields.get(2));
    if (code != -1 && code != plan.fault().code() && plan.fault() != Fault.EXIT_0) {
      finding("PE " + pe + " names the wrong code: " + code);
    }
    tally.named(millis);
  }

  /** Ranks are stopped and go on, and the job ends well. */
  private void stopAndContinue() throws IOException, InterruptedException {
    Random random = new Random(plan.seed());
    for (int i = 0; i < STOPS; i++) {
      Thread.sleep(random.nextInt(100));
      int pe = random.nextInt(job.pes());
      job.signal("STOP", pe);
      Thread.sleep(random.nextInt(LONGEST_STOP_MILLIS));
      job.signal("CONT", pe);
    }
    if (!job.await(job::isOver, STARTING)) {
      finding("the job hangs after ranks were stopped and went on\n" + job.stacks());
      return;
    }
    for (int pe = 0; pe < job.pes(); pe++) {
      checkDone(pe);
    }
  }

  private void checkDone(int pe) throws IOException {
    Diary diary = job.diary(pe);
    Optional<List<String>> done = diary.find(Diary.Entry.DONE);
    done.ifPresent(fields -> tally.done(pe, fields));
    if (job.code(pe) != 0 || done.isEmpty()) {
      finding(
          "PE "
              + pe
              + " did not end well: code="
              + job.code(pe)
              + " "
              + diary.find(Diary.Entry.WRONG).or(() -> diary.find(Diary.Entry.PEER_FAILED)));
    }
  }
}
