package org.shmem4j.shmem;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.internal.transport.AtomicOp;
import org.shmem4j.shmem.internal.transport.Transport;

/** Writes down every call, in order, and passes it on; for one thread. */
final class RecordingTransport implements Transport {
  private final Transport next;
  private final List<String> calls = new ArrayList<>();

  RecordingTransport(Transport next) {
    this.next = next;
  }

  /** What has been called since the last time. */
  List<String> drain() {
    List<String> drained = List.copyOf(calls);
    calls.clear();
    return drained;
  }

  private static String describe(
      AtomicOp op, int pe, long offset, int width, long operand, long expected) {
    return op
        + " pe="
        + pe
        + " offset="
        + offset
        + " width="
        + width
        + " operand="
        + operand
        + " expected="
        + expected;
  }

  private static String describe(
      int pe, long offset, long bytes, long signalOffset, SignalOp op, long value) {
    return "pe="
        + pe
        + " offset="
        + offset
        + " bytes="
        + bytes
        + " signalOffset="
        + signalOffset
        + " "
        + op
        + " "
        + value;
  }

  @Override
  public void put(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    calls.add("put pe=" + pe + " offset=" + offset + " bytes=" + bytes);
    next.put(pe, offset, source, sourceOffset, bytes);
  }

  @Override
  public void get(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    calls.add("get pe=" + pe + " offset=" + offset + " bytes=" + bytes);
    next.get(pe, offset, target, targetOffset, bytes);
  }

  @Override
  public void store(int pe, long offset, int width, long bits) {
    calls.add("store pe=" + pe + " offset=" + offset + " width=" + width + " bits=" + bits);
    next.store(pe, offset, width, bits);
  }

  @Override
  public long load(int pe, long offset, int width) {
    calls.add("load pe=" + pe + " offset=" + offset + " width=" + width);
    return next.load(pe, offset, width);
  }

  @Override
  public long atomic(AtomicOp op, int pe, long offset, int width, long operand, long expected) {
    calls.add("atomic " + describe(op, pe, offset, width, operand, expected));
    return next.atomic(op, pe, offset, width, operand, expected);
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
    calls.add("putSignal " + describe(pe, offset, bytes, signalOffset, op, value));
    next.putSignal(pe, offset, source, sourceOffset, bytes, signalOffset, op, value);
  }

  @Override
  public void signal(int pe, long signalOffset, SignalOp op, long value) {
    calls.add("signal pe=" + pe + " offset=" + signalOffset + " " + op + " " + value);
    next.signal(pe, signalOffset, op, value);
  }

  @Override
  public Completion putNbi(
      int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    calls.add("putNbi pe=" + pe + " offset=" + offset + " bytes=" + bytes);
    return next.putNbi(pe, offset, source, sourceOffset, bytes);
  }

  @Override
  public Completion getNbi(
      int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    calls.add("getNbi pe=" + pe + " offset=" + offset + " bytes=" + bytes);
    return next.getNbi(pe, offset, target, targetOffset, bytes);
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
    calls.add("putSignalNbi " + describe(pe, offset, bytes, signalOffset, op, value));
    return next.putSignalNbi(pe, offset, source, sourceOffset, bytes, signalOffset, op, value);
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
    calls.add(
        "atomicNbi "
            + describe(op, pe, offset, width, operand, expected)
            + " fetchedOffset="
            + fetchedOffset);
    return next.atomicNbi(op, pe, offset, width, operand, expected, fetched, fetchedOffset);
  }

  @Override
  public void fence() {
    calls.add("fence");
    next.fence();
  }

  @Override
  public void quiet() {
    calls.add("quiet");
    next.quiet();
  }

  @Override
  public void fence(int pe) {
    calls.add("fence pe=" + pe);
    next.fence(pe);
  }

  @Override
  public void quiet(int pe) {
    calls.add("quiet pe=" + pe);
    next.quiet(pe);
  }

  @Override
  public Transport newStream(boolean ordersStores) {
    calls.add("newStream");
    return new RecordingTransport(next.newStream(ordersStores));
  }
}
