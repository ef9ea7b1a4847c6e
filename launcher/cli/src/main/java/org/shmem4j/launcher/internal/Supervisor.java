package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.PeState;

/**
 * Looks after a running job until its last rank is gone, and decides its exit code.
 *
 * <p>The code is that of the first thing that went wrong, in the order in which the launcher learns
 * of it; whatever the other ranks do while they are ended changes nothing.
 */
final class Supervisor {
  /** How often the control file is read for what comes without an event. */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long ranks may take to see by themselves that one has left them, and to say so. */
  private static final Duration REACTION = Duration.ofSeconds(2);

  /** How long a rank may take to leave when it is known to be about to. */
  private static final Duration DYING = Duration.ofSeconds(1);

  private final Job job;
  private final Ranks ranks;
  private final Ending ending;
  private final BlockingQueue<JobEvent> events;
  private final Optional<Duration> timeout;
  private final long startedAt = System.nanoTime();
  private final boolean[] gone;
  private final boolean[] neverJoined;

  private long globalExitSeenAt;
  private long leftEarlyAt;
  private int running;
  private OptionalInt exitCode = OptionalInt.empty();

  /**
   * Creates the supervisor of a job whose ranks are about to be started.
   *
   * @param events what happens to the job, filled by other threads
   * @param timeout how long the job may take, if there is a limit
   */
  Supervisor(Job job, Ranks ranks, BlockingQueue<JobEvent> events, Optional<Duration> timeout) {
    this.job = job;
    this.ranks = ranks;
    this.events = events;
    this.ending = new Ending(ranks);
    this.timeout = timeout;
    this.gone = new boolean[job.spec().pes()];
    this.neverJoined = new boolean[job.spec().pes()];
  }

  /** Says whether the job is to end already, so that no more ranks should be started. */
  boolean isEnding() {
    handlePending();
    return ending.begun();
  }

  /** Watches a rank from now on. */
  void watch(int rank, Process process) {
    running++;
    Thread.ofPlatform()
        .daemon()
        .name("exit of rank " + rank)
        .stackSize(64 * 1024)
        .start(() -> awaitExit(rank, process));
  }

  /** Returns when all ranks are gone. */
  void superviseToTheEnd() throws InterruptedException {
    while (running > 0 && !ending.givenUp()) {
      JobEvent event = events.poll(nanosToWait(System.nanoTime()), TimeUnit.NANOSECONDS);
      if (event != null) {
        handle(event);
      }
      handlePending();
      long now = System.nanoTime();
      checkTimeout(now);
      checkGlobalExit(now);
      checkLeftEarly(now);
      checkMissingRanks();
      ending.tick(now);
    }
    for (int rank : ranks.alive()) {
      Notes.say("rank " + rank + " could not be ended: pid=" + ranks.pid(rank));
    }
    if (ending.begun()) {
      ranks.killDescendants();
    }
  }

  /** The job's exit code, once all ranks are gone and their output is through. */
  int exitCode() {
    handlePending();
    return exitCode.orElse(leftEarlyAt == 0 ? ExitCode.OK : ExitCode.FINDING);
  }

  private void awaitExit(int rank, Process process) {
    try {
      events.add(new JobEvent.RankExited(rank, process.waitFor()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long nanosToWait(long now) {
    return Math.min(POLL_NANOS, ending.untilNextStep(now));
  }

  private void handlePending() {
    for (JobEvent event = events.poll(); event != null; event = events.poll()) {
      handle(event);
    }
  }

  private void handle(JobEvent event) {
    // no switch: it would make a class at run time, which no AOT cache can hold
    if (event instanceof JobEvent.RankExited(int rank, int code)) {
      rankExited(rank, code);
    } else if (event instanceof JobEvent.Signalled(EndSignal signal)) {
      signalled(signal);
    } else if (event instanceof JobEvent.OutputFailed(IOException reason)) {
      outputFailed(reason);
    }
  }

  private void rankExited(int rank, int code) {
    if (gone[rank]) {
      return;
    }
    gone[rank] = true;
    running--;
    Departure departure = Departure.of(code, job.state(rank), job.exitStatus());
    if (!ending.begun() && departure.mayFollowAnother()) {
      handleEarlierDeaths();
    }
    switch (departure) {
      case DONE -> {}
      case NEVER_JOINED -> neverJoined[rank] = true;
      case EARLY -> leftEarly(rank);
      case GLOBAL_EXIT -> globalExit(rank, code);
      case FAILED -> {
        job.markDead(rank, code);
        if (!ending.begun()) {
          Notes.say(
              describe(rank, "failed")
                  + ExitCode.describe(code)
                  + (running > 0 ? "; ending the other ranks" : ""));
        }
        end(code, EndSignal.TERM);
      }
    }
  }

  /**
   * Peers see that a rank is dead the moment it dies, say so in the control file, and may end for
   * it before the launcher has heard of the first one: that one still decides.
   */
  private void handleEarlierDeaths() {
    for (int rank = 0; rank < ranks.count(); rank++) {
      if (!gone[rank] && job.state(rank) == PeState.DEAD) {
        OptionalInt code = ranks.awaitExit(rank, DYING);
        if (code.isPresent()) {
          rankExited(rank, code.getAsInt());
        }
      }
    }
  }

  private void leftEarly(int rank) {
    job.markDead(rank, ExitCode.OK);
    if (!ending.begun() && gone.length > 1) {
      leftEarlyAt = leftEarlyAt == 0 ? System.nanoTime() : leftEarlyAt;
      Notes.say(describe(rank, "left before finalize") + ExitCode.describe(ExitCode.OK));
    }
  }

  private void globalExit(int rank, int status) {
    if (!ending.begun() && status != ExitCode.OK) {
      int caller = job.exitCaller().orElse(rank); // others may leave sooner
      Notes.say(describe(caller, "ended the job") + ExitCode.describe(status));
    }
    end(status, EndSignal.TERM);
  }

  private void signalled(EndSignal signal) {
    if (ending.begun()) {
      ending.kill(System.nanoTime());
    } else {
      end(ExitCode.SIGNAL_BASE + signal.number(), signal);
    }
  }

  private void outputFailed(IOException reason) {
    String text = String.valueOf(reason.getMessage());
    boolean readerLeft = text.contains("Broken pipe");
    if (!readerLeft) {
      Notes.say("standard output cannot be written: " + text);
    }
    end(readerLeft ? ExitCode.BROKEN_PIPE : ExitCode.LAUNCHER, EndSignal.TERM);
  }

  private void checkTimeout(long now) {
    if (timeout.isPresent() && !ending.begun() && now - startedAt >= timeout.get().toNanos()) {
      Notes.say("the job took longer than --timeout: ending " + running + " ranks");
      end(ExitCode.TIMEOUT, EndSignal.TERM);
    }
  }

  /** Ranks that wait for the one that left throw; those that compute or poll would never end. */
  private void checkLeftEarly(long now) {
    if (leftEarlyAt != 0 && !ending.begun() && now - leftEarlyAt >= REACTION.toNanos()) {
      end(ExitCode.FINDING, EndSignal.TERM);
    }
  }

  /** The rank that called globalExit leaves at once, unless it hangs while it does. */
  private void checkGlobalExit(long now) {
    OptionalInt status = job.exitStatus();
    if (ending.begun() || status.isEmpty()) {
      return;
    }
    if (globalExitSeenAt == 0) {
      globalExitSeenAt = now;
    } else if (now - globalExitSeenAt >= DYING.toNanos()) {
      Notes.say("a rank called globalExit and has not left: code " + status.getAsInt());
      end(status.getAsInt(), EndSignal.TERM);
    }
  }

  /** A rank that left without ever joining is missed as soon as another rank has joined. */
  private void checkMissingRanks() {
    for (int rank = 0; rank < neverJoined.length; rank++) {
      if (neverJoined[rank] && someRankJoined()) {
        neverJoined[rank] = false;
        leftEarly(rank);
      }
    }
  }

  private boolean someRankJoined() {
    for (int rank = 0; rank < neverJoined.length; rank++) {
      if (!neverJoined[rank] && job.state(rank) != PeState.UNBORN) {
        return true;
      }
    }
    return false;
  }

  private String describe(int rank, String what) {
    return "rank " + rank + " " + what + ": pid=" + ranks.pid(rank) + ", ";
  }

  private void end(int code, EndSignal signal) {
    if (exitCode.isEmpty()) {
      exitCode = OptionalInt.of(code);
      // Who waits then leaves quietly, and does not take the end of another rank for a failure.
      job.requestExit(code);
    }
    ending.begin(signal, System.nanoTime());
  }
}
