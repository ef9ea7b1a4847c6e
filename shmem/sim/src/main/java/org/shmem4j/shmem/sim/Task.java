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

  /** Until when it waits, by {@link System#nanoTime}. */
  long deadline;

  /** Whether its wait has ended because nothing else could happen before its deadline. */
  boolean timedOut;

  /** The progress at which it has looked in vain; see {@link Steps#polled}. */
  long polledAt = -1;

  /** Where it has looked last, and what was there. */
  int lastPe = NO_PE;

  long lastOffset;
  long lastContent;

  /** Where in the program its operation is; null if nobody asks. */
  Object site;

  /** How many operations it has made. */
  long operations;

  private final Simulation simulation;
  private volatile Runnable ready;

  Task(Simulation simulation, int owner, int number, String name, Runnable body) {
    super(owner);
    this.simulation = simulation;
    this.number = number;
    this.thread = VirtualThreads.create(this, name, body);
  }

  @Override
  long id() {
    return number;
  }

  Simulation simulation() {
    return simulation;
  }

  /** Says what its next operation touches. */
  void announce(
      int touchedPe, long touchedOffset, long touchedBytes, boolean changes, boolean all) {
    pe = touchedPe;
    offset = touchedOffset;
    bytes = touchedBytes;
    writes = changes;
    touchesAll = all;
    changesObjects = false;
    needsPast(NO_PE, false);
  }

  /** Says that its next operation is nobody else's business. */
  void announceNothing() {
    announce(NO_PE, 0, 0, false, false);
  }

  /** Says of whose memory its next operation needs the past, after what it touches. */
  void needsPast(int ofPe, boolean adds) {
    past = ofPe;
    addsToPast = adds;
  }

  /** The JDK's: the thread can run, and does when the simulation lets it. */
  @Override
  public void execute(Runnable work) {
    ready = work;
    if (outside) {
      simulation.wokenOutside(this);
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

  @Override
  public String toString() {
    return thread.getName();
  }
}
