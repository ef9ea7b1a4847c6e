package org.shmem4j.shmem.sim.race;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.shmem4j.shmem.sim.race.Step.What;

/**
 * Happens-before in the plainest form: a graph of moments, searched for each question. There is a
 * moment of each operation in its program, one at which a write is complete, and one for what a
 * release carries.
 */
final class OrderGraph {
  /** An access, as the rules speak of it. */
  private record Made(
      What what, int pe, int stream, int target, int from, int to, int moment, int complete) {
    boolean isIssued() {
      return what.isIssued();
    }

    boolean conflictsWith(What other) {
      boolean pAndWait =
          (what == What.P && other == What.WAIT) || (what == What.WAIT && other == What.P);
      return (writes(what) || writes(other))
          && !(synchronises(what) && synchronises(other))
          && !pAndWait;
    }

    /** Tells whether whatever conflicts with the other conflicts with this one. */
    boolean standsFor(Made other) {
      return ACCESSES.stream().noneMatch(x -> other.conflictsWith(x) && !conflictsWith(x));
    }

    private static boolean writes(What what) {
      return what.isIssued() || what == What.STORE || what == What.ATOMIC;
    }

    private static boolean synchronises(What what) {
      return SYNCHRONISING.contains(what);
    }
  }

  private record Fence(int pe, int stream, int target, int moment) {
    boolean covers(int ofStream, int ofTarget) {
      return stream == ofStream && (target < 0 || target == ofTarget);
    }
  }

  private static final int HEAP = 32;
  private static final Set<What> ACCESSES = EnumSet.range(What.PUT, What.WAIT);
  private static final Set<What> SYNCHRONISING =
      EnumSet.of(What.SIGNAL, What.ATOMIC, What.FETCH, What.WAIT);

  private final int withoutStores; // the stream whose fences leave out stores
  private final List<int[]> before = new ArrayList<>(); // by moment
  private final int[] last; // by PE, its program's last moment
  private final List<List<Integer>> seen = new ArrayList<>(); // by PE, what it has acquired
  private final List<Made> made = new ArrayList<>();
  private final List<Fence> fences = new ArrayList<>();
  private final List<Fence> quiets = new ArrayList<>();
  private final List<List<List<Integer>>> cells = new ArrayList<>(); // by PE and offset
  private final List<List<Integer>> carried = new ArrayList<>(); // by step
  private final List<Step> steps = new ArrayList<>();

  OrderGraph(int pes, int withoutStores) {
    this.withoutStores = withoutStores;
    last = new int[pes];
    for (int pe = 0; pe < pes; pe++) {
      last[pe] = moment(List.of());
      seen.add(new ArrayList<>());
      List<List<Integer>> heap = new ArrayList<>();
      for (int offset = 0; offset < HEAP; offset++) {
        heap.add(new ArrayList<>());
      }
      cells.add(heap);
    }
  }

  boolean canAcquire(int pe, int offset) {
    return !cells.get(pe).get(offset).isEmpty();
  }

  /** Adds a step and tells whether it is the second access of a race. */
  boolean races(Step step) {
    steps.add(step);
    carried.add(List.of());
    return switch (step.what()) {
      case PUT -> access(step, step.what(), step.offset(), step.bytes());
      case P -> putElement(step);
      case SIGNAL -> signal(step, step.offset(), List.of());
      case PUT_SIGNAL -> putSignal(step);
      case GET, LOAD, STORE -> access(step, step.what(), step.offset(), step.bytes());
      case ATOMIC -> atomic(step);
      case FETCH -> fetch(step);
      case WAIT -> acquire(step);
      case FENCE -> fence(step);
      case QUIET -> quiet(step);
      case SYNC -> sync();
      case DELIVER -> deliver(step.refersTo());
    };
  }

  private boolean access(Step step, What what, int offset, int bytes) {
    program(step.pe(), List.of());
    return accessNow(step, what, offset, bytes);
  }

  private boolean accessNow(Step step, What what, int offset, int bytes) {
    Made now =
        new Made(
            what,
            step.pe(),
            step.stream(),
            step.target(),
            offset,
            offset + bytes,
            last[step.pe()],
            moment(List.of()));
    made.add(now);
    boolean race = false;
    for (int at = offset; at < offset + bytes; at++) {
      race |= racesAt(at, now);
    }
    return race;
  }

  /** An access stands for those before it: whoever is after it need not know of them. */
  private boolean racesAt(int at, Made now) {
    List<Made> here =
        made.stream()
            .filter(one -> one.target() == now.target() && one.from() <= at && at < one.to())
            .toList();
    boolean[] ordered = new boolean[here.size()];
    ordered[here.size() - 1] = true;
    boolean race = false;
    for (int i = here.size() - 2; i >= 0; i--) {
      for (int j = i + 1; j < here.size() && !ordered[i]; j++) {
        Made next = here.get(j);
        boolean standsFor = j == here.size() - 1 || next.standsFor(here.get(i));
        ordered[i] = standsFor && ordered[j] && isBefore(here.get(i), next);
      }
      race |= !ordered[i] && here.get(i).conflictsWith(now.what());
    }
    return race;
  }

  private boolean isBefore(Made first, Made second) {
    if (first.isIssued()) {
      boolean inStream =
          second.isIssued() || second.what() == What.ATOMIC || second.what() == What.FETCH;
      return leadsTo(first.complete(), second.moment())
          || (inStream
              && first.stream() == second.stream()
              && isFenced(first, first.stream(), first.target(), second.moment()));
    }
    int from = first.what() == What.STORE ? first.complete() : first.moment();
    return first.pe() == second.pe() || leadsTo(from, second.moment());
  }

  private boolean isFenced(Made one, int stream, int target, int until) {
    return fences.stream()
        .anyMatch(fence ->
            fence.pe() == one.pe()
                && fence.covers(stream, target)
                && one.moment() < fence.moment()
                && fence.moment() < until);
  }

  /** What is complete when something arrives that the PE issues now. */
  private List<Integer> ahead(Step step) {
    List<Integer> ahead = new ArrayList<>();
    int now = before.size();
    for (Made one : made) {
      boolean sameWay =
          one.isIssued() && one.stream() == step.stream() && one.target() == step.target();
      if (sameWay && isFenced(one, step.stream(), step.target(), now)) {
        ahead.add(one.complete());
      }
    }
    ahead.addAll(storesAhead(step));
    return ahead;
  }

  private List<Integer> storesAhead(Step step) {
    return made.stream()
        .filter(one -> one.what() == What.STORE && one.pe() == step.pe())
        .filter(one -> step.stream() != withoutStores)
        .filter(one -> isFenced(one, step.stream(), step.target(), before.size()))
        .map(Made::complete)
        .toList();
  }

  private boolean putElement(Step step) {
    boolean race = access(step, What.P, step.offset(), step.bytes());
    List<Integer> carries = ahead(step);
    carries.addAll(seen.get(step.pe()));
    carries.add(made.getLast().complete());
    for (Fence fence : fences) {
      if (fence.pe() == step.pe() && fence.covers(step.stream(), step.target())) {
        carries.add(fence.moment());
      }
    }
    for (Fence quiet : quiets) {
      if (quiet.pe() == step.pe()) {
        carries.add(quiet.moment());
      }
    }
    carried.set(steps.size() - 1, List.of(moment(carries)));
    return race;
  }

  private boolean signal(Step step, int offset, List<Integer> data) {
    boolean race = access(step, What.SIGNAL, offset, 8);
    List<Integer> carries = ahead(step);
    carries.addAll(data);
    carries.add(made.getLast().complete());
    carries.add(last[step.pe()]);
    carried.set(steps.size() - 1, List.of(moment(carries)));
    return race;
  }

  private boolean putSignal(Step step) {
    boolean race = access(step, What.PUT, step.offset(), step.bytes());
    return signal(step, Step.SIGNAL_OFFSET, List.of(made.getLast().complete())) || race;
  }

  private boolean atomic(Step step) {
    List<Integer> cell = cells.get(step.target()).get(step.offset());
    List<Integer> learns = new ArrayList<>();
    for (Made one : made) {
      boolean sameWay =
          one.isIssued() && one.stream() == step.stream() && one.target() == step.target();
      if (sameWay && isFenced(one, step.stream(), step.target(), before.size())) {
        learns.add(one.complete());
      }
    }
    if (step.adds()) {
      learns.addAll(cell);
    } else {
      cell.clear();
    }
    learn(step.pe(), learns);
    boolean race = accessNow(step, What.ATOMIC, step.offset(), step.bytes());
    List<Integer> carries = new ArrayList<>(storesAhead(step));
    carries.add(last[step.pe()]);
    cell.add(moment(carries));
    return race;
  }

  private boolean fetch(Step step) {
    learn(step.pe(), cells.get(step.target()).get(step.offset()));
    return accessNow(step, What.FETCH, step.offset(), step.bytes());
  }

  private boolean acquire(Step step) {
    learn(step.pe(), cells.get(step.pe()).get(step.offset()));
    return accessNow(step, What.WAIT, step.offset(), step.bytes());
  }

  private boolean fence(Step step) {
    program(step.pe(), List.of());
    fences.add(new Fence(step.pe(), step.stream(), step.target(), last[step.pe()]));
    return false;
  }

  private boolean quiet(Step step) {
    List<Integer> completes = new ArrayList<>();
    for (Made one : made) {
      boolean issued = one.isIssued() && one.stream() == step.stream();
      boolean stored =
          one.what() == What.STORE && one.pe() == step.pe() && step.stream() != withoutStores;
      if ((issued || stored) && (step.target() < 0 || step.target() == one.target())) {
        completes.add(one.complete());
      }
    }
    program(step.pe(), completes);
    Fence quiet = new Fence(step.pe(), step.stream(), step.target(), last[step.pe()]);
    fences.add(quiet);
    quiets.add(quiet);
    return false;
  }

  private boolean sync() {
    for (Made one : made) {
      if (one.what() == What.STORE) {
        program(one.pe(), List.of(one.complete()));
      }
    }
    int met = moment(Arrays.stream(last).boxed().toList());
    for (int pe = 0; pe < last.length; pe++) {
      learn(pe, List.of(met));
    }
    return false;
  }

  private boolean deliver(int step) {
    Step issued = steps.get(step);
    if (issued.what() != What.PUT) {
      int offset = issued.what() == What.PUT_SIGNAL ? Step.SIGNAL_OFFSET : issued.offset();
      List<Integer> cell = cells.get(issued.target()).get(offset);
      if (!issued.adds()) {
        cell.clear();
      }
      cell.addAll(carried.get(step));
    }
    return false;
  }

  private void learn(int pe, Collection<Integer> what) {
    int learnt = moment(what);
    seen.get(pe).add(learnt);
    program(pe, List.of(learnt));
  }

  private void program(int pe, Collection<Integer> after) {
    List<Integer> all = new ArrayList<>(after);
    all.add(last[pe]);
    last[pe] = moment(all);
  }

  private int moment(Collection<Integer> after) {
    before.add(after.stream().mapToInt(Integer::intValue).toArray());
    return before.size() - 1;
  }

  private boolean leadsTo(int from, int to) {
    BitSet reached = new BitSet();
    Deque<Integer> open = new ArrayDeque<>(List.of(to));
    while (!open.isEmpty()) {
      int moment = open.pop();
      if (moment == from) {
        return true;
      }
      for (int earlier : before.get(moment)) {
        if (!reached.get(earlier)) {
          reached.set(earlier);
          open.push(earlier);
        }
      }
    }
    return false;
  }
}
