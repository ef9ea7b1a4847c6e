package org.shmem4j.shmem.sim.load;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Writes down what the program of the thread that made it does. */
final class Recorder implements Environment, AutoCloseable {
  static final long NOW = 1_000_000;
  static final long SEED = 5;

  final List<String> events = new ArrayList<>();
  final List<String> unchecked = new ArrayList<>();
  final List<Thread> started = new ArrayList<>();
  private final RandomGenerator random = new Random(SEED);
  private final Thread simulated = Thread.currentThread();
  private Thread current = simulated;

  Recorder() {
    Hooks.install(this);
  }

  static final class Exit extends Error {
    private static final long serialVersionUID = 1L;
    final int status;

    Exit(int status) {
      this.status = status;
    }
  }

  @Override
  public boolean isSimulated() {
    return Thread.currentThread() == simulated;
  }

  @Override
  public void load(MemorySegment segment, long offset, long bytes) {
    events.add("load " + offset + "+" + bytes);
  }

  @Override
  public void store(MemorySegment segment, long offset, long bytes) {
    events.add("store " + offset + "+" + bytes);
  }

  /** Heap segments count as private here. */
  @Override
  public boolean isSymmetric(MemorySegment segment) {
    return segment.isNative();
  }

  @Override
  public long nanoTime() {
    return NOW;
  }

  @Override
  public long currentTimeMillis() {
    return NOW;
  }

  @Override
  public void sleep(long nanos) {
    events.add("sleep " + nanos);
  }

  @Override
  public void poll() {
    events.add("poll");
  }

  @Override
  public Error exit(int status) {
    return new Exit(status);
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  /** Runs the body at once. */
  @Override
  public void start(Thread thread) {
    events.add("start " + thread.getName());
    started.add(thread);
    Thread outer = current;
    current = thread;
    Runnable body = thread;
    body.run();
    current = outer;
  }

  @Override
  public boolean join(Thread thread, long nanos) {
    events.add("join " + thread.getName() + " " + nanos);
    return true;
  }

  @Override
  public boolean isAlive(Thread thread) {
    return started.contains(thread);
  }

  @Override
  public Thread currentThread() {
    return current;
  }

  @Override
  public void unchecked(String where, String what) {
    unchecked.add(where + " " + what);
  }

  @Override
  public void close() {
    Hooks.remove();
  }
}
