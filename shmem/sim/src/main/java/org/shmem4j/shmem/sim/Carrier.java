package org.shmem4j.shmem.sim;

import java.util.function.IntConsumer;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.sim.load.Hooks;

/**
 * The thread that runs a simulation, and the watch over it: a thread that does not come back is
 * given up.
 */
final class Carrier {
  private static final long LOOK_MILLIS = 100;

  /** So long without an operation, and it is looked whether the program computes. */
  private static final long COMPUTING_SECONDS = 10;

  private final Simulation simulation;
  private final Scheduler scheduler;
  private final boolean mayCompute;
  private final long mostNanos;
  private final Thread thread;
  private Throwable broken;
  private long steps = -1;
  private long since;

  private Carrier(Simulation simulation, IntConsumer program, long mostSeconds) {
    this.simulation = simulation;
    this.scheduler = simulation.scheduler();
    this.mayCompute = mostSeconds == 0;
    this.mostNanos = (mayCompute ? COMPUTING_SECONDS : mostSeconds) * 1_000_000_000L;
    this.thread = Thread.ofPlatform().daemon().name("simulation").unstarted(() -> carry(program));
  }

  /**
   * Runs a simulation to its end.
   *
   * @param mostSeconds how long a PE may go on without an operation; 0 for ever
   * @return the task that runs for ever, and is left to; null if there is none
   * @throws ShmemException if the program cannot be simulated, or the calling thread is interrupted
   */
  static Task run(Simulation simulation, IntConsumer program, long mostSeconds) {
    return new Carrier(simulation, program, mostSeconds).run();
  }

  private void carry(IntConsumer program) {
    try {
      simulation.run(program);
    } catch (Throwable e) {
      broken = e;
    }
  }

  private Task run() {
    thread.start();
    Task stuck = watch();
    if (broken != null) {
      throw new ShmemException("the simulation is broken: " + broken, broken);
    }
    return stuck;
  }

  private Task watch() {
    boolean isStopped = false;
    while (isAlive()) {
      Task task = scheduler.current();
      if (task == null || scheduler.stepCount() != steps) {
        goesOn();
        continue;
      }
      if (System.nanoTime() - since <= mostNanos) {
        continue;
      }
      if (!runs(task)) {
        throw new ShmemException(held());
      }
      if (isStopped) {
        return task;
      }
      isStopped = !mayCompute;
      if (isStopped) {
        Hooks.stop();
      }
      goesOn();
    }
    return null;
  }

  /** Waits a while for its end. */
  private boolean isAlive() {
    try {
      thread.join(LOOK_MILLIS);
      return thread.isAlive();
    } catch (InterruptedException e) {
      Hooks.stop();
      Thread.currentThread().interrupt();
      throw new ShmemException("a simulation was interrupted", e);
    }
  }

  private void goesOn() {
    steps = scheduler.stepCount();
    since = System.nanoTime();
  }

  private static boolean runs(Task task) {
    return switch (task.thread.getState()) {
      case NEW, WAITING, TIMED_WAITING -> false;
      default -> true;
    };
  }

  /** Some thread has not given way: the JDK cannot take it off its carrier. */
  private String held() {
    String rule = "a thread cannot give way to another PE in a static initializer or native code: ";
    for (Task task : scheduler.tasks()) {
      for (StackTraceElement frame : task.thread.getStackTrace()) {
        if (frame.getMethodName().equals("<clinit>")) {
          return rule + task + " at=" + Op.line(frame) + "; make shmem calls in a method";
        }
      }
    }
    return rule + "next=" + scheduler.current() + "; make shmem calls in a method";
  }
}
