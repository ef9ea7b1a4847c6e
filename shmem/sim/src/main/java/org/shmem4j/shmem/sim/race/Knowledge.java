package org.shmem4j.shmem.sim.race;

import java.util.Arrays;

/**
 * What is known to be complete: of each PE how far its program is, how far its plain stores are,
 * and of each stream and target which puts. It only grows. A snapshot shares all with it until it
 * grows.
 */
final class Knowledge implements Clock {
  private final int pes;
  private long[] reached; // by PE: its program; then by PE: its plain stores
  private Release[] heard; // by PE: its last release that came here, ordered or not
  private Delivered[][] delivered; // by stream, null if none, and by target; rows never change
  private Knowledge snapshot; // shares the three; null once it has grown

  Knowledge(int pes) {
    this(pes, new long[2 * pes], new Release[pes], new Delivered[pes][]);
  }

  private Knowledge(int pes, long[] reached, Release[] heard, Delivered[][] delivered) {
    this.pes = pes;
    this.reached = reached;
    this.heard = heard;
    this.delivered = delivered;
  }

  /** Returns what is known now, for good. */
  Knowledge snapshot() {
    if (snapshot == null) {
      snapshot = new Knowledge(pes, reached, heard, delivered);
    }
    return snapshot;
  }

  private void unshare() {
    if (snapshot != null) {
      reached = reached.clone();
      heard = heard.clone();
      delivered = delivered.clone();
      snapshot = null;
    }
  }

  /** Returns the time until when the PE's reads and atomics are complete. */
  long program(int pe) {
    return reached[pe];
  }

  /** Returns the time until when the PE's plain stores are complete. */
  long stores(int pe) {
    return reached[pes + pe];
  }

  /** Returns the last release of the PE that has come here, or null. */
  Release heard(int pe) {
    return heard[pe];
  }

  Delivered delivered(int stream, int target) {
    Delivered[] row = row(stream);
    return row == null ? Delivered.NONE : row[target];
  }

  private Delivered[] row(int stream) {
    return stream < delivered.length ? delivered[stream] : null;
  }

  void learnProgram(int pe, long time) {
    reach(pe, time);
  }

  void learnStores(int pe, long time) {
    reach(pes + pe, time);
  }

  private void reach(int mark, long time) {
    if (reached[mark] < time) {
      unshare();
      reached[mark] = time;
    }
  }

  void hear(Release release) {
    Release last = heard[release.by.number];
    if (last == null || last.time < release.time) {
      unshare();
      heard[release.by.number] = release;
    }
  }

  void learnDelivered(int stream, int target, Delivered more) {
    Delivered old = delivered(stream, target);
    if (!old.containsAll(more)) {
      Delivered[] row = copyOfRow(stream);
      row[target] = old.plus(more);
      setRow(stream, row);
    }
  }

  /** Learns that of the stream all up to a number are delivered, for each target. */
  void learnDelivered(int stream, long[] upTo) {
    Delivered[] row = null;
    for (int target = 0; target < pes; target++) {
      if (upTo[target] > 0 && !delivered(stream, target).contains(1, upTo[target])) {
        row = row == null ? copyOfRow(stream) : row;
        row[target] = row[target].plus(Delivered.upTo(upTo[target]));
      }
    }
    if (row != null) {
      setRow(stream, row);
    }
  }

  private Delivered[] copyOfRow(int stream) {
    Delivered[] row = row(stream);
    if (row != null) {
      return row.clone();
    }
    Delivered[] none = new Delivered[pes];
    Arrays.fill(none, Delivered.NONE);
    return none;
  }

  private void setRow(int stream, Delivered[] row) {
    unshare();
    if (stream >= delivered.length) {
      delivered = Arrays.copyOf(delivered, stream + 1);
    }
    delivered[stream] = row;
  }

  @Override
  public void teach(Knowledge learner) {
    for (int mark = 0; mark < reached.length; mark++) {
      learner.reach(mark, reached[mark]);
    }
    for (Release release : heard) {
      if (release != null) {
        learner.hear(release);
      }
    }
    for (int stream = 0; stream < delivered.length; stream++) {
      if (delivered[stream] != null) {
        learner.learnRow(stream, delivered[stream]);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // rows are shared, and mostly the same
  private void learnRow(int stream, Delivered[] more) {
    Delivered[] old = row(stream);
    if (old == null) {
      setRow(stream, more);
    } else if (old != more) {
      learnRow(stream, old, more);
    }
  }

  private void learnRow(int stream, Delivered[] old, Delivered[] more) {
    boolean oldHasAll = true;
    boolean moreHasAll = true;
    for (int target = 0; target < pes; target++) {
      oldHasAll &= old[target].containsAll(more[target]);
      moreHasAll &= more[target].containsAll(old[target]);
    }
    if (moreHasAll && !oldHasAll) {
      setRow(stream, more);
    } else if (!oldHasAll) {
      Delivered[] sum = new Delivered[pes];
      Arrays.setAll(sum, target -> old[target].plus(more[target]));
      setRow(stream, sum);
    }
  }
}
