package org.shmem4j.launcher.internal;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.shmem4j.launcher.LaunchException;
import org.shmem4j.shmem.job.Job;

/** Runs one job from its plan to its exit code. */
final class JobRunner {
  private final LaunchPlan plan;
  private final RankCommands commands;

  JobRunner(LaunchPlan plan) {
    this.plan = plan;
    this.commands = RankCommands.of(plan);
  }

  /**
   * Starts the ranks, on the calling thread, and waits for them. The thread must live as long as
   * the launcher: the kernel kills the ranks when it ends.
   */
  int run() throws InterruptedException {
    BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    Signals signals = Signals.catchAll(signal -> events.add(new JobEvent.Signalled(signal)));
    try {
      Job.sweep();
      Job job = Job.create(plan.spec());
      Ranks ranks = new Ranks();
      Thread hook = new Thread(() -> cleanUp(job, ranks), "clean up");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        return run(job, ranks, events);
      } finally {
        Runtime.getRuntime().removeShutdownHook(hook);
        cleanUp(job, ranks);
      }
    } finally {
      signals.close();
    }
  }

  private int run(Job job, Ranks ranks, BlockingQueue<JobEvent> events)
      throws InterruptedException {
    Supervisor supervisor = new Supervisor(job, ranks, events, plan.timeout());
    JobOutput output =
        new JobOutput(plan.tagged(), reason -> events.add(new JobEvent.OutputFailed(reason)));
    warnIfRanksCanOutliveUs();
    startAll(job, ranks, supervisor, output);
    supervisor.superviseToTheEnd();
    if (!output.awaitEnd()) {
      Notes.say("a process that a rank left behind still holds its output: not waiting for it");
    }
    return supervisor.exitCode();
  }

  private void startAll(Job job, Ranks ranks, Supervisor supervisor, JobOutput output) {
    for (int rank = 0; rank < plan.spec().pes() && !supervisor.isEnding(); rank++) {
      Process process = start(job, rank);
      ranks.add(process);
      output.carry(rank, process);
      supervisor.watch(rank, process);
    }
    output.showHalfLines();
  }

  private Process start(Job job, int rank) {
    ProcessBuilder builder = new ProcessBuilder(commands.of(rank));
    builder.environment().putAll(job.environment(rank));
    builder.environment().putAll(plan.environment());
    plan.workingDirectory().ifPresent(folder -> builder.directory(folder.toFile()));
    builder.redirectInput(rank == 0 ? Redirect.INHERIT : Redirect.from(new File("/dev/null")));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new LaunchException(
          ExitCode.LAUNCHER,
          "a rank's process cannot be started: rank="
              + rank
              + ", reason="
              + String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown")
              + "; each rank needs a process and three open files of the launcher: see 'ulimit -u'"
              + " and 'ulimit -n'",
          e);
    }
  }

  private void warnIfRanksCanOutliveUs() {
    if (!commands.diesWithLauncher()) {
      Notes.say(
          "setpriv (util-linux) is missing: ranks will go on if the launcher is killed by KILL");
    }
  }

  private static void cleanUp(Job job, Ranks ranks) {
    ranks.kill();
    job.close();
  }
}
