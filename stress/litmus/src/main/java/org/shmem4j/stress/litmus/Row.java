package org.shmem4j.stress.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One way to play a row of the litmus table: who does what, and what each outcome means. What no
 * outcome includes is forbidden.
 *
 * @param id the row's name in the table, such as "L1a"
 * @param scenario the operations that play its parts; unique in the row
 * @param parts who does what at the same time
 * @param arbiter looks after all have ended and all is complete, as PE 0; null if nobody does
 * @param outcomes what may be seen, and what must not
 * @param dataLength elements of {@link Pe#data} that a trial needs
 * @param signals signals that a trial needs
 * @param reach what can run it
 */
public record Row(
    String id,
    String scenario,
    List<Part> parts,
    Program arbiter,
    List<Outcome> outcomes,
    int dataLength,
    int signals,
    Reach reach) {

  /** What can run a row, and show all its outcomes. */
  public enum Reach {
    /** Everything; a transport that delays shows what is allowed. */
    ANYWHERE,
    /** As ANYWHERE, but no runner shows what is allowed. */
    UNSEEN,
    /** Direct peers only: it loads and stores through views. */
    DIRECT,
    /** As DIRECT, in jobs whose waiters sleep at once. */
    SLEEPING,
    /** {@link Leaving} only: it ends its job. */
    LEAVING
  }

  /** Copies. */
  public Row {
    parts = List.copyOf(parts);
    outcomes = List.copyOf(outcomes);
  }

  /** A row in which nobody does anything yet. */
  public static Row of(String id, String scenario) {
    return new Row(id, scenario, List.of(), null, List.of(), 0, 1, Reach.ANYWHERE);
  }

  /** The next PE acts. */
  public Row does(Program.Act act) {
    return with(
        new Part(
            pes(),
            false,
            (pe, at) -> {
              act.run(pe, at);
              return 0;
            }));
  }

  /** The next PE acts and sees. */
  public Row sees(Program program) {
    return with(new Part(pes(), true, program));
  }

  /** A further thread of the last PE acts. */
  public Row alsoDoes(Program.Act act) {
    Row next = does(act);
    Part last = next.parts.getLast();
    return with(new Part(last.pe() - 1, false, last.program()));
  }

  /** The next PE does nothing. */
  public Row idles() {
    return with(new Part(pes(), false, Program.NOTHING));
  }

  /** So many PEs see the same way. */
  public Row allSee(int count, Program program) {
    Row row = this;
    for (int i = 0; i < count; i++) {
      row = row.sees(program);
    }
    return row;
  }

  /** So many PEs act the same way. */
  public Row allDo(int count, Program.Act act) {
    Row row = this;
    for (int i = 0; i < count; i++) {
      row = row.does(act);
    }
    return row;
  }

  /** PE 0 looks when all is over. */
  public Row finallySees(Program looks) {
    return new Row(id, scenario, parts, looks, outcomes, dataLength, signals, reach);
  }

  /** What everybody expects; see {@link Outcome#values}. */
  public Row expect(String values, String meaning) {
    return with(new Outcome(values, Verdict.EXPECTED, meaning));
  }

  /** Surprising, but a program must stand it. */
  public Row allow(String values, String meaning) {
    return with(new Outcome(values, Verdict.ALLOWED, meaning));
  }

  /** Must never be seen. */
  public Row forbid(String values, String meaning) {
    return with(new Outcome(values, Verdict.FORBIDDEN, meaning));
  }

  /** A trial needs so many elements of {@link Pe#data}. */
  public Row data(int length) {
    return new Row(id, scenario, parts, arbiter, outcomes, length, signals, reach);
  }

  /** A trial needs so many signals. */
  public Row signals(int count) {
    return new Row(id, scenario, parts, arbiter, outcomes, dataLength, count, reach);
  }

  /** Only this can run it. */
  public Row within(Reach limit) {
    return new Row(id, scenario, parts, arbiter, outcomes, dataLength, signals, limit);
  }

  private Row with(Part part) {
    List<Part> more = new ArrayList<>(parts);
    more.add(part);
    return new Row(id, scenario, more, arbiter, outcomes, dataLength, signals, reach);
  }

  private Row with(Outcome outcome) {
    List<Outcome> more = new ArrayList<>(outcomes);
    more.add(outcome);
    return new Row(id, scenario, parts, arbiter, more, dataLength, signals, reach);
  }

  /** How many PEs take part. */
  public int pes() {
    return 1 + parts.stream().mapToInt(Part::pe).max().orElse(-1);
  }

  /** The parts of a PE, by their place among all. */
  public List<Integer> partsOf(int pe) {
    return IntStream.range(0, parts.size()).filter(i -> parts.get(i).pe() == pe).boxed().toList();
  }

  /** What an outcome means: the first that includes it, or null if none does. */
  public Outcome outcome(String values) {
    return outcomes.stream().filter(o -> o.includes(values)).findFirst().orElse(null);
  }

  /** Whether an outcome must never be seen. */
  public boolean isForbidden(String values) {
    Outcome outcome = outcome(values);
    return outcome == null || outcome.verdict() == Verdict.FORBIDDEN;
  }

  /** Whether an outcome surprises and is allowed. */
  public boolean isSurprising(String values) {
    Outcome outcome = outcome(values);
    return outcome != null && outcome.verdict() == Verdict.ALLOWED;
  }

  /** Whether it has an outcome that surprises and is allowed. */
  public boolean allows() {
    return outcomes.stream().anyMatch(o -> o.verdict() == Verdict.ALLOWED);
  }

  /** Its name and how it is played, such as "L1: p; fence; atomicSet | waitUntil EQ". */
  @Override
  public String toString() {
    return id + ": " + scenario;
  }
}
