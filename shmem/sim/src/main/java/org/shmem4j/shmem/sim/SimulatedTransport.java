package org.shmem4j.shmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.transport.AtomicOp;
import org.shmem4j.shmem.internal.transport.Transport;
import org.shmem4j.shmem.sim.Part.Stage;

/**
 * One stream of a PE's operations. What is issued becomes parts: pieces of data, updates of signals
 * and cells, reads of sources, results. Each is delivered as a step of its own, at any time that
 * {@link Part#mustPrecede} allows.
 */
final class SimulatedTransport implements Transport {
  /** Of one put: pieces can come in any order, and of four that is 24. */
  static final int MOST_CUTS = 3;

  private final Simulation simulation;
  private final int self;
  private final int stream;
  private final Links links;

  SimulatedTransport(Simulation simulation, int self, int stream) {
    this.simulation = simulation;
    this.self = self;
    this.stream = stream;
    this.links = new Links(stream, self, simulation.pes());
  }

  private Link link(int pe) {
    return links.to(pe);
  }

  /** A change of the target's memory that can be put on its way. */
  private Part change(
      long operation,
      Stage stage,
      Link link,
      long cell,
      long offset,
      long bytes,
      Runnable delivery) {
    return new Part(link, simulation.nextPart(), operation, stage, link.epoch, cell, delivery)
        .touching(link.target, offset, bytes, true)
        .needingPast(link.target, true);
  }

  /** Puts a change of the target's memory on its way. */
  private void issue(
      long operation,
      Stage stage,
      Link link,
      long cell,
      long offset,
      long bytes,
      Runnable delivery) {
    simulation.scheduler().issue(change(operation, stage, link, cell, offset, bytes, delivery));
  }

  /** Puts what happens at this PE on its way; it is nobody else's business. */
  private Part own(long operation, Stage stage, Link link, Runnable delivery) {
    return new Part(
        link, simulation.nextPart(), operation, stage, Part.UNORDERED, Part.NO_CELL, delivery);
  }

  /** Queues a put, whose source is read now unless it is non-blocking. */
  private Completion put(
      boolean isNbi,
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      Simulation.Issued issued,
      Update signal) {
    Link link = link(pe);
    long operation = simulation.nextOperation();
    MemorySegment data = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    Object site = simulation.site();
    Awaitable isRead = isNbi ? new Awaitable(simulation) : null;
    if (signal == null) {
      simulation.sends(Verb.PUT, link, bytes);
    } else {
      simulation.sends(Verb.PUT_SIGNAL, link, bytes + Long.BYTES);
    }
    if (isNbi) {
      Part reads =
          own(
              operation,
              Stage.SOURCE,
              link,
              () -> {
                simulation.readsSource(source, sourceOffset, bytes, site);
                MemorySegment.copy(source, sourceOffset, data, 0, bytes);
                simulation.scheduler().complete(isRead);
              });
      simulation.scheduler().issue(simulation.touchingOwn(reads, source, sourceOffset, bytes));
    } else {
      MemorySegment.copy(source, sourceOffset, data, 0, bytes);
    }
    Words words = new Words(offset, bytes);
    int pieces = 1 + cuts(words);
    int[] missing = {pieces};
    for (int i = 0; i < pieces; i++) {
      long from = words.seam(i, pieces);
      long length = words.seam(i + 1, pieces) - from;
      Runnable delivery =
          () -> {
            boolean isLast = --missing[0] == 0;
            simulation.write(pe, from, data, from - offset, length, isLast ? issued : null);
          };
      Part part = change(operation, Stage.DATA, link, Part.NO_CELL, from, length, delivery);
      part.isCoarse = words.count() > MOST_CUTS + 1 && length > Long.BYTES;
      simulation.scheduler().issue(part);
    }
    if (signal != null) {
      update(operation, link, signal);
    }
    if (!isNbi) {
      return null;
    }
    Awaitable isSeen =
        signal == null
            ? new Awaitable(simulation, issued)
            : new Awaitable(simulation, issued, signal.issued);
    simulation
        .scheduler()
        .issue(own(operation, Stage.RESULT, link, () -> simulation.scheduler().complete(isSeen)));
    simulation.afterIssue();
    return new Completion(isRead, isSeen);
  }

  private int cuts(Words words) {
    int most = (int) Math.min(MOST_CUTS, words.count() - 1);
    return most <= 0 ? 0 : simulation.scheduler().choose(Strategy.Choice.CUTS, most + 1);
  }

  /** A change of a signal that is on its way. */
  private record Update(long offset, SignalOp op, long value, Simulation.Issued issued) {}

  private void update(long operation, Link link, Update update) {
    issue(
        operation,
        Stage.UPDATE,
        link,
        Part.NO_CELL,
        update.offset,
        Long.BYTES,
        () -> {
          long old =
              update.op == SignalOp.ADD
                  ? simulation.peek(link.target, update.offset, Long.BYTES)
                  : 0;
          simulation.writeCell(
              link.target, update.offset, Long.BYTES, old + update.value, update.issued);
        });
  }

  @Override
  public void put(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    simulation.beforePut(Verb.PUT, pe, offset, source, sourceOffset, bytes);
    simulation.readsSource(source, sourceOffset, bytes, simulation.site());
    Simulation.Issued issued = simulation.puts(stream, pe, offset, bytes);
    var _ = put(false, pe, offset, source, sourceOffset, bytes, issued, null);
  }

  @Override
  public Completion putNbi(
      int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    simulation.before(Verb.PUT_NBI, pe, offset, bytes);
    Simulation.Issued issued = simulation.puts(stream, pe, offset, bytes);
    return put(true, pe, offset, source, sourceOffset, bytes, issued, null);
  }

  @Override
  public void putSignal(
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      long signalOffset,
      SignalOp op,
      long value) {
    simulation.beforePutSignal(Verb.PUT_SIGNAL, pe, offset, source, sourceOffset, bytes);
    simulation.readsSource(source, sourceOffset, bytes, simulation.site());
    Simulation.Issued issued = simulation.puts(stream, pe, offset, bytes);
    Simulation.Issued signals = simulation.signals(stream, pe, signalOffset, op, issued);
    Update update = new Update(signalOffset, op, value, signals);
    var _ = put(false, pe, offset, source, sourceOffset, bytes, issued, update);
  }

  @Override
  public Completion putSignalNbi(
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      long signalOffset,
      SignalOp op,
      long value) {
    simulation.beforeUpdate(Verb.PUT_SIGNAL_NBI, pe, offset, bytes);
    Simulation.Issued issued = simulation.puts(stream, pe, offset, bytes);
    Simulation.Issued signals = simulation.signals(stream, pe, signalOffset, op, issued);
    Update update = new Update(signalOffset, op, value, signals);
    return put(true, pe, offset, source, sourceOffset, bytes, issued, update);
  }

  @Override
  public void signal(int pe, long signalOffset, SignalOp op, long value) {
    simulation.beforeUpdate(Verb.SIGNAL, pe, signalOffset, Long.BYTES);
    Simulation.Issued issued = simulation.signals(stream, pe, signalOffset, op, null);
    Link link = link(pe);
    simulation.sends(Verb.SIGNAL, link, Long.BYTES);
    update(simulation.nextOperation(), link, new Update(signalOffset, op, value, issued));
  }

  @Override
  public void store(int pe, long offset, int width, long bits) {
    simulation.beforeUpdate(Verb.P, pe, offset, width);
    Simulation.Issued issued = simulation.stores(stream, pe, offset, width);
    Link link = link(pe);
    simulation.sends(Verb.P, link, width);
    issue(
        simulation.nextOperation(),
        Stage.DATA,
        link,
        Part.NO_CELL,
        offset,
        width,
        () -> simulation.writeCell(pe, offset, width, bits, issued));
  }

  @Override
  public void get(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    simulation.beforeRead(Verb.GET, pe, offset, bytes, target, targetOffset);
    simulation.roundTrip(Verb.GET, link(pe), bytes);
    simulation.reads(self, pe, offset, bytes, simulation.site());
    simulation.copyOut(self, simulation.known(self), pe, offset, target, targetOffset, bytes);
    simulation.writesTarget(target, targetOffset, bytes, simulation.site());
  }

  @Override
  public long load(int pe, long offset, int width) {
    MemorySegment cell = MemorySegment.ofArray(new byte[Long.BYTES]);
    simulation.beforeRead(Verb.G, pe, offset, width, cell, 0);
    simulation.roundTrip(Verb.G, link(pe), width);
    simulation.reads(self, pe, offset, width, simulation.site());
    simulation.copyOut(self, simulation.known(self), pe, offset, cell, 0, width);
    return Memory.get(cell, 0, width);
  }

  @Override
  public Completion getNbi(
      int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    simulation.before(Verb.GET_NBI, pe, offset, bytes);
    Object site = simulation.site();
    Seen known = simulation.known(self);
    Awaitable isDone = new Awaitable(simulation);
    Link link = link(pe);
    simulation.asksFor(Verb.GET, link, bytes);
    Part gets =
        own(
            simulation.nextOperation(),
            Stage.RESULT,
            link,
            () -> {
              simulation.reads(self, pe, offset, bytes, site);
              simulation.copyOut(self, known, pe, offset, target, targetOffset, bytes);
              simulation.writesTarget(target, targetOffset, bytes, site);
              simulation.scheduler().complete(isDone);
            });
    gets.touching(pe, offset, bytes, false).touchesAll =
        simulation.isSymmetric(target, targetOffset);
    simulation.scheduler().issue(gets);
    simulation.afterIssue();
    return new Completion(isDone, isDone);
  }

  @Override
  public long atomic(AtomicOp op, int pe, long offset, int width, long operand, long expected) {
    Link link = link(pe);
    Part atomic =
        new Part(link, 0, simulation.nextOperation(), Stage.UPDATE, link.epoch, offset, () -> {});
    simulation.beforeAtomic(Verb.ATOMIC, pe, offset, width, () -> link.ahead(atomic) == null);
    simulation.roundTrip(Verb.ATOMIC, link, width);
    deliverBefore(link, atomic);
    long old = simulation.peek(pe, offset, width);
    long changed = apply(op, width, old, operand, expected);
    boolean writes = op != AtomicOp.FETCH && !(op == AtomicOp.COMPARE_SWAP && old != expected);
    simulation.atomic(stream, pe, offset, width, writes, op == AtomicOp.SET);
    if (writes) {
      simulation.writeCell(pe, offset, width, changed, null);
    } else {
      simulation.scheduler().looked(pe, offset, old);
    }
    return old;
  }

  private static long apply(AtomicOp op, int width, long old, long operand, long expected) {
    return width == Integer.BYTES
        ? op.apply((int) old, (int) operand, (int) expected)
        : op.apply(old, operand, expected);
  }

  /** Delivers what an atomic must come after. */
  private void deliverBefore(Link link, Part atomic) {
    for (Part next = link.ahead(atomic); next != null; next = link.ahead(atomic)) {
      simulation.scheduler().deliver(next);
    }
  }

  @Override
  public Completion atomicNbi(
      AtomicOp op,
      int pe,
      long offset,
      int width,
      long operand,
      long expected,
      MemorySegment fetched,
      long fetchedOffset) {
    simulation.beforeUpdate(Verb.ATOMIC_NBI, pe, offset, width);
    Link link = link(pe);
    simulation.asksFor(Verb.ATOMIC, link, width);
    long operation = simulation.nextOperation();
    Simulation.Issued issued =
        simulation.atomicLater(stream, pe, offset, width, op != AtomicOp.FETCH);
    Awaitable isFetched = new Awaitable(simulation, issued);
    long[] old = new long[1];
    issue(
        operation,
        Stage.UPDATE,
        link,
        offset,
        offset,
        width,
        () -> {
          old[0] = simulation.peek(pe, offset, width);
          long changed = apply(op, width, old[0], operand, expected);
          simulation.writeCell(pe, offset, width, changed, issued);
        });
    simulation
        .scheduler()
        .issue(
            own(
                operation,
                Stage.RESULT,
                link,
                () -> {
                  Memory.set(fetched, fetchedOffset, width, old[0]);
                  simulation.scheduler().complete(isFetched);
                }));
    simulation.afterIssue();
    return new Completion(isFetched, isFetched);
  }

  @Override
  public void fence() {
    simulation.before(Verb.FENCE, Step.NO_PE, 0, 0);
    for (Link link : links.all()) {
      link.epoch++;
    }
    simulation.fenced(stream, Step.NO_PE);
  }

  @Override
  public void fence(int pe) {
    simulation.before(Verb.FENCE, Step.NO_PE, 0, 0);
    link(pe).epoch++;
    simulation.fenced(stream, pe);
  }

  @Override
  public void quiet() {
    simulation.beforeQuiet(() -> links.all().stream().allMatch(link -> link.size() == 0));
    complete(links.all());
    simulation.quieted(stream, Step.NO_PE);
  }

  @Override
  public void quiet(int pe) {
    Link link = link(pe);
    simulation.beforeQuiet(() -> link.size() == 0);
    complete(List.of(link));
    simulation.quieted(stream, pe);
  }

  private void complete(List<Link> all) {
    simulation.settle(all);
    for (Link link : all) {
      while (link.size() > 0) {
        simulation.scheduler().deliver(link.deliverable(link.get(0)));
      }
    }
  }

  @Override
  public Transport newStream(boolean ordersStores) {
    return new SimulatedTransport(simulation, self, simulation.newStream(self, ordersStores));
  }
}
