package org.shmem4j.shmem.sim;

import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.shmem.internal.sync.Awaited;

/** A thread of a PE's program. As a step it is the operation that it is about to make. */
final class Task extends Step implements Executor {
  /** What a task waits for. */
  interface Blocked {
    /** For people: what it waits for, and who has to act. */
    String describe();
  }

  /** Who looks so often at the same cell in turn does nothing else. */
  private static final int MANY = 64;

  /** Its number among all. */
  final int number;

  final Thread thread;

  /** Whether its PE has, or has had, other threads. */
  boolean hasCompany;

  /** Whether its program has ended. */
  boolean ended;

  /** Whether its thread waits for something that the simulation does not know. */
  volatile boolean outside;

  /** What it waits for, if it does. */
  Blocked blocked;

  /** The cells among what it waits for; null if none are. */
  Awaited awaited;

  /** Until when it waits, by the simulated clock. */
  long deadline;

  /** Whether its wait has ended because nothing else could happen before its deadline. */
  boolean timedOut;

  /** The progress at which it has looked in vain; see {@link Steps#polled}. */
  long polledAt = -1;

  /** Whether its next operation only looks where it has looked in vain. */
  boolean looksAgain;

  /** Where in the program its operation is; null if nobody asks. */
  Object site;

  /** How many operations it has made. */
  long operations;

  /** Where it has looked last, and what was there. */
  private int lastPe = NO_PE;

  private long lastOffset;
  private long lastContent;

  /** The time that it was told last. */
  private double told = -1;

  /** How often in turn, counted up to {@link #MANY}. */
  private int looks;

  /** How many operations it had made when it slept last. */
  private long sleptAt = -1;

  private final Scheduler scheduler;
  private volatile Runnable ready;

  Task(Scheduler scheduler, int owner, int number, String name, Runnable body) {
    super(owner);
    this.scheduler = scheduler;
    this.number = number;
    this.thread = VirtualThreads.create(this, name, body);
  }

  @Override
  long id() {
    return number;
  }

  /** The content of the cell that it waits for. */
  long awaitedContent(Awaited cell) {
    return scheduler.waits().read(cell);
  }

  /** Says what its next operation touches. */
  void announce(
      int touchedPe, long touchedOffset, long touchedBytes, boolean changes, boolean all) {
    pe = touchedPe;
    offset = touchedOffset;
    bytes = touchedBytes;
    writes = changes;
    touchesAll = all;
    looksAgain = !changes && looks == MANY && touchedPe == lastPe && touchedOffset == lastOffset;
    changesObjects = false;
    needsPast(NO_PE, false);
  }

  /** Says that its next operation is nobody else's business. */
  void announceNothing() {
    announce(NO_PE, 0, 0, false, false);
  }

  /** Says of whose memory its next operation tells the past, after what it touches. */
  void needsPast(int ofPe, boolean adds) {
    past = ofPe;
    addsToPast = adds;
  }

  /** It has found a cell so; returns whether it did the last time, too. */
  boolean looked(int seenPe, long seenOffset, long content) {
    boolean again = lastPe == seenPe && lastOffset == seenOffset && lastContent == content;
    looks = again ? Math.min(looks + 1, MANY) : 0;
    lastPe = seenPe;
    lastOffset = seenOffset;
    lastContent = content;
    return again;
  }

  /** A test of cells of its PE, from the first on, has failed. */
  void lookedInVain(long firstOffset) {
    lastPe = owner;
    lastOffset = firstOffset;
    looks = MANY;
  }

  /** It has slept. */
  void slept() {
    sleptAt = operations;
  }

  /** Whether it has done nothing since it slept. */
  boolean sleepsAgain() {
    return sleptAt == operations;
  }

  /** The time that it was told last, in a simulation with a clock; -1 if it has not asked. */
  double told() {
    return told;
  }

  /** Is told its time. Who asks for it may look only until a moment, so that looks count anew. */
  void tell() {
    told = time;
    lastPe = NO_PE;
  }

  /** The JDK's: the thread can run, and does when the simulation lets it. */
  @Override
  public void execute(Runnable work) {
    ready = work;
    if (outside) {
      scheduler.wokenOutside(this);
    }
  }

  /** Runs it until it gives way. The caller is the only carrier of all tasks. */
  void run() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    } else if (ready == null) {
      LockSupport.unpark(thread);
    }
    Runnable work = ready;
    ready = null;
    if (work != null) {
      work.run();
    }
  }

  /** Whether it gave way only to be run again. */
  boolean wantsToRun() {
    return ready != null;
  }

  /** Its name, and what it waits for if it does. */
  String described() {
    return this + (blocked == null ? "" : " waits for " + blocked.describe());
  }

  @Override
  public String toString() {
    return thread.getName();
  }
}
