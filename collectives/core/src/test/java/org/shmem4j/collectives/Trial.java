package org.shmem4j.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.LongFunction;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.TestJob;

/**
 * One member's part in trials of collectives on all teams and types: fills its arrays, calls, and
 * looks at every element of the target, also at those that the call must not write.
 */
final class Trial {
  private static final long LENGTH = 6_000;
  private static final long BESIDES = 5;

  private final Team team;
  private final Collectives collectives;
  private final SymmetricArray target;
  private final SymmetricArray source;

  private Trial(Team team, SymmetricArray target, SymmetricArray source) {
    this.team = team;
    this.collectives = Collectives.of(team);
    this.target = target;
    this.source = source;
  }

  /** What each member does, in one team with one type. */
  interface Body {
    void run(Trial trial);
  }

  /** A collective call with given arrays. */
  interface Call {
    void run(Collectives collectives, SymmetricArray target, SymmetricArray source);
  }

  /** Runs a body for each team and type; arrays are the world's or the team's in turn. */
  static void everywhere(TestJob job, int pes, Body body) {
    job.run(
        pes,
        shmem -> {
          for (Team team : Teams.of(shmem)) {
            inTeam(shmem, team, body);
          }
        });
  }

  private static void inTeam(Shmem shmem, Team team, Body body) {
    for (ElementType<?> type : Values.TYPES) {
      Team owner = type.bytes() == 4 ? team : shmem.world();
      SymmetricArray target = owner.isValid() ? owner.heap().malloc(type, LENGTH) : null;
      SymmetricArray source = owner.isValid() ? owner.heap().malloc(type, LENGTH) : null;
      if (team.isValid()) {
        body.run(new Trial(team, target, source));
      }
      if (owner.isValid()) {
        owner.heap().free(target);
        owner.heap().free(source);
      }
    }
  }

  int pe() {
    return team.pe();
  }

  int pes() {
    return team.pes();
  }

  ElementType<?> type() {
    return target.type();
  }

  Number number(long v) {
    return Values.number(target, v);
  }

  /** What a member has in an element of its source. */
  Number given(int pe, long index) {
    return number((pe * 31L + index * 7) % 23 - 11);
  }

  /**
   * Makes a call.
   *
   * @param used elements of the target, from 0 on, that are looked at besides a few more
   * @param expected by index in the target; null for one that must not be written
   */
  void call(String what, boolean inPlace, long used, Call call, LongFunction<Number> expected) {
    SymmetricArray written = inPlace ? source : target;
    for (long i = 0; i < used + BESIDES; i++) {
      Values.set(target, i, number(99));
    }
    for (long i = 0; i < Math.min(LENGTH, 3 * used + BESIDES); i++) {
      Values.set(source, i, given(pe(), i));
    }
    call.run(collectives, written, source);
    for (long i = 0; i < used + BESIDES; i++) {
      Number wanted = i < used ? expected.apply(i) : null;
      if (wanted == null) {
        wanted = inPlace ? given(pe(), i) : number(99);
      }
      Number was = Values.at(written, i);
      if (!wanted.equals(was)) {
        assertEquals(
            wanted,
            was,
            what
                + (inPlace ? " in place" : "")
                + " of "
                + written
                + " in "
                + team
                + " element "
                + i
                + " of PE "
                + pe()
                + " of "
                + pes());
      }
    }
  }
}
