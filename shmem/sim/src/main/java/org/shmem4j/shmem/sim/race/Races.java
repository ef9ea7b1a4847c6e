package org.shmem4j.shmem.sim.race;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the data races, missing fences and missing quiets of one run of a job. It is told every
 * operation, at the moment at which the run has it happen, by one thread at a time.
 *
 * <p>A put, {@code p} or signal is told twice: when it is issued, and when it is in the target's
 * memory. Until its PE knows it to be complete, by a quiet or from somebody who has seen it, a
 * conflicting access of its own is a finding too.
 *
 * <p>A stream is the puts of one context. A {@code site} says for messages what an operation was;
 * it may be null, and nothing is done with it but {@code equals} and {@code hashCode} when there is
 * a finding.
 */
public final class Races {
  private static final int MOST_FINDINGS = 50;
  private static final int SMALLEST_CELL = 4;

  private final Pe[] pes;
  private final Shadow[] heaps;
  private final List<Stream> streams = new ArrayList<>();
  private final Consumer<Race> sink;
  private final Set<Object> found = new HashSet<>();
  private final int longestHistory;
  private final Access[] kept;
  private final History history = this::after;

  /**
   * Starts with heaps that nobody has touched.
   *
   * @param pes the number of PEs; streams 0 to {@code pes - 1} are their default contexts
   * @param sink takes each finding at the moment of its second access
   */
  public Races(int pes, Consumer<Race> sink) {
    this.pes = new Pe[pes];
    this.heaps = new Shadow[pes];
    this.sink = sink;
    this.longestHistory = 4 * pes + 16;
    this.kept = new Access[longestHistory + 1];
    for (int pe = 0; pe < pes; pe++) {
      this.pes[pe] = new Pe(pe);
      heaps[pe] = new Shadow();
      newStream(pe, true);
    }
  }

  /**
   * Makes a stream and returns its number.
   *
   * @param pe the PE whose context it is
   * @param ordersStores false for a context whose fence and quiet leave out plain stores
   */
  public int newStream(int pe, boolean ordersStores) {
    streams.add(new Stream(streams.size(), pes[pe], ordersStores, pes.length));
    return streams.size() - 1;
  }

  /** A put of any form is issued. */
  public Issued put(int stream, int target, long offset, long bytes, Object site) {
    return issue(
        new Issued(AccessKind.PUT, streams.get(stream), target, offset, bytes, false, site));
  }

  /** A {@code p} is issued: a put that somebody may wait for. */
  public Issued store(int stream, int target, long offset, int bytes, Object site) {
    Issued issued =
        issue(new Issued(AccessKind.P, streams.get(stream), target, offset, bytes, false, site));
    if (bytes >= SMALLEST_CELL) {
      long program = issued.stream.fenceTime(target);
      issued.carried = carried(issued.stream, target, program, ahead(issued, issued), site);
    }
    return issued;
  }

  /**
   * A signal's update is issued.
   *
   * @param add false if it replaces the value
   * @param data the put that it belongs to, issued just before, or null
   */
  public Issued signal(int stream, int target, long offset, boolean add, Issued data, Object site) {
    Issued issued =
        issue(
            new Issued(
                AccessKind.SIGNAL, streams.get(stream), target, offset, Long.BYTES, add, site));
    Delivered ahead = ahead(data == null ? issued : data, issued);
    issued.carried = carried(issued.stream, target, issued.by.time(), ahead, site);
    return issued;
  }

  /**
   * A non-blocking atomic is issued.
   *
   * @param width 4 or 8 bytes
   * @param writes false for a fetch
   */
  public Issued atomicLater(
      int stream, int target, long offset, int width, boolean writes, Object site) {
    AccessKind kind = writes ? AccessKind.UPDATE : AccessKind.FETCH;
    Issued issued = issue(new Issued(kind, streams.get(stream), target, offset, width, true, site));
    if (writes) {
      Delivered ahead = ahead(issued, issued);
      issued.carried = carried(issued.stream, target, issued.by.time(), ahead, site);
    }
    return issued;
  }

  /** The PE has learnt that one of its operations is in its target's memory. */
  public void completed(Issued issued) {
    issued.by.learnDelivered(
        issued.stream.number, issued.target, Delivered.upTo(0, issued.number, issued.number));
  }

  private Issued issue(Issued issued) {
    add(issued);
    heaps[issued.target].depart(issued);
    return issued;
  }

  /** Returns what is delivered when this is: what a fence put ahead, its own data, and itself. */
  private static Delivered ahead(Issued data, Issued last) {
    if (data.stream != last.stream || data.target != last.target || data.number < last.number - 1) {
      throw new IllegalArgumentException(
          "a signal comes right after its data on the same stream: signal="
              + last
              + ", data="
              + data);
    }
    return Delivered.upTo(last.stream.fenced(last.target), data.number, last.number);
  }

  private static Carried carried(
      Stream stream, int target, long program, Delivered ahead, Object site) {
    Pe by = stream.pe;
    Progress progress =
        new Progress(
            Math.max(program, by.program()),
            Math.max(stream.fencedStores(target), by.stores()),
            new Release(by, stream, target, site));
    return new Carried(by.known(), progress, ahead);
  }

  /** A put, {@code p} or signal is in the target's memory now. */
  public void delivered(Issued issued) {
    if (issued.delivered) {
      throw new IllegalStateException("an operation is delivered once: operation=" + issued);
    }
    issued.delivered = true;
    Shadow heap = heaps[issued.target];
    heap.arrive(issued);
    if (issued.freed != null) {
      report(new Race(Race.Kind.USE_AFTER_FREE, issued, issued.freed, null));
    } else if (issued.carried != null && issued.adds) {
      heap.addToCell(issued.offset, issued.carried);
    } else if (issued.carried != null) {
      heap.setCell(issued.offset, issued.carried);
    }
    issued.carried = null;
  }

  /** A get of any form reads, and has its value. */
  public void read(int pe, int target, long offset, long bytes, Object site) {
    add(new Access(AccessKind.GET, pes[pe], null, target, offset, bytes, site));
  }

  /** A PE loads from its own memory. */
  public void localLoad(int pe, long offset, long bytes, Object site) {
    add(new Access(AccessKind.LOAD, pes[pe], null, pe, offset, bytes, site));
  }

  /** A PE stores to its own memory. */
  public void localStore(int pe, long offset, long bytes, Object site) {
    add(new Access(AccessKind.STORE, pes[pe], null, pe, offset, bytes, site));
  }

  /**
   * An atomic is done, and everything that a fence put ahead of it if it writes.
   *
   * @param width 4 or 8 bytes
   * @param writes false for a fetch, and for a compare-swap that found another value
   * @param replaces true for a set, which sees nothing of the value before
   */
  public void atomic(
      int stream,
      int target,
      long offset,
      int width,
      boolean writes,
      boolean replaces,
      Object site) {
    Stream by = streams.get(stream);
    if (writes) {
      by.pe.learnDelivered(stream, target, Delivered.upTo(by.fenced(target)));
    }
    if (!replaces) {
      learn(by.pe, target, offset);
    }
    AccessKind kind = writes ? AccessKind.UPDATE : AccessKind.FETCH;
    add(new Access(kind, by.pe, by, target, offset, width, site));
    if (writes) { // it has learnt all that the cell carried, or replaces it
      heaps[target].setCell(offset, carried(by, target, by.pe.time(), Delivered.NONE, site));
    }
  }

  /** A wait, test or fetch of a cell in the PE's own memory has seen its value. */
  public void acquire(int pe, long offset, int width, Object site) {
    learn(pes[pe], pe, offset);
    add(new Access(AccessKind.WAIT, pes[pe], null, pe, offset, width, site));
  }

  private void learn(Pe pe, int target, long offset) {
    Clock cell = heaps[target].cell(offset);
    if (cell != null) {
      pe.learn(cell);
    }
  }

  /** A fence on the stream, for one target, or for all if it is -1. */
  public void fence(int stream, int target) {
    streams.get(stream).fence(target);
  }

  /** A quiet on the stream, for one target, or for all if it is -1. */
  public void quiet(int stream, int target) {
    streams.get(stream).quiet(target);
  }

  /** Returns a meeting to which nobody has come yet. */
  public Meeting meeting() {
    return new Meeting(this);
  }

  /** The bytes are allocated or freed: what was there is over. */
  public void forget(int pe, long offset, long bytes, Object site) {
    heaps[pe].forget(new Access(AccessKind.FREE, pes[pe], null, pe, offset, bytes, site));
  }

  Pe pe(int number) {
    return pes[number];
  }

  private void add(Access access) {
    heaps[access.target].add(access, history);
  }

  private Access[] after(Access[] earlier, Access access) {
    if (earlier == null) {
      return new Access[] {access};
    }
    int count = 0;
    for (Access one : earlier) {
      boolean over = one.isBefore(access) || reportIfConflicting(one, access);
      if (!over || !access.kind.covers(one.kind)) {
        kept[count++] = one;
      }
    }
    kept[count++] = access;
    int from = Math.max(0, count - longestHistory); // the oldest of very many is given up
    return Arrays.copyOfRange(kept, from, count);
  }

  private boolean reportIfConflicting(Access first, Access second) {
    boolean conflicting = first.kind.conflictsWith(second.kind);
    if (conflicting) {
      report(race(first, second));
    }
    return conflicting;
  }

  private static Race race(Access first, Access second) {
    if (first.by == second.by) {
      boolean sameStream = first.stream == second.stream;
      return new Race(missing(sameStream), first, second, null);
    }
    Release release = second.by.known().progress(first.by.number).heard();
    if (release == null || release.time < first.time) {
      return new Race(Race.Kind.DATA_RACE, first, second, null);
    }
    return new Race(missing(fenceHelps(first, release)), first, second, release);
  }

  private static boolean fenceHelps(Access first, Release release) {
    if (first instanceof Issued) {
      return release.stream == first.stream && release.target == first.target;
    }
    // Anything but a store was done, but the release, a p, may overtake it.
    return first.kind != AccessKind.STORE || release.stream.ordersStores;
  }

  private static Race.Kind missing(boolean fenceHelps) {
    return fenceHelps ? Race.Kind.MISSING_FENCE : Race.Kind.MISSING_QUIET;
  }

  private void report(Race race) {
    if (found.size() < MOST_FINDINGS && found.add(race.sameness())) {
      sink.accept(race);
    }
  }
}
