package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.sync.Awaited;
import org.shmem4j.shmem.internal.sync.JobEnding;
import org.shmem4j.shmem.internal.sync.Waiter;

/**
 * The tasks of a simulation, its time, and what is on its way. All tasks run on the thread that
 * calls {@link #run}, one at a time; each decides before its next operation, with the strategy, who
 * is next.
 */
final class Scheduler {
  /** Tasks that only poll, without anything that could change, are given up after so many steps. */
  private static final int MOST_IDLE_POLLS = 2_000_000;

  /** Parts on their way from one stream to one PE; more are delivered at once. */
  static final int LONGEST_LINK = 64;

  /** How long tasks may wait for something that the simulation does not know. */
  private static final long MOST_SECONDS_OUTSIDE = 20;

  private static final long NANOS_PER_OPERATION = 1_000;
  private static final long NANOS_PER_LOOK_AT_TIME = 100;

  /** So that loops end that look until a moment of the simulated clock. */
  private static final double NANOS_PER_LOOK = 1;

  private static final long NANOS_PER_IDLE_POLL = 1_000_000;

  private final Strategy strategy;
  private final Steps steps;
  private final ControlFile control;
  private final Observer observer;
  private final LogGp clock;
  private final List<Task> tasks = new ArrayList<>();
  private final Waits waits;

  private final LinkedBlockingQueue<Task> woken = new LinkedBlockingQueue<>();
  private Task current;
  private int alive;
  private int outside;
  private long stepCount;
  private long course;

  /** What has gone wrong with the simulation itself while nobody was there to see it. */
  private Throwable broken;

  private int idlePolls;
  private boolean over;

  /** Who has stored to its own memory since waits were looked at; null if nobody has. */
  private Task stored;

  private long nanos;

  /** When the present step happens, in a simulation with a clock. */
  private double now;

  /**
   * Creates one.
   *
   * @param observer is told what happens
   * @param clock says how long things take; null if nobody asks
   */
  Scheduler(int pes, Strategy strategy, ControlFile control, Observer observer, LogGp clock) {
    this.strategy = strategy;
    this.steps = new Steps(strategy);
    this.control = control;
    this.observer = observer;
    this.clock = clock;
    this.waits = new Waits(pes);
  }

  /** All that there have been. */
  List<Task> tasks() {
    return tasks;
  }

  /** Runs the tasks until all have ended. */
  void run() {
    current = pick(null);
    carry();
    if (broken != null) {
      throw new IllegalStateException(broken);
    }
  }

  /** Adds a task of a PE; it runs when it is next. */
  Task add(int owner, String name, Runnable body) {
    Task[] self = new Task[1];
    Task task =
        new Task(
            this,
            owner,
            tasks.size(),
            name,
            () -> {
              try {
                body.run();
              } finally {
                ended(self[0]);
              }
            });
    self[0] = task;
    task.time = current == null ? 0 : current.time;
    tasks.add(task);
    alive++;
    steps.add(task);
    return task;
  }

  /** Starts a further thread of the running task's PE. */
  Task start(String name, Runnable body) {
    int owner = current.owner;
    Task started = add(owner, name, body);
    tasks.stream().filter(task -> task.owner == owner).forEach(task -> task.hasCompany = true);
    return started;
  }

  /** The loop of the only carrier. */
  private void carry() {
    while (alive > 0) {
      Task task = current;
      if (task == null) {
        awaitOutside();
        continue;
      }
      task.run();
      if (current == task && !task.ended && !task.wantsToRun()) {
        leave(task);
      }
    }
  }

  /** A task waits for something that the simulation does not know, such as a lock of the JDK. */
  private void leave(Task task) {
    outside++;
    task.outside = true;
    observer.goesOutside(task);
    steps.remove(task);
    if (task.wantsToRun()) {
      woken.add(task); // between the two looks
    }
    current = pick(null);
  }

  /** Its thread can go on. */
  void wokenOutside(Task task) {
    woken.add(task);
  }

  private void awaitOutside() {
    try {
      Task task = woken.poll(MOST_SECONDS_OUTSIDE, TimeUnit.SECONDS);
      if (task == null) {
        observer.stuckOutside(blockedTasks());
        end();
        alive = 0; // they never come back
        return;
      }
      back(task);
      current = pick(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end();
      alive = 0;
    }
  }

  private void back(Task task) {
    if (task.outside) {
      task.outside = false;
      outside--;
      task.announce(Step.NO_PE, 0, 0, true, true);
      steps.add(task);
    }
  }

  private void ended(Task task) {
    task.ended = true;
    alive--;
    steps.remove(task);
    steps.progress();
    try {
      readyAll(new Joined(task), task.time);
      current = pick(null);
    } catch (Throwable e) { // nobody else would see it
      broken = e;
      current = null;
      alive = 0;
    }
  }

  /** Waits for the end of a task. */
  private record Joined(Task task) implements Task.Blocked {
    @Override
    public String describe() {
      return "the end of the thread " + task;
    }
  }

  /** Waits until a task has ended; true if it has by then. */
  boolean join(Task task, long deadline) {
    checkOver();
    current.announceNothing();
    while (!task.ended) {
      if (block(new Joined(task), null, deadline)) {
        return false;
      }
    }
    return true;
  }

  // Who is next.

  /** Delivers parts until a task is next; null if none can be, as all have ended or are outside. */
  private Task pick(Task running) {
    if (stored != null) {
      lookAfterStore();
    }
    while (true) {
      if (nanos >= waits.nextDeadline()) {
        waits.expire(nanos, task -> ready(task, (double) task.deadline));
      }
      for (Task back = woken.poll(); back != null; back = woken.poll()) {
        back(back);
      }
      if (steps.isEmpty()) {
        if (alive == 0 || !unblock()) {
          return null;
        }
        continue;
      }
      Step next = strategy.next(steps, running);
      if (strategy.isRedundant() && !over) {
        end();
        continue;
      }
      if (clock != null && next.time >= waits.nextDeadline()) {
        strategy.added(next);
        running = null;
        nanos = waits.nextDeadline();
        continue;
      }
      now = next.time;
      goesOnWith(next.id());
      if (next instanceof Part part) {
        deliver(part);
        continue;
      }
      Task task = (Task) next;
      if (steps.isPolling(task) && (clock == null || task.looksAgain)) {
        passes(NANOS_PER_IDLE_POLL);
        if (++idlePolls == MOST_IDLE_POLLS && !over) {
          observer.polledForEver(blockedTasks());
          end();
        }
      } else {
        idlePolls = 0;
      }
      return task;
    }
  }

  /** Nothing can happen: lets the wait with the next deadline end, or ends the simulation. */
  private boolean unblock() {
    if (waits.nextDeadline() != Waiter.FOREVER) {
      nanos = Math.max(nanos, waits.nextDeadline());
      return true;
    }
    if (outside > 0) {
      return false;
    }
    if (!over) {
      observer.deadlocked(blockedTasks());
      end();
      return true;
    }
    throw new IllegalStateException("tasks are blocked although the simulation is over");
  }

  private List<Task> blockedTasks() {
    return tasks.stream().filter(task -> !task.ended).toList();
  }

  /** Has every task unwind. */
  void end() {
    if (!over) {
      over = true;
      tasks.stream().filter(task -> task.blocked != null).forEach(this::ready);
    }
  }

  /** Whether every task has to unwind. */
  boolean isOver() {
    return over;
  }

  /** Throws if the running task has to unwind. */
  void checkOver() {
    if (over) {
      throw new SimulationOver();
    }
    if (control.exitWord() != 0 && !waits.isLooking()) {
      throw new JobEnding((int) control.exitWord());
    }
  }

  private void ready(Task task) {
    steps.add(task);
  }

  /** What it has waited for has happened. */
  private void ready(Task task, double time) {
    if (task.place < 0) {
      task.time = Math.max(task.time, time);
      ready(task);
    }
  }

  /** What tasks wait for has happened. */
  void readyAll(Task.Blocked what, double time) {
    waits.happens(what, task -> ready(task, time));
  }

  /** Who waits for a cell of this PE may have been served by a store that its thread has made. */
  private void lookAfterStore() {
    Task by = stored;
    stored = null;
    waits.changes(by.owner, 0, Long.MAX_VALUE, task -> ready(task, now));
  }

  /** The running task gives way to another. */
  private void switchTo(Task next) {
    Task self = current;
    current = next;
    if (next != self) {
      while (current != self) {
        LockSupport.park();
      }
    }
  }

  /** Lets others go first; returns when the running task's operation is the next step. */
  void step() {
    checkOver();
    passes(NANOS_PER_OPERATION);
    stepCount++;
    current.operations++;
    giveWay();
  }

  /** Time that passes for all, if none has a time of its own. */
  private void passes(long time) {
    if (clock == null) {
      nanos += time;
    }
  }

  /** Lets what comes first by the strategy happen first. */
  void giveWay() {
    Task next = pick(current);
    if (next != current) {
      switchTo(next);
    }
    checkOver();
  }

  /** As {@link #step}, but if all deliveries are steps, it waits until they allow it. */
  void stepAfter(BooleanSupplier isAllowed) {
    if (!strategy.isThorough() || isAllowed.getAsBoolean()) {
      step();
      return;
    }
    do {
      var _ = block(new OnTheirWay(isAllowed), null, Waiter.FOREVER);
    } while (!isAllowed.getAsBoolean());
  }

  /** Waits for deliveries. */
  private record OnTheirWay(BooleanSupplier haveCome) implements Task.Blocked {
    @Override
    public String describe() {
      return "its own operations to be completed";
    }
  }

  /** Blocks the running task until somebody makes it ready; true if its deadline has passed. */
  boolean block(Task.Blocked why, Awaited awaited, long deadline) {
    Task self = current;
    waits.begin(self, why, awaited, deadline);
    steps.remove(self);
    Task next = pick(null);
    if (next != self) {
      switchTo(next);
    }
    waits.end(self);
    checkOver();
    return self.timedOut;
  }

  /** The running task's. */
  long time() {
    return clock == null ? nanos : (long) current.time;
  }

  /** A moment so long after this one, or none if it never comes. */
  long after(long duration) {
    long now = time();
    return duration > Waiter.FOREVER - now ? Waiter.FOREVER : now + duration;
  }

  /** Whether the calling thread is a task's, and not the simulation itself. */
  boolean isTask() {
    return !waits.isLooking() && current != null && Thread.currentThread() == current.thread;
  }

  /** The PE whose thread calls, or {@link Step#NO_PE}. */
  int runningPe() {
    Task task = current;
    return task != null && Thread.currentThread() == task.thread ? task.owner : Step.NO_PE;
  }

  /** Whose turn it is; a watchdog may see an earlier one. */
  Task current() {
    return current;
  }

  /** How many steps there have been; for a watchdog, which may see an earlier number. */
  long stepCount() {
    return stepCount;
  }

  /** The simulated time. */
  long nanoTime() {
    passes(NANOS_PER_LOOK_AT_TIME);
    if (clock != null) {
      clock.tells(current);
    }
    return time();
  }

  /**
   * The running task does nothing for a time. What others do may take longer, so that its end is a
   * step like any other, except that a wait with a deadline before that ends first.
   */
  void sleep(long time) {
    long until = after(time);
    current.announceNothing();
    if (current.sleepsAgain()) {
      steps.polled(current);
    }
    step();
    current.slept();
    if (clock != null) {
      current.time += time;
      giveWay();
    } else if (until >= waits.nextDeadline()) {
      var _ = block(new Asleep(), null, until);
    } else {
      nanos = Math.max(nanos, until);
    }
  }

  /** Waits for nothing but the time. */
  private record Asleep() implements Task.Blocked {
    @Override
    public String describe() {
      return "the end of its sleep";
    }
  }

  /** The running task has looked for something that is not there yet. */
  void lookedInVain() {
    steps.polled(current);
    if (clock != null) {
      clock.looks(current);
    }
  }

  /** Decides between so many; 0 is the plainest. */
  int choose(Strategy.Choice choice, int bound) {
    if (clock != null || bound == 1) {
      return 0;
    }
    int chosen = strategy.choose(choice, bound);
    goesOnWith(chosen);
    return chosen;
  }

  private void goesOnWith(long decision) {
    course = 31 * course + decision;
  }

  /** A number for all that has been decided: a run that has another one went another way. */
  long course() {
    return course;
  }

  /** Something that could be is left out, as there would be too much of it. */
  void limits() {
    strategy.limits();
  }

  /** Something is on its way now. */
  void issue(Part part) {
    if (clock != null) {
      part.time = clock.arrival(part);
    }
    Link link = part.link;
    while (clock == null && link.size() >= LONGEST_LINK) {
      strategy.limits();
      deliver(link.deliverable(link.get(0)));
    }
    steps.add(part);
  }

  void deliver(Part part) {
    steps.remove(part);
    part.deliver();
    if (strategy.isThorough()) {
      readyDelivered();
    }
  }

  private void readyDelivered() {
    for (Task task : tasks) {
      if (task.blocked instanceof OnTheirWay parts && parts.haveCome.getAsBoolean()) {
        ready(task);
      }
    }
  }

  /** What a future stands for has happened. */
  void complete(Awaitable future) {
    future.comes();
    steps.progress();
    readyAll(future, now);
  }

  /** Blocks until what a future stands for has happened; true if its deadline has passed. */
  boolean awaitFuture(Awaitable future, long deadline) {
    current.announceNothing();
    if (clock != null || future.hasCome()) {
      step();
    }
    return !future.hasCome() && block(future, null, deadline);
  }

  /** Something has changed that those who look again and again could see. */
  void progress() {
    steps.progress();
  }

  /** What is delivered changes bytes of a PE's heap. */
  void changed(int pe, long offset, long bytes) {
    steps.progress();
    waits.changes(pe, offset, bytes, task -> ready(task, now));
  }

  /** The running task stores to its own memory, after this. */
  void stores() {
    steps.progress();
    stored = current;
  }

  /** The running task has found a cell so; if it did the last time, too, it is a poll. */
  void looked(int pe, long offset, long content) {
    if (current.looked(pe, offset, content)) {
      steps.polled(current);
      current.time += NANOS_PER_LOOK;
    }
  }

  /** Who waits, for what, and what is there. */
  Waits waits() {
    return waits;
  }

  /** When the present step happens, in a simulation with a clock. */
  double now() {
    return now;
  }
}
