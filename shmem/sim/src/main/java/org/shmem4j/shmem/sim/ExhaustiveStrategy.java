package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * All schedules, depth first: each run repeats the decisions of the one before up to the last that
 * has an untried choice. Of schedules that differ only in the order of steps that do not depend on
 * each other, one is enough. Sleep sets (Godefroid 1996) see to that: a step that has been tried
 * sleeps in the schedules of its alternatives until a step is taken that it depends on. A step that
 * only its own program can tell of is taken at once. A task that polls goes on only when nothing
 * else can happen, so how often it looks in vain is not varied.
 *
 * <p>The order of deliveries at different places of one PE matters only to gets that return what
 * has been overwritten. When the first get could, all begins again with that in mind.
 */
final class ExhaustiveStrategy extends Strategy {
  /** Of a schedule; what comes later is not varied. */
  static final int MOST_DECISIONS = 100_000;

  private final Decisions decisions;
  private final boolean isReplay;
  private final boolean reduces;
  private final int mostDecisions;
  private final List<Step> candidates = new ArrayList<>();
  private List<Step> asleep = new ArrayList<>();
  private List<Step> stillAsleep = new ArrayList<>();

  /** How many decisions the present schedule has made. */
  private int made;

  private boolean begun;
  private boolean pastMatters;
  private boolean beginsAgain;
  private boolean exhausted;
  private boolean cut;

  /** The part that has just been delivered; null if something else has happened. */
  private Part delivered;

  private boolean redundant;
  private Steps steps;
  private Task actor;
  private int lastPolling = -1;

  ExhaustiveStrategy() {
    this(MOST_DECISIONS);
  }

  ExhaustiveStrategy(int mostDecisions) {
    this(new Decisions(), false, true, mostDecisions);
  }

  /** Tries really all, for comparison. */
  static ExhaustiveStrategy withoutReduction() {
    return new ExhaustiveStrategy(new Decisions(), false, false, MOST_DECISIONS);
  }

  /** Plays the one schedule that {@link #decisions()} has written. */
  ExhaustiveStrategy(String replay) {
    this(new Decisions(replay), true, true, MOST_DECISIONS);
  }

  private ExhaustiveStrategy(
      Decisions decisions, boolean isReplay, boolean reduces, int mostDecisions) {
    this.decisions = decisions;
    this.isReplay = isReplay;
    this.reduces = reduces;
    this.mostDecisions = mostDecisions;
  }

  @Override
  boolean begin(long seed) {
    if (beginsAgain) {
      decisions.clear();
      begun = false;
      beginsAgain = false;
    }
    if (begun && (isReplay || !decisions.advance())) {
      exhausted = true;
      return false;
    }
    begun = true;
    redundant = false;
    made = 0;
    asleep.clear();
    actor = null;
    delivered = null;
    lastPolling = -1;
    return true;
  }

  @Override
  Step next(Steps possible, Task running) {
    steps = possible;
    findCandidates(running);
    int only = findPrivate();
    int chosen = decideStep(only);
    Step step = candidates.get(chosen);
    delivered = step instanceof Part part ? part : null;
    cut |= seesPieces(step);
    fallAsleep(step, only == Decisions.NONE ? chosen : 0);
    if (step instanceof Task task) {
      actor = task;
    }
    return step;
  }

  /** Whether a step could see a part that is on its way come in more pieces than it does. */
  private boolean seesPieces(Step step) {
    for (int i = 0; i < steps.linkCount(); i++) {
      Link link = steps.link(i);
      for (int j = 0; j < link.size(); j++) {
        if (link.get(j).isCoarse && link.get(j) != step && step.overlaps(link.get(j))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Who waits for a part of a piece could have seen it alone. */
  @Override
  void added(Step step) {
    cut |= delivered != null && delivered.isCoarse && step.overlaps(delivered);
  }

  @Override
  void limits() {
    cut = true;
  }

  private int decideStep(int only) {
    int awake = nextAwake(0);
    redundant |= awake == Decisions.NONE;
    if (candidates.size() == 1 || !canDecide()) {
      return 0;
    }
    int chosen = decide(candidates.size(), only == Decisions.NONE ? awake : only);
    decisions.setAlternative(
        made - 1, only == Decisions.NONE ? nextAwake(chosen + 1) : Decisions.NONE);
    return chosen;
  }

  /** A candidate that no other step, now or later, depends on; or none. */
  private int findPrivate() {
    for (int i = 0; reduces && i < candidates.size(); i++) {
      if (candidates.get(i) instanceof Task task
          && task.isPrivate(pastMatters)
          && !task.hasCompany
          && !hasOwnPart(task)) {
        return i;
      }
    }
    return Decisions.NONE;
  }

  /** Whether a part on its way is one of the task's own program. */
  private boolean hasOwnPart(Task task) {
    for (int i = 0; i < steps.linkCount(); i++) {
      Link link = steps.link(i);
      for (int j = 0; link.source == task.owner && j < link.size(); j++) {
        if (link.get(j).owner == task.owner) {
          return true;
        }
      }
    }
    return false;
  }

  /** A get that polls is not offered old values again, else loops of such gets would never end. */
  @Override
  int choose(Choice choice, int bound) {
    boolean polls = choice == Choice.AGE && actor != null && steps.isPolling(actor);
    if (choice == Choice.CUTS && reduces) {
      return bound - 1; // what fewer cuts show is shown by pieces that come at once
    }
    if (bound == 1 || polls || !canDecide()) {
      return 0;
    }
    if (choice == Choice.AGE && reduces && !pastMatters && !isReplay) {
      pastMatters = true;
      beginsAgain = true;
      redundant = true;
      return 0;
    }
    int chosen = decide(bound, 0);
    decisions.setAlternative(made - 1, chosen + 1 < bound ? chosen + 1 : Decisions.NONE);
    return chosen;
  }

  /** Whether choices are still varied, or made as a schedule says that is played again. */
  private boolean canDecide() {
    if (made < decisions.size()) {
      return true;
    }
    if (redundant || isReplay) {
      return false;
    }
    cut |= made >= mostDecisions;
    return made < mostDecisions;
  }

  /** The choice that is up next; a new decision begins with {@code first}. */
  private int decide(int choices, int first) {
    if (made == decisions.size()) {
      decisions.add(first);
    }
    return decisions.get(made++, choices);
  }

  private int nextAwake(int from) {
    for (int i = from; i < candidates.size(); i++) {
      if (!asleep.contains(candidates.get(i))) {
        return i;
      }
    }
    return Decisions.NONE;
  }

  /** What has been tried instead of a step sleeps from now on, unless they depend. */
  private void fallAsleep(Step step, int tried) {
    if (isReplay || !reduces) {
      return;
    }
    stillAsleep.clear();
    for (Step sleeper : asleep) {
      keepAsleep(sleeper, step);
    }
    for (Step other : candidates.subList(0, tried)) {
      if (!asleep.contains(other)) {
        keepAsleep(other, step);
      }
    }
    List<Step> before = asleep;
    asleep = stillAsleep;
    stillAsleep = before;
  }

  private void keepAsleep(Step sleeper, Step chosen) {
    if (sleeper != chosen && !sleeper.dependsOn(chosen, pastMatters)) {
      stillAsleep.add(sleeper);
    }
  }

  /** Everything that can be next, the plainest first: that the running task goes on. */
  private void findCandidates(Task running) {
    candidates.clear();
    if (running != null && !steps.isPolling(running)) {
      candidates.add(running);
    }
    for (int i = 0; i < steps.taskCount(); i++) {
      Task task = steps.task(i);
      if (task != running && !steps.isPolling(task)) {
        candidates.add(task);
      }
    }
    for (int i = 0; i < steps.linkCount(); i++) {
      addDeliverable(steps.link(i));
    }
    if (candidates.isEmpty()) {
      candidates.add(nextPolling());
    }
  }

  private void addDeliverable(Link link) {
    for (int i = 0; i < link.size(); i++) {
      if (link.isDeliverable(link.get(i))) {
        candidates.add(link.get(i));
      }
    }
  }

  /** Those that poll take turns, for one may wait for another to give up. */
  private Task nextPolling() {
    Task next = null;
    for (int i = 0; i < steps.taskCount(); i++) {
      Task task = steps.task(i);
      if (next == null || turn(task) < turn(next)) {
        next = task;
      }
    }
    lastPolling = next.number;
    return next;
  }

  /** Numbers after the last one's come first, as unsigned numbers. */
  private long turn(Task task) {
    return Integer.toUnsignedLong(task.number - lastPolling - 1);
  }

  @Override
  boolean isThorough() {
    return reduces;
  }

  @Override
  boolean isComplete() {
    return exhausted && !isReplay && !cut;
  }

  @Override
  boolean isRedundant() {
    return redundant;
  }

  @Override
  String decisions() {
    return decisions.toString();
  }
}
