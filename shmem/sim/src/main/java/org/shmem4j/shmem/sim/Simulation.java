package org.shmem4j.shmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.WaitTimeoutException;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.fabric.Seats;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Tracer;
import org.shmem4j.shmem.internal.sync.Awaited;
import org.shmem4j.shmem.internal.sync.JobEnding;
import org.shmem4j.shmem.internal.sync.Liveness;
import org.shmem4j.shmem.internal.sync.Waiter;
import org.shmem4j.shmem.job.PeState;

/**
 * A run of a program under one schedule. All tasks run on the thread that calls {@link #run}, one
 * at a time; each decides before its next operation, with the strategy, who is next.
 */
final class Simulation implements Tracer.Listener {
  /** Tasks that only poll, without anything that could change, are given up after so many steps. */
  private static final int MOST_IDLE_POLLS = 2_000_000;

  /** Parts on their way from one stream to one PE; more are delivered at once. */
  private static final int LONGEST_LINK = 64;

  /** How long tasks may wait for something that the simulation does not know. */
  private static final long MOST_SECONDS_OUTSIDE = 20;

  private static final long NANOS_PER_OPERATION = 1_000;
  private static final long NANOS_PER_LOOK_AT_TIME = 100;

  /** So that loops end that look until a moment of the simulated clock. */
  private static final double NANOS_PER_LOOK = 1;

  private static final long NANOS_PER_IDLE_POLL = 1_000_000;

  /** Who loads more at once does not look whether something has come. */
  private static final int MOST_BYTES_OF_A_LOOK = 64;

  private final SimulatedMemory memory;
  private final Strategy strategy;
  private final Steps steps;
  private final ControlFile control;
  private final SimulatedFabric fabric;
  private final Place[] places;
  private final List<Task> tasks = new ArrayList<>();
  private final Map<MeetingKey, Meeting> meetings = new HashMap<>();

  /** Those that do not wait for cells, by what they wait for. */
  private final Map<Task.Blocked, List<Task>> blocked = new HashMap<>();

  private final LinkedBlockingQueue<Task> woken = new LinkedBlockingQueue<>();
  private final Observer observer;
  private final LogGp clock;
  private Task current;
  private int alive;
  private int outside;
  private int streams;
  private long operations;
  private long parts;
  private long stepCount;
  private int idlePolls;
  private int unseen;
  private boolean over;

  /** Who has stored to its own memory since waits were looked at; null if nobody has. */
  private Task stored;

  private long nanos;

  /** When the next wait with a deadline ends, by the simulated clock. */
  private long nextTimer = Waiter.FOREVER;

  /** When the present step happens, in a simulation with a clock. */
  private double now;

  /** What tells one collective from another: disjoint teams may use the same board. */
  private record MeetingKey(int board, int first, long sequence) {}

  /** What a PE has in the simulation besides its heap. */
  private static final class Place {
    final Past past = new Past();
    final List<Task> waiting = new ArrayList<>();

    /** The deliveries that gets of this one must not miss. */
    final Seen seen = new Seen();
  }

  /** What those who wait for a cell learn from its last updates. */
  private final Map<Long, Seen> seenByCell = new HashMap<>();

  /** How many deliveries there have been. */
  private long moment;

  /**
   * Creates one.
   *
   * @param observer is told what happens
   * @param clock says how long things take; null if nobody asks
   */
  Simulation(SimulatedMemory memory, Strategy strategy, Observer observer, LogGp clock) {
    this.memory = memory;
    this.strategy = strategy;
    this.steps = new Steps(strategy);
    this.observer = observer;
    this.clock = clock;
    int pes = memory.spec().pes();
    memory.clear();
    this.control = memory.newControl();
    this.fabric = new SimulatedFabric(this, pes);
    this.places = new Place[pes];
    this.streams = pes;
  }

  int pes() {
    return places.length;
  }

  /** All that there have been. */
  List<Task> tasks() {
    return tasks;
  }

  /**
   * Runs a program on all PEs, until all have ended or one has failed.
   *
   * @param program is given a PE's number, in a thread that is that PE
   */
  void run(IntConsumer program) {
    for (int pe = 0; pe < places.length; pe++) {
      places[pe] = new Place();
      int self = pe;
      add(pe, "PE " + pe, () -> runPe(self, program));
    }
    Tracer.listen(this);
    try {
      current = pick(null);
      carry();
    } finally {
      Tracer.listen(null);
    }
  }

  private Task add(int owner, String name, Runnable body) {
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

  private void runPe(int pe, IntConsumer program) {
    var _ = control.compareAndSetState(pe, PeState.UNBORN, PeState.ATTACHED);
    Membership membership =
        new Membership(pe, control, memory.heaps(), Liveness.ofThreads(control, pe), true);
    try {
      Seats.take(membership, fabric);
      program.accept(pe);
    } catch (SimulationOver e) {
      // As intended.
    } catch (JobEnding e) {
      end();
      observer.exited(pe, e.status());
    } catch (Throwable e) {
      if (!over) {
        observer.failed(pe, e instanceof ProgramFailure failure ? failure.getCause() : e);
        end();
      }
    }
  }

  /** Starts a further thread of the running task's PE. */
  Task start(String name, Runnable body) {
    int owner = current.owner;
    Task started =
        add(
            owner,
            name,
            () -> {
              try {
                body.run();
              } catch (SimulationOver e) {
                // As intended.
              }
            });
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
    readyAll(new Joined(task), task.time);
    current = pick(null);
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
      if (nanos >= nextTimer) {
        fireTimers();
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
      if (clock != null && next.time >= nextTimer) {
        strategy.added(next);
        running = null;
        nanos = nextTimer;
        continue;
      }
      now = next.time;
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
    if (nextTimer != Waiter.FOREVER) {
      nanos = Math.max(nanos, nextTimer);
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

  void checkOver() {
    if (over) {
      throw new SimulationOver();
    }
    if (control.exitWord() != 0 && unseen == 0) {
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
  private void step() {
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
  private void giveWay() {
    Task next = pick(current);
    if (next != current) {
      switchTo(next);
    }
    checkOver();
  }

  /** As {@link #step}, but if all deliveries are steps, it waits until they allow it. */
  private void stepAfter(BooleanSupplier isAllowed) {
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
  private boolean block(Task.Blocked why, Awaited awaited, long deadline) {
    Task self = current;
    self.blocked = why;
    self.awaited = awaited;
    self.deadline = deadline;
    self.timedOut = false;
    nextTimer = Math.min(nextTimer, self.deadline);
    steps.remove(self);
    Place place = places[self.owner];
    if (awaited != null) {
      place.waiting.add(self);
    } else {
      blocked.computeIfAbsent(why, absent -> new ArrayList<>()).add(self);
    }
    Task next = pick(null);
    if (next != self) {
      switchTo(next);
    }
    if (awaited != null) {
      place.waiting.remove(self);
    } else if (self.timedOut) {
      leave(why, self);
    }
    self.blocked = null;
    self.awaited = null;
    checkOver();
    return self.timedOut;
  }

  /** A task no longer waits; those for which it has happened have been taken out with all. */
  private void leave(Task.Blocked why, Task task) {
    blocked.computeIfPresent(
        why,
        (same, waiting) -> {
          waiting.remove(task);
          return waiting.isEmpty() ? null : waiting;
        });
  }

  /** The running task's. */
  private long time() {
    return clock == null ? nanos : (long) current.time;
  }

  /** A moment so long after this one, or none if it never comes. */
  long after(long duration) {
    long now = time();
    return duration > Waiter.FOREVER - now ? Waiter.FOREVER : now + duration;
  }

  @Override
  public long now() {
    return isTask() ? time() : System.nanoTime();
  }

  /** Ends the waits whose time is over. */
  private void fireTimers() {
    nextTimer = Waiter.FOREVER;
    for (Task task : tasks) {
      if (task.blocked != null && task.place < 0 && task.deadline <= nanos) {
        task.timedOut = true;
        ready(task, (double) task.deadline);
      } else if (task.blocked != null && task.place < 0) {
        nextTimer = Math.min(nextTimer, task.deadline);
      }
    }
  }

  /** Whether the calling thread is a task's, and not the simulation itself. */
  boolean isTask() {
    return unseen == 0 && current != null && Thread.currentThread() == current.thread;
  }

  /** The PE whose thread calls, or {@link Step#NO_PE}. */
  int runningPe() {
    Task task = current;
    return task != null && Thread.currentThread() == task.thread ? task.owner : Step.NO_PE;
  }

  /** Whose turn it is; for a watchdog, which may see an earlier one. */
  Task running() {
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

  boolean isSymmetric(long address) {
    return memory.peOf(address) >= 0;
  }

  /** The running task does nothing for a time. */
  void sleep(long time) {
    current.announceNothing();
    step();
    if (clock == null) {
      var _ = block(new Asleep(), null, after(time));
    } else {
      current.time += time;
      giveWay();
    }
  }

  /** Waits for nothing but the time. */
  private record Asleep() implements Task.Blocked {
    @Override
    public String describe() {
      return "the end of its sleep";
    }
  }

  long content(Awaited awaited) {
    return read(awaited);
  }

  /** Reads memory without being told of it. */
  int unseen(IntSupplier reads) {
    unseen++;
    try {
      return reads.getAsInt();
    } finally {
      unseen--;
    }
  }

  boolean holds(Awaited awaited) {
    unseen++;
    try {
      return awaited.holds(awaited.read());
    } finally {
      unseen--;
    }
  }

  private long read(Awaited awaited) {
    unseen++;
    try {
      return awaited.read();
    } finally {
      unseen--;
    }
  }

  // Operations: each begins with one of these.

  /** Before an operation that only puts something on its way. */
  void before(Verb verb, int pe, long offset, long bytes) {
    current.announceNothing();
    current.site = observer.begins(current, verb, verb.toString(), pe, offset, bytes);
    step();
  }

  /** Before an operation that puts what its PE's memory holds on its way. */
  void beforePut(Verb verb, int pe, long offset, MemorySegment source, long from, long bytes) {
    announceOwn(source, from, bytes, false);
    current.site = observer.begins(current, verb, verb.toString(), pe, offset, bytes);
    step();
  }

  /** As {@link #beforePut}, and tells its target what its PE has seen. */
  void beforePutSignal(
      Verb verb, int pe, long offset, MemorySegment source, long from, long bytes) {
    announceOwn(source, from, bytes, false);
    current.needsPast(current.owner, false);
    current.site = observer.begins(current, verb, verb.toString(), pe, offset, bytes);
    step();
  }

  /** Before an operation that puts something on its way that tells what its PE has seen. */
  void beforeUpdate(Verb verb, int pe, long offset, long bytes) {
    current.announceNothing();
    current.needsPast(current.owner, false);
    current.site = observer.begins(current, verb, verb.toString(), pe, offset, bytes);
    step();
  }

  /** Announces an access to what may be the running task's own symmetric memory. */
  private void announceOwn(MemorySegment segment, long from, long bytes, boolean writes) {
    if (isSymmetric(segment)) {
      long address = segment.address() + from;
      current.announce(memory.peOf(address), memory.offsetOf(address), bytes, writes, false);
    } else {
      current.announceNothing();
    }
  }

  /** Has a part announce a read of what may be its program's own symmetric memory. */
  Part touchingOwn(Part part, MemorySegment segment, long from, long bytes) {
    if (!isSymmetric(segment)) {
      return part;
    }
    long address = segment.address() + from;
    return part.touching(memory.peOf(address), memory.offsetOf(address), bytes, false);
  }

  /** Whether it is a part of a heap. */
  boolean isSymmetric(MemorySegment segment) {
    return segment.isNative() && isSymmetric(segment.address());
  }

  /** Lets others go first after an operation that goes on by itself, before its program does. */
  void afterIssue() {
    if (clock == null) {
      current.announceNothing();
      step();
    }
  }

  /**
   * Before an operation that reads a PE's memory.
   *
   * @param target where to
   */
  void beforeRead(Verb verb, int pe, long offset, long bytes, MemorySegment target) {
    current.announce(pe, offset, bytes, false, isSymmetric(target));
    current.site = observer.begins(current, verb, verb.toString(), pe, offset, bytes);
    step();
  }

  /**
   * Before an operation that changes a cell of a PE's memory.
   *
   * @param isAllowed whether all that it must come after has been delivered
   */
  void beforeAtomic(Verb verb, int pe, long offset, int width, BooleanSupplier isAllowed) {
    current.announce(pe, offset, width, true, false);
    current.needsPast(Step.EVERY_PE, true);
    current.site = observer.begins(current, verb, verb.toString(), pe, offset, width);
    stepAfter(isAllowed);
  }

  /**
   * Before a completion of what is on its way.
   *
   * @param isAllowed whether all of it has been delivered
   */
  void beforeQuiet(BooleanSupplier isAllowed) {
    current.announce(Step.EVERY_PE, 0, 0, false, false);
    current.needsPast(Step.EVERY_PE, false);
    current.site = observer.begins(current, Verb.QUIET, "quiet", Step.NO_PE, 0, 0);
    stepAfter(isAllowed);
  }

  private void beforeMeeting(Meeting.Arrival arrival) {
    current.announce(Step.EVERY_PE, 0, 0, false, false);
    current.needsPast(current.owner, false);
    current.changesObjects = arrival.changesObjects();
    current.site = observer.begins(current, Verb.MEETING, arrival.call(), Step.NO_PE, 0, 0);
    step();
  }

  private void beforeLocal(Verb verb, long offset, long bytes, boolean writes) {
    announceLocal(verb, offset, bytes, writes);
    step();
  }

  private void announceLocal(Verb verb, long offset, long bytes, boolean writes) {
    current.announce(current.owner, offset, bytes, writes, false);
    current.site = observer.begins(current, verb, verb.toString(), current.owner, offset, bytes);
  }

  /** The running task looks for something that is not there yet. */
  void poll(Verb verb) {
    before(verb, Step.NO_PE, 0, 0);
    lookedInVain();
  }

  private void lookedInVain() {
    steps.polled(current);
    if (clock != null) {
      clock.looks(current);
    }
  }

  long nextOperation() {
    return ++operations;
  }

  long nextPart() {
    return ++parts;
  }

  int newStream(int pe, boolean ordersStores) {
    observer.newStream(streams, pe, ordersStores);
    return streams++;
  }

  int choose(Strategy.Choice choice, int bound) {
    return clock != null || bound == 1 ? 0 : strategy.choose(choice, bound);
  }

  /** The running task sends bytes. */
  void sends(Verb verb, Link link, long bytes) {
    if (clock != null) {
      clock.sends(current, verb, link, bytes);
    }
  }

  /** The running task asks a PE for bytes and goes on. */
  void asksFor(Verb verb, Link link, long bytes) {
    if (clock != null) {
      clock.asksFor(current, verb, link, bytes);
    }
  }

  /** The running task asks a PE for bytes; returns when it is asked, which must answer now. */
  void roundTrip(Verb verb, Link link, long bytes) {
    if (clock != null) {
      clock.asks(current, verb, link);
      giveWay();
      clock.answers(current, verb, link, bytes);
    }
  }

  /** The running task waits until all on some links is there, if there is a clock. */
  void settle(List<Link> links) {
    if (clock != null) {
      clock.settles(current, links);
      giveWay();
    }
  }

  void issue(Part part) {
    if (clock != null) {
      part.time = clock.arrival(part);
    }
    Link link = part.link;
    while (clock == null && link.size() >= LONGEST_LINK) {
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

  void complete(Awaitable future) {
    var _ = future.complete(null);
    steps.progress();
    readyAll(future, now);
  }

  /** Blocks until a future has been completed; true if its deadline has passed. */
  boolean awaitFuture(Awaitable future, long deadline) {
    current.announceNothing();
    if (clock != null || future.isComplete()) {
      step();
    }
    return !future.isComplete() && block(future, null, deadline);
  }

  // Memory.

  /** Delivers bytes. */
  void write(int pe, long offset, MemorySegment data, long from, long bytes, Issued issued) {
    MemorySegment heap = memory.heap(pe);
    keepPast(pe, offset, bytes);
    MemorySegment.copy(data, from, heap, offset, bytes);
    written(pe, offset, bytes, issued);
  }

  /** Delivers a cell. */
  void writeCell(int pe, long offset, int width, long bits, Issued issued) {
    MemorySegment heap = memory.heap(pe);
    keepPast(pe, offset, width);
    Memory.set(heap, offset, width, bits);
    written(pe, offset, width, issued);
  }

  private void keepPast(int pe, long offset, long bytes) {
    if (clock == null) {
      places[pe].past.keep(memory.heap(pe), offset, bytes, ++moment);
    }
  }

  private void written(int pe, long offset, long bytes, Issued issued) {
    memory.touch(pe, offset + bytes);
    steps.progress();
    if (issued != null) {
      delivered(issued);
    }
    wake(pe, offset, bytes);
  }

  private void delivered(Issued issued) {
    if (issued.told != null) {
      tell(issued.pe, issued.offset, issued.told, issued.replaces);
    }
    if (issued.observed != null) {
      observer.delivered(issued.observed);
    }
  }

  private void wake(int pe, long offset, long bytes) {
    List<Task> waiting = places[pe].waiting;
    for (int i = 0; i < waiting.size(); i++) {
      Task task = waiting.get(i);
      Awaited awaited = task.awaited;
      if (awaited.key() < offset + bytes
          && offset <= awaited.lastKey() + Long.BYTES
          && task.place < 0
          && holds(awaited)) {
        ready(task, now);
      }
    }
  }

  /** The content of a cell, sign-extended. */
  long peek(int pe, long offset, int width) {
    return Memory.get(memory.heap(pe), offset, width);
  }

  /** Copies from a PE's heap what a get may return: the newest, or what was there before. */
  void copyOut(int self, int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    Past past = places[pe].past;
    MemorySegment.copy(memory.heap(pe), offset, target, targetOffset, bytes);
    if (self == pe || clock != null) {
      return;
    }
    Seen seen = places[self].seen;
    long upTo = seen.upTo(pe);
    int age = choose(Strategy.Choice.AGE, past.contents(offset, bytes, upTo));
    int hiding = past.hiding(offset, bytes, upTo, age);
    past.restore(target, targetOffset, offset, bytes, hiding);
    seen.learn(pe, hiding == 0 ? past.last() : past.before(hiding));
  }

  // Who must have seen what.

  /** What a PE tells with a signal, an atomic, a collective; null if nobody asks. */
  private Seen told(int pe) {
    if (clock != null) {
      return null;
    }
    Seen told = places[pe].seen.copy();
    told.learn(pe, places[pe].past.last());
    return told;
  }

  /** Whoever acquires the cell learns what its writer knew, and what its owner's memory has. */
  private void tell(int pe, long offset, Seen told, boolean replaces) {
    if (told == null) {
      return;
    }
    long key = ((long) pe << 40) | offset;
    Seen before = seenByCell.get(key);
    if (before != null && !replaces) {
      told.learn(before);
    }
    told.learn(pe, places[pe].past.last());
    seenByCell.put(key, told);
  }

  private void learnFrom(int self, int pe, long offset) {
    Seen told = clock == null ? seenByCell.get(((long) pe << 40) | offset) : null;
    if (told != null) {
      places[self].seen.learn(told);
    }
  }

  /**
   * Something that is on its way to a PE.
   *
   * @param told what its writer knew; null if nobody learns from it
   * @param replaces whether who waits for the cell no longer learns from earlier updates
   * @param observed what the observer makes of it
   */
  record Issued(int pe, long offset, Seen told, boolean replaces, Object observed) {}

  /** Where in the program the running task's operation is. */
  Object site() {
    return current.site;
  }

  /** A put of the running task. */
  Issued puts(int stream, int pe, long offset, long bytes) {
    return new Issued(
        pe, offset, null, false, observer.puts(stream, pe, offset, bytes, current.site));
  }

  /** A store of one element, which may be waited for. */
  Issued stores(int stream, int pe, long offset, int width) {
    Object observed = observer.stores(stream, pe, offset, width, current.site);
    return new Issued(pe, offset, told(current.owner), true, observed);
  }

  /** An update of a signal; {@code data} is what comes with it, or null. */
  Issued signals(int stream, int pe, long offset, SignalOp op, Issued data) {
    boolean adds = op == SignalOp.ADD;
    Object observed =
        observer.signals(
            stream, pe, offset, adds, data == null ? null : data.observed, current.site);
    return new Issued(pe, offset, told(current.owner), !adds, observed);
  }

  /** A non-blocking atomic. */
  Issued atomicLater(int stream, int pe, long offset, int width) {
    Object observed = observer.atomicLater(stream, pe, offset, width, current.site);
    return new Issued(pe, offset, told(current.owner), false, observed);
  }

  /** An atomic that is about to be done. */
  void atomic(int stream, int pe, long offset, int width, boolean writes, boolean replaces) {
    int self = current.owner;
    learnFrom(self, pe, offset);
    observer.atomic(stream, pe, offset, width, writes, replaces, current.site);
    if (writes) {
      tell(pe, offset, told(self), replaces);
    }
  }

  /** The running task has found a cell so; if it did the last time, too, it is a poll. */
  void looked(int pe, long offset, long content) {
    if (current.looked(pe, offset, content)) {
      steps.polled(current);
      current.time += NANOS_PER_LOOK;
    }
  }

  void reads(int self, int pe, long offset, long bytes, Object site) {
    observer.reads(self, pe, offset, bytes, site);
  }

  /** The running task's PE reads a source that may be its own symmetric memory. */
  void readsSource(MemorySegment source, long sourceOffset, long bytes, Object site) {
    if (source.isNative() && bytes > 0) {
      long address = source.address() + sourceOffset;
      int pe = memory.peOf(address);
      if (pe >= 0) {
        observer.loads(pe, memory.offsetOf(address), bytes, site);
      }
    }
  }

  /** The running task's PE has written a target that may be its own symmetric memory. */
  void writesTarget(MemorySegment target, long targetOffset, long bytes, Object site) {
    if (target.isNative() && bytes > 0) {
      long address = target.address() + targetOffset;
      int pe = memory.peOf(address);
      if (pe >= 0) {
        observer.stores(pe, memory.offsetOf(address), bytes, site);
        memory.touch(pe, memory.offsetOf(address) + bytes);
      }
    }
  }

  void fenced(int stream, int pe) {
    observer.fences(stream, pe);
  }

  /** A full fence: what has been delivered by now is seen by what follows. */
  void quieted(int stream, int pe) {
    if (clock == null) {
      places[current.owner].seen.learnAll(moment);
    }
    observer.quiets(stream, pe);
  }

  // Waiting.

  /** Waits until it holds; returns the content of the cell that ended the wait. */
  long await(Awaited awaited, long deadline) {
    long bytes = awaited.lastKey() + Long.BYTES - awaited.key();
    announceLocal(Verb.WAIT, awaited.key(), bytes, false);
    if (clock != null || holds(awaited)) {
      step();
    }
    while (!holds(awaited)) {
      if (block(new OfCells(awaited, this), awaited, deadline)) {
        throw new WaitTimeoutException(
            "a wait did not end before its deadline: pe="
                + current.owner
                + " waitedFor="
                + describe(awaited));
      }
      if (!holds(awaited)) {
        observer.overshot(current);
      }
    }
    if (clock != null) {
      clock.looks(current);
    }
    return read(awaited);
  }

  /** Waits for cells. */
  private record OfCells(Awaited awaited, Simulation simulation) implements Task.Blocked {
    @Override
    public String describe() {
      return simulation.describe(awaited);
    }
  }

  private String describe(Awaited awaited) {
    unseen++;
    try {
      return awaited.describe();
    } finally {
      unseen--;
    }
  }

  /** Looks once. */
  boolean test(Awaited awaited) {
    beforeLocal(Verb.TEST, awaited.key(), awaited.lastKey() + Long.BYTES - awaited.key(), false);
    boolean holds = holds(awaited);
    if (!holds) {
      current.lookedInVain(awaited.key());
      lookedInVain();
    }
    return holds;
  }

  /** The running task has seen a cell of its own that others update. */
  void acquire(long offset, int width) {
    int self = current.owner;
    learnFrom(self, self, offset);
    observer.acquires(self, offset, width, current.site);
  }

  // Meeting.

  /** The running task comes to a collective of a board; returns when all have. */
  Meeting meet(int board, int[] members, long sequence, Meeting.Arrival arrival) {
    beforeMeeting(arrival);
    Task self = current;
    MeetingKey key = new MeetingKey(board, members[0], sequence);
    Meeting meeting = meetings.computeIfAbsent(key, absent -> new Meeting(members));
    meeting.arrive(arrival);
    steps.progress();
    if (clock == null) {
      meeting.seen().learn(told(self.owner));
    } else {
      clock.arrives(meeting, self);
    }
    observer.arrives(meeting, self.owner, self.site);
    if (meeting.isComplete()) {
      meetings.remove(key);
      completes(meeting);
    } else {
      self.announceNothing();
      var _ = block(meeting, null, Waiter.FOREVER);
    }
    if (clock == null) {
      places[self.owner].seen.learn(meeting.seen());
    }
    meeting.leave();
    observer.leaves(meeting, self.owner);
    return meeting;
  }

  /** The running task was the last to come. */
  private void completes(Meeting meeting) {
    if (clock != null) {
      clock.completes(meeting);
      current.time = meeting.time;
    }
    readyAll(meeting, meeting.time);
  }

  private void readyAll(Task.Blocked what, double time) {
    List<Task> waiting = blocked.remove(what);
    if (waiting != null) {
      waiting.forEach(task -> ready(task, time));
    }
  }

  /** Blocks until all members have told what they came for; this one just has. */
  void awaitAccounts(Meeting meeting) {
    if (meeting.isExplained()) {
      readyAll(meeting.waitForAccounts(), now);
    } else {
      var _ = block(meeting.waitForAccounts(), null, Waiter.FOREVER);
    }
  }

  // Objects.

  void opened(int pe, Object what) {
    if (what instanceof SymmetricObject object) {
      memory.touch(pe, object.offset() + object.byteSize());
    }
    observer.opened(pe, what);
  }

  void closed(int pe, Object what) {
    observer.closed(pe, what, control.state(pe) == PeState.FINALIZED);
  }

  // Loads and stores of a PE's own memory, told by the library before they are made.

  @Override
  public void loads(long address, long bytes, boolean acquires) {
    if (!isTask()) {
      return;
    }
    int pe = memory.peOf(address);
    if (pe < 0) {
      return;
    }
    long offset = memory.offsetOf(address);
    beforeLocal(acquires ? Verb.FETCH : Verb.LOAD, offset, bytes, false);
    if (acquires) {
      acquire(offset, (int) bytes);
    } else {
      observer.loads(pe, offset, bytes, current.site);
    }
    if (bytes <= MOST_BYTES_OF_A_LOOK) {
      looked(pe, offset, memory.fingerprint(pe, offset, (int) bytes));
    }
  }

  @Override
  public void stores(long address, long bytes) {
    if (!isTask()) {
      return;
    }
    int pe = memory.peOf(address);
    if (pe >= 0) {
      long offset = memory.offsetOf(address);
      beforeLocal(Verb.STORE, offset, bytes, true);
      observer.stores(pe, offset, bytes, current.site);
      memory.touch(pe, offset + bytes);
      steps.progress();
      stored = current;
    }
  }

  /** Who waits for a cell of this PE may have been served by a store that its thread has made. */
  private void lookAfterStore() {
    Task by = stored;
    stored = null;
    wake(by.owner, 0, memory.spec().heapBytes());
  }
}
