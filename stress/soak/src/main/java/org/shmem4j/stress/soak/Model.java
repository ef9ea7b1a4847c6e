package org.shmem4j.stress.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The job by the model: its objects, its signals, who is in it. */
final class Model {
  private final int[] world;
  private final List<Slot> arrays = new ArrayList<>();
  private final List<Slot> signals = new ArrayList<>();
  private int ids;

  Model(int pes) {
    this.world = IntStream.range(0, pes).toArray();
  }

  int pes() {
    return world.length;
  }

  /** All PEs. */
  int[] world() {
    return world;
  }

  /** The arrays of the world, guards included. */
  List<Slot> arrays() {
    return arrays;
  }

  /** Signals: each an object of one long. */
  List<Slot> signals() {
    return signals;
  }

  /** Everything that all PEs have. */
  List<Slot> all() {
    List<Slot> all = new ArrayList<>(arrays);
    all.addAll(signals);
    return all;
  }

  Slot newArray(Type type, int length, boolean isGuard, int[] members) {
    int id = ids++;
    String name = (isGuard ? "guard" : type.element()) + "-" + id + "[" + length + "]";
    return new Slot(id, name, type, length, isGuard, members);
  }

  Slot newSignal() {
    int id = ids++;
    return new Slot(id, "signal-" + id, Type.LONG, 1, false, world);
  }
}
