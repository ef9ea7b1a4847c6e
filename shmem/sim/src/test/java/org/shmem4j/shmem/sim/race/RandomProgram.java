package org.shmem4j.shmem.sim.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.shmem4j.shmem.sim.race.Step.What;

/**
 * A random program in one order that OpenSHMEM allows, up to its first race by the graph. Most
 * steps that would race are left out, or programs would be short.
 */
final class RandomProgram {
  private static final int RACES_LEFT_OUT = 12; // of so many

  private static final What[] PROGRAM = { // some more often
    What.PUT, What.P, What.P, What.SIGNAL, What.SIGNAL, What.PUT_SIGNAL, What.PUT_SIGNAL, What.GET,
    What.LOAD, What.STORE, What.ATOMIC, What.ATOMIC, What.FETCH, What.WAIT, What.WAIT, What.WAIT,
    What.FENCE, What.FENCE, What.QUIET, What.QUIET, What.SYNC
  };

  private final Random random;
  private final int pes;
  private OrderGraph graph;
  private final List<Integer> underWay = new ArrayList<>();
  final List<Step> steps = new ArrayList<>();

  /** The step that made the first race; -1 if there is none. */
  int firstRace = -1;

  /** PE 0 has the stream after the PEs' own ones too, PE 1 the next, which orders no stores. */
  RandomProgram(long seed, int pes, int length) {
    this.random = new Random(seed);
    this.pes = pes;
    this.graph = newGraph();
    while (steps.size() < length && firstRace < 0) {
      if (!underWay.isEmpty() && random.nextInt(3) == 0) {
        deliver(underWay.get(random.nextInt(underWay.size())));
      } else {
        program(PROGRAM[random.nextInt(PROGRAM.length)]);
      }
    }
  }

  private OrderGraph newGraph() {
    return new OrderGraph(pes, pes + 1);
  }

  private void program(What what) {
    int pe = random.nextInt(pes);
    int stream = streamOf(pe);
    switch (what) {
      case PUT, PUT_SIGNAL, GET -> data(what, pe, stream, random.nextInt(pes));
      case LOAD, STORE -> data(what, pe, -1, pe);
      case P -> cellOrData(what, pe, stream);
      case SIGNAL, ATOMIC, FETCH -> cell(what, pe, stream, random.nextInt(pes));
      case WAIT -> await(pe);
      case FENCE, QUIET ->
          add(new Step(what, pe, stream, random.nextInt(-1, pes), 0, 0, false, -1));
      case SYNC -> add(Step.of(what, pe));
      case DELIVER -> throw new IllegalArgumentException("a program delivers nothing");
    }
  }

  private int streamOf(int pe) {
    boolean other = random.nextInt(4) == 0;
    return other && pe < 2 ? pes + pe : pe;
  }

  private void data(What what, int pe, int stream, int target) {
    int bytes = 4 << random.nextInt(3);
    int offset = 4 * random.nextInt((16 - bytes) / 4 + 1);
    boolean atCell = what != What.PUT_SIGNAL && random.nextInt(8) == 0;
    add(
        new Step(
            what,
            pe,
            stream,
            target,
            atCell ? 16 : offset,
            atCell ? 8 : bytes,
            random.nextBoolean(),
            -1));
  }

  private void cellOrData(What what, int pe, int stream) {
    int offset = 8 * random.nextInt(3);
    add(new Step(what, pe, stream, random.nextInt(pes), offset, 8, false, -1));
  }

  private void cell(What what, int pe, int stream, int target) {
    int offset = 16 + 8 * random.nextInt(2);
    add(new Step(what, pe, stream, target, offset, 8, random.nextBoolean(), -1));
  }

  private void await(int pe) {
    int offset = 16 + 8 * random.nextInt(2);
    if (graph.canAcquire(pe, offset)) {
      add(new Step(What.WAIT, pe, -1, pe, offset, 8, false, -1));
    }
  }

  private void deliver(int step) {
    underWay.removeIf(one -> one == step);
    add(Step.delivery(step));
  }

  private void add(Step step) {
    if (step.what() == What.QUIET) {
      deliverAll(step);
    }
    if (graph.races(step)) {
      if (random.nextInt(RACES_LEFT_OUT) > 0) {
        forgetTried();
        return;
      }
      firstRace = steps.size();
    }
    if (step.what().isIssued()) {
      underWay.add(steps.size());
    }
    steps.add(step);
  }

  private void forgetTried() {
    graph = newGraph();
    steps.forEach(graph::races);
  }

  private void deliverAll(Step quiet) {
    for (int step : List.copyOf(underWay)) {
      Step issued = steps.get(step);
      boolean covered = quiet.target() < 0 || quiet.target() == issued.target();
      if (issued.stream() == quiet.stream() && covered) {
        deliver(step);
      }
    }
  }
}
