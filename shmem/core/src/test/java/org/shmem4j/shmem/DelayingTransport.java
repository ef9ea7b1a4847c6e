package org.shmem4j.shmem;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.transport.AtomicOp;
import org.shmem4j.shmem.internal.transport.DirectTransport;
import org.shmem4j.shmem.internal.transport.Transport;

/**
 * An adversary that delivers everything as late and in as strange an order as OpenSHMEM allows.
 *
 * <p>Each stream has a queue of parts: pieces of data, updates of signals and cells, reads of
 * sources, writes of results. Any of them may be next, in a thread of its own or in a later call,
 * but for what {@link Part#mustPrecede} says. Gets look at once, past what is queued.
 */
final class DelayingTransport implements Transport {
  private static final ScheduledExecutorService DELIVERY =
      Executors.newScheduledThreadPool(2, Thread.ofPlatform().daemon().name("late-", 0).factory());

  private static final int USUAL_DELAY_MICROS = 100;
  private static final int LONG_DELAY_MICROS = 1_000;
  private static final int LONG_DELAYS = 8;
  private static final int LONGEST_QUEUE = 40;
  private static final int LATER_CALLS = 8;
  private static final int MOST_CHUNKS = 4;

  /** Of what no fence orders. */
  private static final long UNORDERED = -1;

  /** Of what may overtake its like at the same place. */
  private static final long NO_CELL = -1;

  /** Parts of an operation come stage by stage. */
  private enum Stage {
    SOURCE,
    DATA,
    UPDATE,
    RESULT
  }

  /** A part of an operation that has not been delivered. */
  private record Part(
      long operation, Stage stage, int pe, long epoch, long cell, Runnable delivery) {
    /** Whether this one, issued before the other, must be delivered before it. */
    boolean mustPrecede(Part later) {
      boolean ofOne = operation == later.operation && stage.compareTo(later.stage) < 0;
      boolean fenced = epoch != UNORDERED && epoch < later.epoch;
      boolean sameCell = cell != NO_CELL && cell == later.cell;
      return ofOne || (pe == later.pe && (fenced || sameCell));
    }
  }

  private final Membership membership;
  private final Transport network;
  private final SplittableRandom random;
  private final List<Part> queue = new ArrayList<>();
  private final long[] epochs;
  private long operations;
  private boolean stalled;

  DelayingTransport(Membership membership, long seed) {
    this(membership, new SplittableRandom(seed * 1_000_003 + membership.pe()));
  }

  private DelayingTransport(Membership membership, SplittableRandom random) {
    this.membership = membership;
    this.network = new DirectTransport(membership);
    this.random = random;
    this.epochs = new long[membership.control().spec().pes()];
  }

  /** Delivers nothing more, and lets what needs the network wait. */
  synchronized void stall() {
    stalled = true;
  }

  /** Ends a stall. */
  synchronized void resume() {
    stalled = false;
    notifyAll();
    queue.forEach(part -> deliverLater());
  }

  private void awaitNetwork() {
    boolean interrupted = false;
    while (stalled) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void add(long operation, Stage stage, int pe, long epoch, long cell, Runnable delivery) {
    queue.add(new Part(operation, stage, pe, epoch, cell, delivery));
    deliverLater();
    while (!stalled && (queue.size() > LONGEST_QUEUE || random.nextInt(LATER_CALLS) == 0)) {
      deliverAny();
    }
  }

  private void deliverLater() {
    boolean isLong = random.nextInt(LONG_DELAYS) == 0;
    int micros = random.nextInt(isLong ? LONG_DELAY_MICROS : USUAL_DELAY_MICROS);
    Future<?> ignored = DELIVERY.schedule(this::deliverAny, micros, TimeUnit.MICROSECONDS);
  }

  private synchronized void deliverAny() {
    if (!stalled && !queue.isEmpty()) {
      deliver(queue.get(random.nextInt(queue.size())));
    }
  }

  /** Delivers a part, or one that must precede it. */
  private void deliver(Part part) {
    for (Part earlier : queue) {
      if (earlier.equals(part)) {
        break;
      }
      if (earlier.mustPrecede(part)) {
        deliver(earlier);
        return;
      }
    }
    queue.remove(part);
    part.delivery.run();
  }

  /** Delivers all that is queued for one PE. */
  private void complete(int pe) {
    awaitNetwork();
    while (true) {
      List<Part> left = queue.stream().filter(part -> part.pe == pe).toList();
      if (left.isEmpty()) {
        return;
      }
      deliver(left.get(random.nextInt(left.size())));
    }
  }

  /** Queues a put, whose source is read now unless it is non-blocking. */
  private Completion put(
      boolean isNbi,
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      Runnable signal) {
    long operation = operations++;
    CompletableFuture<Void> isRead = new CompletableFuture<>();
    CompletableFuture<Void> isSeen = new CompletableFuture<>();
    MemorySegment data = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    Runnable read =
        () -> {
          MemorySegment.copy(source, sourceOffset, data, 0, bytes);
          isRead.complete(null);
        };
    if (isNbi) {
      add(operation, Stage.SOURCE, pe, UNORDERED, NO_CELL, read);
    } else {
      read.run();
    }
    long[] cuts = random.longs(random.nextInt(MOST_CHUNKS), 0, bytes + 1).sorted().toArray();
    long from = 0;
    for (int i = 0; i <= cuts.length; i++) {
      long start = from;
      long end = i < cuts.length ? cuts[i] : bytes;
      Runnable write = () -> network.put(pe, offset + start, data, start, end - start);
      add(operation, Stage.DATA, pe, epochs[pe], NO_CELL, write);
      from = end;
    }
    if (signal != null) {
      add(operation, Stage.UPDATE, pe, epochs[pe], NO_CELL, signal);
    }
    if (isNbi) {
      add(operation, Stage.RESULT, pe, UNORDERED, NO_CELL, () -> isSeen.complete(null));
    }
    return new Completion(isRead, isSeen);
  }

  @Override
  public synchronized void put(
      int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    var _ = put(false, pe, offset, source, sourceOffset, bytes, null);
  }

  @Override
  public synchronized Completion putNbi(
      int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    return put(true, pe, offset, source, sourceOffset, bytes, null);
  }

  @Override
  public synchronized void putSignal(
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      long signalOffset,
      SignalOp op,
      long value) {
    Runnable signal = () -> network.signal(pe, signalOffset, op, value);
    var _ = put(false, pe, offset, source, sourceOffset, bytes, signal);
  }

  @Override
  public synchronized Completion putSignalNbi(
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      long signalOffset,
      SignalOp op,
      long value) {
    Runnable signal = () -> network.signal(pe, signalOffset, op, value);
    return put(true, pe, offset, source, sourceOffset, bytes, signal);
  }

  @Override
  public synchronized void store(int pe, long offset, int width, long bits) {
    Runnable store = () -> network.store(pe, offset, width, bits);
    add(operations++, Stage.DATA, pe, epochs[pe], NO_CELL, store);
  }

  @Override
  public synchronized void signal(int pe, long signalOffset, SignalOp op, long value) {
    Runnable update = () -> network.signal(pe, signalOffset, op, value);
    add(operations++, Stage.UPDATE, pe, epochs[pe], NO_CELL, update);
  }

  @Override
  public synchronized long atomic(
      AtomicOp op, int pe, long offset, int width, long operand, long expected) {
    long[] old = new long[1];
    Part part =
        new Part(
            operations++,
            Stage.UPDATE,
            pe,
            epochs[pe],
            offset,
            () -> old[0] = network.atomic(op, pe, offset, width, operand, expected));
    awaitNetwork();
    queue.add(part);
    while (queue.contains(part)) {
      deliver(part);
    }
    return old[0];
  }

  @Override
  public synchronized Completion atomicNbi(
      AtomicOp op,
      int pe,
      long offset,
      int width,
      long operand,
      long expected,
      MemorySegment fetched,
      long fetchedOffset) {
    long operation = operations++;
    CompletableFuture<Void> isFetched = new CompletableFuture<>();
    MemorySegment old = MemorySegment.ofArray(new long[1]);
    Runnable update =
        () -> {
          var _ = network.atomicNbi(op, pe, offset, width, operand, expected, old, 0);
        };
    Runnable result =
        () -> {
          MemorySegment.copy(old, 0, fetched, fetchedOffset, width);
          isFetched.complete(null);
        };
    add(operation, Stage.UPDATE, pe, epochs[pe], offset, update);
    add(operation, Stage.RESULT, pe, UNORDERED, NO_CELL, result);
    return new Completion(isFetched, isFetched);
  }

  @Override
  public synchronized void get(
      int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    awaitNetwork();
    network.get(pe, offset, target, targetOffset, bytes);
  }

  @Override
  public synchronized long load(int pe, long offset, int width) {
    awaitNetwork();
    return network.load(pe, offset, width);
  }

  @Override
  public synchronized Completion getNbi(
      int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    CompletableFuture<Void> isDone = new CompletableFuture<>();
    Runnable get =
        () -> {
          network.get(pe, offset, target, targetOffset, bytes);
          isDone.complete(null);
        };
    add(operations++, Stage.RESULT, pe, UNORDERED, NO_CELL, get);
    return new Completion(isDone, isDone);
  }

  @Override
  public synchronized void fence() {
    Arrays.setAll(epochs, pe -> epochs[pe] + 1);
  }

  @Override
  public synchronized void fence(int pe) {
    epochs[pe]++;
  }

  @Override
  public synchronized void quiet() {
    for (int pe = 0; pe < epochs.length; pe++) {
      complete(pe);
    }
    network.quiet();
  }

  @Override
  public synchronized void quiet(int pe) {
    complete(pe);
    network.quiet();
  }

  @Override
  public synchronized Transport newStream(boolean ordersStores) {
    return new DelayingTransport(membership, random.split());
  }
}
