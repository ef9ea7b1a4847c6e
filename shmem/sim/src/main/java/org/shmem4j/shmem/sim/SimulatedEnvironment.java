package org.shmem4j.shmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.shmem4j.shmem.internal.sync.JobEnding;
import org.shmem4j.shmem.sim.load.Environment;

/** What a program's rewritten code gets from the simulation instead of the JDK. */
final class SimulatedEnvironment implements Environment {
  /** The beginning of time, in the year 2020: equal in all runs. */
  private static final long START_MILLIS = 1_577_836_800_000L;

  private final Simulation simulation;
  private final Scheduler scheduler;
  private final Observer observer;
  private final RandomGenerator[] random;
  private final Map<Thread, Task> tasks = new HashMap<>();
  private final Map<Thread, Thread> given = new HashMap<>();

  SimulatedEnvironment(Simulation simulation, Observer observer, long seed) {
    this.simulation = simulation;
    this.scheduler = simulation.scheduler();
    this.observer = observer;
    this.random = new RandomGenerator[simulation.pes()];
    for (int pe = 0; pe < random.length; pe++) {
      random[pe] = new SplittableRandom(seed * 31 + pe);
    }
  }

  @Override
  public boolean isSimulated() {
    return scheduler.isTask();
  }

  @Override
  public void load(MemorySegment segment, long offset, long bytes) {
    if (segment.isNative()) {
      simulation.loads(segment.address() + offset, bytes, false);
    }
  }

  @Override
  public void store(MemorySegment segment, long offset, long bytes) {
    if (segment.isNative()) {
      simulation.stores(segment.address() + offset, bytes);
    }
  }

  @Override
  public boolean isSymmetric(MemorySegment segment) {
    return simulation.isSymmetric(segment);
  }

  @Override
  public long nanoTime() {
    return scheduler.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return START_MILLIS + scheduler.nanoTime() / 1_000_000;
  }

  @Override
  public void sleep(long nanos) {
    scheduler.sleep(nanos);
  }

  @Override
  public void poll() {
    simulation.poll(Verb.PAUSE);
  }

  @Override
  public Error exit(int status) {
    return simulation.exits(status);
  }

  @Override
  public RandomGenerator random() {
    return random[scheduler.runningPe()];
  }

  @Override
  public void start(Thread thread) {
    if (tasks.containsKey(thread)) {
      throw new IllegalThreadStateException("the thread has been started before: " + thread);
    }
    Task task = simulation.start(thread.getName(), () -> run(thread));
    task.thread.setContextClassLoader(thread.getContextClassLoader());
    tasks.put(thread, task);
    given.put(task.thread, thread);
  }

  /** Does what the JDK does in a thread that has been started. */
  private static void run(Thread thread) {
    try {
      ((Runnable) thread).run();
    } catch (SimulationOver | JobEnding e) {
      throw e;
    } catch (Throwable e) {
      Thread.UncaughtExceptionHandler handler = thread.getUncaughtExceptionHandler();
      if (handler instanceof ThreadGroup) {
        throw new ProgramFailure(e); // nobody else would ever know
      }
      handler.uncaughtException(thread, e);
    }
  }

  @Override
  public boolean join(Thread thread, long nanos) {
    Task task = tasks.get(thread);
    return task == null || scheduler.join(task, scheduler.after(nanos));
  }

  @Override
  public boolean isAlive(Thread thread) {
    Task task = tasks.get(thread);
    boolean alive = task != null && !task.ended;
    if (alive) {
      simulation.poll(Verb.PAUSE);
    }
    return alive && !task.ended;
  }

  @Override
  public Thread currentThread() {
    Thread self = Thread.currentThread();
    return given.getOrDefault(self, self);
  }

  @Override
  public void unchecked(String where, String what) {
    observer.unchecked(where, what);
  }
}
