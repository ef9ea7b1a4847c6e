package org.shmem4j.shmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.shmem4j.shmem.ShmemException;
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
 * A run of a program under one schedule: what its operations do, to the simulated memory, to those
 * who wait, and to the observer. Who is next, the {@link Scheduler} says.
 */
final class Simulation implements Tracer.Listener {
  /** Who loads more at once does not look whether something has come. */
  private static final int MOST_BYTES_OF_A_LOOK = 64;

  private final SimulatedMemory memory;
  private final ControlFile control;
  private final Scheduler scheduler;
  private final Sight sight;
  private final SimulatedFabric fabric;
  private final Map<MeetingKey, Meeting> meetings = new HashMap<>();
  private final Observer observer;
  private final LogGp clock;
  private int streams;
  private long operations;
  private long parts;

  /** What tells one collective from another: disjoint teams may use the same board. */
  private record MeetingKey(int board, int first, long sequence) {}

  /**
   * Creates one.
   *
   * @param observer is told what happens
   * @param clock says how long things take; null if nobody asks
   */
  Simulation(SimulatedMemory memory, Strategy strategy, Observer observer, LogGp clock) {
    int pes = memory.spec().pes();
    memory.clear();
    this.memory = memory;
    this.control = memory.newControl();
    this.observer = observer;
    this.clock = clock;
    this.scheduler = new Scheduler(pes, strategy, control, observer, clock);
    this.sight = new Sight(pes, clock != null);
    this.fabric = new SimulatedFabric(this, pes);
    this.streams = pes;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** The running task, whose thread must be the calling one. */
  private Task current() {
    Task task = scheduler.current();
    if (task == null || task.thread != Thread.currentThread()) {
      throw new ShmemException(
          "a thread that the simulation does not run makes no shmem operations: thread="
              + Thread.currentThread().getName()
              + "; start it by new Thread, as pools are not simulated");
    }
    return task;
  }

  /** The running task's program ends its JVM. */
  Error exits(int status) {
    int pe = current().owner;
    boolean isLeft = control.state(pe) == PeState.FINALIZED;
    if (!scheduler.isOver() && (status != 0 || !isLeft)) {
      scheduler.end();
      observer.exited(pe, status);
    }
    return new SimulationOver();
  }

  int pes() {
    return memory.spec().pes();
  }

  /**
   * Runs a program on all PEs, until all have ended or one has failed.
   *
   * @param program is given a PE's number, in a thread that is that PE
   */
  void run(IntConsumer program) {
    for (int pe = 0; pe < pes(); pe++) {
      int self = pe;
      var _ = scheduler.add(pe, "PE " + pe, () -> runPe(self, program));
    }
    Tracer.listen(this);
    try {
      scheduler.run();
    } finally {
      Tracer.listen(null);
    }
  }

  private void runPe(int pe, IntConsumer program) {
    var _ = control.compareAndSetState(pe, PeState.UNBORN, PeState.ATTACHED);
    Membership membership =
        new Membership(pe, control, memory.heaps(), Liveness.ofThreads(control, pe), true);
    runTask(
        pe,
        () -> {
          Seats.take(membership, fabric);
          program.accept(pe);
        });
  }

  /** Starts a further thread of the running task's PE. */
  Task start(String name, Runnable body) {
    int owner = current().owner;
    return scheduler.start(name, () -> runTask(owner, body));
  }

  private void runTask(int pe, Runnable body) {
    try {
      body.run();
    } catch (SimulationOver e) {
      // As intended.
    } catch (JobEnding e) {
      if (!scheduler.isOver()) {
        scheduler.end();
        if (e.status() != 0) {
          observer.exited(pe, e.status());
        }
      }
    } catch (Throwable e) {
      if (!scheduler.isOver()) {
        observer.failed(pe, e instanceof ProgramFailure failure ? failure.getCause() : e);
        scheduler.end();
      }
    }
  }

  // Operations: each begins with one of these.

  private void begins(Verb verb, int pe, long offset, long bytes) {
    begins(verb, verb.toString(), pe, offset, bytes);
  }

  private void begins(Verb verb, String name, int pe, long offset, long bytes) {
    current().site = observer.begins(current(), verb, name, pe, offset, bytes);
  }

  /** Before an operation that only puts something on its way. */
  void before(Verb verb, int pe, long offset, long bytes) {
    current().announceNothing();
    begins(verb, pe, offset, bytes);
    scheduler.step();
  }

  /** Before an operation that puts what its PE's memory holds on its way. */
  void beforePut(Verb verb, int pe, long offset, MemorySegment source, long from, long bytes) {
    announceOwn(source, from, bytes, false);
    begins(verb, pe, offset, bytes);
    scheduler.step();
  }

  /** As {@link #beforePut}, and tells its target what its PE has seen. */
  void beforePutSignal(
      Verb verb, int pe, long offset, MemorySegment source, long from, long bytes) {
    announceOwn(source, from, bytes, false);
    current().needsPast(current().owner, false);
    begins(verb, pe, offset, bytes);
    scheduler.step();
  }

  /** Before an operation that puts something on its way that tells what its PE has seen. */
  void beforeUpdate(Verb verb, int pe, long offset, long bytes) {
    current().announceNothing();
    current().needsPast(current().owner, false);
    begins(verb, pe, offset, bytes);
    scheduler.step();
  }

  /** Announces an access to what may be the running task's own symmetric memory. */
  private void announceOwn(MemorySegment segment, long from, long bytes, boolean writes) {
    if (isSymmetric(segment, from)) {
      long address = segment.address() + from;
      current().announce(memory.peOf(address), memory.offsetOf(address), bytes, writes, false);
    } else {
      current().announceNothing();
    }
  }

  /** Has a part announce a read of what may be its program's own symmetric memory. */
  Part touchingOwn(Part part, MemorySegment segment, long from, long bytes) {
    if (!isSymmetric(segment, from)) {
      return part;
    }
    long address = segment.address() + from;
    return part.touching(memory.peOf(address), memory.offsetOf(address), bytes, false);
  }

  /** Whether it is a part of a heap. */
  boolean isSymmetric(MemorySegment segment) {
    return isSymmetric(segment, 0);
  }

  /** Whether a place in it, which may be all memory, is in a heap. */
  boolean isSymmetric(MemorySegment segment, long at) {
    return segment.isNative() && isSymmetric(segment.address() + at);
  }

  boolean isSymmetric(long address) {
    return memory.peOf(address) >= 0;
  }

  /** Lets others go first after an operation that goes on by itself, before its program does. */
  void afterIssue() {
    if (clock == null) {
      current().announceNothing();
      scheduler.step();
    }
  }

  /**
   * Before an operation that reads a PE's memory.
   *
   * @param target where to
   * @param at where in it
   */
  void beforeRead(Verb verb, int pe, long offset, long bytes, MemorySegment target, long at) {
    current().announce(pe, offset, bytes, false, isSymmetric(target, at));
    begins(verb, pe, offset, bytes);
    scheduler.step();
  }

  /**
   * Before an operation that changes a cell of a PE's memory.
   *
   * @param isAllowed whether all that it must come after has been delivered
   */
  void beforeAtomic(Verb verb, int pe, long offset, int width, BooleanSupplier isAllowed) {
    current().announce(pe, offset, width, true, false);
    current().needsPast(Step.EVERY_PE, true);
    begins(verb, pe, offset, width);
    scheduler.stepAfter(isAllowed);
  }

  /**
   * Before a completion of what is on its way.
   *
   * @param isAllowed whether all of it has been delivered
   */
  void beforeQuiet(BooleanSupplier isAllowed) {
    current().announce(Step.EVERY_PE, 0, 0, false, false);
    current().needsPast(Step.EVERY_PE, false);
    begins(Verb.QUIET, Step.NO_PE, 0, 0);
    scheduler.stepAfter(isAllowed);
  }

  private void beforeMeeting(Meeting.Arrival arrival) {
    current().announce(Step.EVERY_PE, 0, 0, false, false);
    current().needsPast(current().owner, false);
    current().changesObjects = arrival.changesObjects();
    begins(Verb.MEETING, arrival.call(), Step.NO_PE, 0, 0);
    scheduler.step();
  }

  private void beforeLocal(Verb verb, long offset, long bytes, boolean writes) {
    announceLocal(verb, offset, bytes, writes);
    scheduler.step();
  }

  private void announceLocal(Verb verb, long offset, long bytes, boolean writes) {
    current().announce(current().owner, offset, bytes, writes, false);
    begins(verb, current().owner, offset, bytes);
  }

  /** The running task looks for something that is not there yet. */
  void poll(Verb verb) {
    before(verb, Step.NO_PE, 0, 0);
    scheduler.lookedInVain();
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

  /** The running task sends bytes. */
  void sends(Verb verb, Link link, long bytes) {
    if (clock != null) {
      clock.sends(current(), verb, link, bytes);
    }
  }

  /** The running task asks a PE for bytes and goes on. */
  void asksFor(Verb verb, Link link, long bytes) {
    if (clock != null) {
      clock.asksFor(current(), verb, link, bytes);
    }
  }

  /** The running task asks a PE for bytes; returns when it is asked, which must answer now. */
  void roundTrip(Verb verb, Link link, long bytes) {
    if (clock != null) {
      clock.asks(current(), verb, link);
      scheduler.giveWay();
      clock.answers(current(), verb, link, bytes);
    }
  }

  /** The running task waits until all on some links is there, if there is a clock. */
  void settle(List<Link> links) {
    if (clock != null) {
      clock.settles(current(), links);
      scheduler.giveWay();
    }
  }

  // Memory.

  /** Delivers bytes. */
  void write(int pe, long offset, MemorySegment data, long from, long bytes, Issued issued) {
    MemorySegment heap = memory.heap(pe);
    sight.overwrites(pe, heap, offset, bytes);
    MemorySegment.copy(data, from, heap, offset, bytes);
    written(pe, offset, bytes, issued);
  }

  /** Delivers a cell. */
  void writeCell(int pe, long offset, int width, long bits, Issued issued) {
    MemorySegment heap = memory.heap(pe);
    sight.overwrites(pe, heap, offset, width);
    Memory.set(heap, offset, width, bits);
    written(pe, offset, width, issued);
  }

  private void written(int pe, long offset, long bytes, Issued issued) {
    memory.touch(pe, offset + bytes);
    if (issued != null) {
      delivered(issued);
    }
    scheduler.changed(pe, offset, bytes);
  }

  private void delivered(Issued issued) {
    if (issued.told != null) {
      sight.tell(issued.pe, issued.offset, issued.told, issued.replaces);
    }
    if (issued.observed != null) {
      observer.delivered(issued.observed);
    }
  }

  /** The content of a cell, sign-extended. */
  long peek(int pe, long offset, int width) {
    return Memory.get(memory.heap(pe), offset, width);
  }

  /** What gets of a PE that begin now must not miss. */
  Seen known(int self) {
    return sight.known(self);
  }

  /** How many cells there are that somebody learns from. */
  int cells() {
    return sight.cells();
  }

  /**
   * Copies from a PE's heap what a get may return: the newest, or what was there before.
   *
   * @param known when the get began
   */
  void copyOut(
      int self,
      Seen known,
      int pe,
      long offset,
      MemorySegment target,
      long targetOffset,
      long bytes) {
    MemorySegment.copy(memory.heap(pe), offset, target, targetOffset, bytes);
    if (self != pe) {
      sight.blur(self, known, pe, offset, target, targetOffset, bytes, scheduler);
    }
  }

  // Who must have seen what.

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
    return current().site;
  }

  /** A put of the running task. */
  Issued puts(int stream, int pe, long offset, long bytes) {
    return new Issued(
        pe, offset, null, false, observer.puts(stream, pe, offset, bytes, current().site));
  }

  /** A store of one element, which may be waited for. */
  Issued stores(int stream, int pe, long offset, int width) {
    Object observed = observer.stores(stream, pe, offset, width, current().site);
    return new Issued(pe, offset, sight.told(current().owner), true, observed);
  }

  /** An update of a signal; {@code data} is what comes with it, or null. */
  Issued signals(int stream, int pe, long offset, SignalOp op, Issued data) {
    boolean adds = op == SignalOp.ADD;
    Object observed =
        observer.signals(
            stream, pe, offset, adds, data == null ? null : data.observed, current().site);
    return new Issued(pe, offset, sight.told(current().owner), !adds, observed);
  }

  /** A non-blocking atomic. */
  Issued atomicLater(int stream, int pe, long offset, int width, boolean writes) {
    Object observed = observer.atomicLater(stream, pe, offset, width, writes, current().site);
    return new Issued(pe, offset, writes ? sight.told(current().owner) : null, false, observed);
  }

  /** An atomic that is about to be done. */
  void atomic(int stream, int pe, long offset, int width, boolean writes, boolean replaces) {
    int self = current().owner;
    sight.learnFrom(self, pe, offset);
    observer.atomic(stream, pe, offset, width, writes, replaces, current().site);
    if (writes) {
      sight.tell(pe, offset, sight.told(self), replaces);
    }
  }

  void reads(int self, int pe, long offset, long bytes, Object site) {
    observer.reads(self, pe, offset, bytes, site);
  }

  /** The running task's PE reads a source that may be its own symmetric memory. */
  void readsSource(MemorySegment source, long sourceOffset, long bytes, Object site) {
    if (bytes > 0 && isSymmetric(source, sourceOffset)) {
      long address = source.address() + sourceOffset;
      observer.loads(memory.peOf(address), memory.offsetOf(address), bytes, site);
    }
  }

  /** The running task's PE has written a target that may be its own symmetric memory. */
  void writesTarget(MemorySegment target, long targetOffset, long bytes, Object site) {
    if (bytes > 0 && isSymmetric(target, targetOffset)) {
      long address = target.address() + targetOffset;
      int pe = memory.peOf(address);
      long offset = memory.offsetOf(address);
      observer.stores(pe, offset, bytes, site);
      memory.touch(pe, offset + bytes);
    }
  }

  /** The running task has learnt that what was on its way is there. */
  void completed(Issued issued) {
    if (issued.observed != null) {
      observer.completed(issued.observed);
    }
  }

  void fenced(int stream, int pe) {
    observer.fences(stream, pe);
  }

  /** A full fence: what has been delivered by now is seen by what follows. */
  void quieted(int stream, int pe) {
    sight.learnAll(current().owner);
    observer.quiets(stream, pe);
  }

  // Waiting.

  /** Waits until it holds; returns the content of the cell that ended the wait. */
  long await(Awaited awaited, long deadline) {
    long bytes = awaited.lastKey() + Long.BYTES - awaited.key();
    announceLocal(Verb.WAIT, awaited.key(), bytes, false);
    if (clock != null || scheduler.waits().holds(awaited)) {
      scheduler.step();
    }
    while (!scheduler.waits().holds(awaited)) {
      if (scheduler.block(new OfCells(awaited, scheduler.waits()), awaited, deadline)) {
        throw new WaitTimeoutException(
            "a wait did not end before its deadline: pe="
                + current().owner
                + " waitedFor="
                + scheduler.waits().describe(awaited));
      }
      if (!scheduler.waits().holds(awaited)) {
        observer.overshot(current());
      }
    }
    if (clock != null) {
      clock.looks(current());
    }
    return scheduler.waits().read(awaited);
  }

  /** Waits for cells. */
  private record OfCells(Awaited awaited, Waits waits) implements Task.Blocked {
    @Override
    public String describe() {
      return waits.describe(awaited);
    }
  }

  /** Looks once. */
  boolean test(Awaited awaited) {
    beforeLocal(Verb.TEST, awaited.key(), awaited.lastKey() + Long.BYTES - awaited.key(), false);
    boolean holds = scheduler.waits().holds(awaited);
    if (!holds) {
      current().lookedInVain(awaited.key());
      scheduler.lookedInVain();
    }
    return holds;
  }

  /** The running task has seen a cell of its own that others update. */
  void acquire(long offset, int width) {
    int self = current().owner;
    sight.learnFrom(self, self, offset);
    observer.acquires(self, offset, width, current().site);
  }

  // Meeting.

  /** The running task comes to a collective of a board; returns when all have. */
  Meeting meet(int board, int[] members, long sequence, Meeting.Arrival arrival) {
    beforeMeeting(arrival);
    Task self = current();
    MeetingKey key = new MeetingKey(board, members[0], sequence);
    Meeting meeting = meetings.computeIfAbsent(key, absent -> new Meeting(members));
    meeting.arrive(arrival);
    scheduler.progress();
    sight.tell(self.owner, meeting.seen());
    if (clock != null) {
      clock.arrives(meeting, self);
    }
    observer.arrives(meeting, self.owner, self.site);
    if (meeting.isComplete()) {
      meetings.remove(key);
      completes(meeting);
    } else {
      self.announceNothing();
      var _ = scheduler.block(meeting, null, Waiter.FOREVER);
    }
    sight.learn(self.owner, meeting.seen());
    meeting.leave();
    observer.leaves(meeting, self.owner);
    return meeting;
  }

  /** The running task was the last to come. */
  private void completes(Meeting meeting) {
    if (clock != null) {
      clock.completes(meeting);
      current().time = meeting.time;
    }
    scheduler.readyAll(meeting, meeting.time);
  }

  /** Blocks until all members have told what they came for; this one just has. */
  void awaitAccounts(Meeting meeting) {
    if (meeting.isExplained()) {
      scheduler.readyAll(meeting.waitForAccounts(), scheduler.now());
    } else {
      var _ = scheduler.block(meeting.waitForAccounts(), null, Waiter.FOREVER);
    }
  }

  // Objects.

  void opened(int pe, Object what) {
    if (what instanceof SymmetricObject object) {
      memory.touch(pe, object.offset() + object.byteSize());
      sight.opened(pe, object.offset(), object.byteSize());
    }
    observer.opened(pe, what);
  }

  void isPartOf(Object part) {
    observer.isPart(part);
  }

  void closed(int pe, Object what) {
    if (what instanceof SymmetricObject object) {
      sight.closed(pe, object.offset());
    }
    observer.closed(pe, what, control.state(pe) == PeState.FINALIZED);
  }

  // Loads and stores of a PE's own memory, told by the library before they are made.

  @Override
  public void loads(long address, long bytes, boolean acquires) {
    if (!scheduler.isTask()) {
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
      observer.loads(pe, offset, bytes, current().site);
    }
    if (bytes <= MOST_BYTES_OF_A_LOOK) {
      scheduler.looked(pe, offset, memory.fingerprint(pe, offset, (int) bytes));
    }
  }

  @Override
  public void stores(long address, long bytes) {
    if (!scheduler.isTask()) {
      return;
    }
    int pe = memory.peOf(address);
    if (pe >= 0) {
      long offset = memory.offsetOf(address);
      beforeLocal(Verb.STORE, offset, bytes, true);
      observer.stores(pe, offset, bytes, current().site);
      memory.touch(pe, offset + bytes);
      scheduler.stores();
    }
  }

  @Override
  public long now() {
    return scheduler.isTask() ? scheduler.time() : System.nanoTime();
  }
}
