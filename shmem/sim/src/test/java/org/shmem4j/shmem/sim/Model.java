package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A program as small as can be, run under a strategy as the simulation runs real ones. */
final class Model {
  /** Builds a program: it runs once. */
  interface Source {
    void write(Model model);
  }

  /**
   * What a run has shown.
   *
   * @param result what is in memory and what the tasks have read
   * @param order its Mazurkiewicz trace, the same for all runs that differ in nothing that matters
   * @param steps what happened, in its order, looks in vain included
   */
  record Outcome(String result, String order, List<String> steps) {}

  /**
   * Announces itself, is a step once it is ready, and is tried again unless its effect says done.
   */
  private record Operation(
      int pe,
      int cell,
      boolean writes,
      boolean touchesAll,
      BooleanSupplier ready,
      BooleanSupplier done) {}

  private static final int CELLS = 4;
  private static final int MOST_STEPS = 20_000;

  private final long[] memory = new long[CELLS];
  private final List<Program> programs = new ArrayList<>();
  private final Map<Step, String> partNames = new HashMap<>();
  private final Foata foata = new Foata();
  private final Strategy strategy;
  private final Steps possible;
  private String presentName;

  private Model(Strategy strategy) {
    this.strategy = strategy;
    this.possible = new Steps(strategy);
  }

  /** Runs a program under one schedule; null if the strategy has none left. */
  static Outcome run(Strategy strategy, long seed, Source source) {
    if (!strategy.begin(seed)) {
      return null;
    }
    Model model = new Model(strategy);
    source.write(model);
    return model.run();
  }

  Program task() {
    Program program = new Program(programs.size());
    programs.add(program);
    return program;
  }

  private Outcome run() {
    List<String> happened = new ArrayList<>();
    programs.forEach(Program::announce);
    updateTasks();
    Task running = null;
    while (!possible.isEmpty()) {
      Step present = strategy.next(possible, running == null || running.place < 0 ? null : running);
      presentName =
          present instanceof Task task ? programs.get(task.number).name() : partNames.get(present);
      if (present instanceof Task task) {
        running = task;
        take(task);
      } else {
        take((Part) present);
      }
      updateTasks();
      happened.add(presentName);
      if (happened.size() > MOST_STEPS) {
        throw new AssertionError("it does not end: " + happened.subList(0, 100));
      }
    }
    StringBuilder result = new StringBuilder(Arrays.toString(memory));
    programs.forEach(program -> result.append(' ').append(program.seen));
    return new Outcome(result.toString(), foata.text(), happened);
  }

  private void take(Part part) {
    possible.remove(part);
    part.deliver();
    possible.progress();
    foata.happened(part, presentName);
  }

  private void take(Task task) {
    Program program = programs.get(task.number);
    if (program.next().done.getAsBoolean()) {
      possible.progress();
      foata.happened(task, presentName);
      program.at++;
      program.announce();
    } else {
      possible.polled(task);
    }
  }

  private void updateTasks() {
    for (Program program : programs) {
      if (!program.hasEnded() && program.next().ready.getAsBoolean()) {
        possible.add(program.task);
      } else {
        possible.remove(program.task);
      }
    }
  }

  /** The operations of a task, and how far it is. */
  final class Program {
    private final Task task;
    private final Link link;
    private final List<Operation> operations = new ArrayList<>();
    private int at;

    /** What it has read, as decimal digits. */
    private long seen;

    private Program(int number) {
      task = new Task(null, number, number, "task " + number, () -> {});
      link = new Link(number, number, 0);
    }

    private String name() {
      return task.number + "." + at;
    }

    private boolean hasEnded() {
      return at == operations.size();
    }

    private Operation next() {
      return operations.get(at);
    }

    private void announce() {
      if (!hasEnded()) {
        Operation next = next();
        task.announce(next.pe, next.cell, 1, next.writes, next.touchesAll);
      }
    }

    private Program local(BooleanSupplier done) {
      operations.add(new Operation(Step.NO_PE, 0, false, false, Model::yes, done));
      return this;
    }

    private Program reading(int cell, BooleanSupplier ready, BooleanSupplier done) {
      operations.add(new Operation(0, cell, false, false, ready, done));
      return this;
    }

    private boolean see(long value) {
      seen = 10 * seen + value;
      return true;
    }

    Program nothing() {
      return local(Model::yes);
    }

    Program read(int cell) {
      return reading(cell, Model::yes, () -> see(memory[cell]));
    }

    /** Reads what there is, or 0 as if that were an older value. */
    Program readAnyAge(int cell) {
      return reading(cell, Model::yes, () -> see(memoryOfAnyAge(cell)));
    }

    Program write(int cell, long value) {
      operations.add(new Operation(0, cell, true, false, Model::yes, () -> store(cell, value)));
      return this;
    }

    /** Sends a value, which later ones to other cells may overtake unless there is a fence. */
    Program put(int cell, long value) {
      return local(() -> send(cell, value));
    }

    private boolean send(int cell, long value) {
      int number = partNames.size();
      Part part =
          new Part(
              link, number, number, Part.Stage.DATA, link.epoch, cell, () -> store(cell, value));
      partNames.put(part, presentName + "'");
      foata.issued(part);
      possible.add(part.touching(0, cell, 1, true));
      return true;
    }

    Program fence() {
      return local(() -> link.epoch++ >= 0);
    }

    /** Depends on everything. */
    Program all() {
      operations.add(new Operation(Step.NO_PE, 0, false, true, Model::yes, () -> see(memory[0])));
      return this;
    }

    /** Is no step before the cell has the value. */
    Program await(int cell, long value) {
      return reading(cell, () -> memory[cell] == value, Model::yes);
    }

    /** Looks until the cell has the value. */
    Program poll(int cell, long value) {
      return reading(cell, Model::yes, () -> memoryOfAnyAge(cell) == value);
    }

    /** Looks in vain so often, then goes on. */
    Program giveUpAfter(int looks) {
      int[] left = {looks};
      return reading(0, Model::yes, () -> left[0]-- == 0);
    }
  }

  private static boolean yes() {
    return true;
  }

  private boolean store(int cell, long value) {
    memory[cell] = value;
    return true;
  }

  private long memoryOfAnyAge(int cell) {
    int age = strategy.choose(Strategy.Choice.AGE, 2);
    presentName += "/" + age;
    return age == 0 ? memory[cell] : 0;
  }
}
