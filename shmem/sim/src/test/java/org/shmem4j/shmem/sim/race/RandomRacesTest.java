package org.shmem4j.shmem.sim.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.sim.race.Race.Kind;
import org.shmem4j.shmem.sim.race.Step.What;

/** Random programs: races as in a graph that is searched, and remedies that remedy. */
class RandomRacesTest {
  private static final int PROGRAMS = Integer.getInteger("shmem4j.random.programs", 3_000);
  private static final int PES = 3;
  private static final int LENGTH = 40;
  private static final int MANY_PES = 12; // more than a node of a tree holds
  private static final int LONG = 120;

  @Test
  void firstRaceIsTheGraphs() {
    compareWithGraph(PES, LENGTH, PROGRAMS);
  }

  @Test
  void firstRaceOfManyPesIsTheGraphs() {
    compareWithGraph(MANY_PES, LONG, PROGRAMS / 10);
  }

  private static void compareWithGraph(int pes, int length, int programs) {
    int racy = 0;
    for (int seed = 0; seed < programs; seed++) {
      RandomProgram program = new RandomProgram(seed, pes, length);
      assertEquals(program.firstRace, firstRace(pes, program.steps), explain(seed, program));
      racy += program.firstRace < 0 ? 0 : 1;
    }
    assertTrue(racy > programs / 4 && racy < programs, "racy=" + racy);
  }

  @Test
  void remedyRemovesTheRace() {
    Map<Kind, Integer> tried = new HashMap<>();
    for (int seed = 0; seed < PROGRAMS; seed++) {
      RandomProgram program = new RandomProgram(seed, PES, LENGTH);
      List<Race> races = run(PES, program.steps, List.of());
      for (Race race : races) {
        tried.merge(race.kind(), 1, Integer::sum);
        if (race.remedyStream() >= 0) {
          assertTrue(
              run(PES, program.steps, List.of(race)).stream().noneMatch(one -> isSame(one, race)),
              explain(seed, program));
        }
      }
    }
    assertTrue(tried.get(Kind.MISSING_FENCE) > 100, tried::toString);
    assertTrue(tried.get(Kind.MISSING_QUIET) > 100, tried::toString);
  }

  private static boolean isSame(Race one, Race other) {
    return isSame(one.first(), other.first()) && isSame(one.second(), other.second());
  }

  private static boolean isSame(Access one, Access other) {
    return one.kind() == other.kind() && one.site().equals(other.site());
  }

  private static String explain(int seed, RandomProgram program) {
    return "seed=" + seed + " steps=" + program.steps;
  }

  private static int firstRace(int pes, List<Step> steps) {
    List<Race> races = run(pes, steps, List.of());
    return races.isEmpty() ? -1 : (int) races.getFirst().second().site();
  }

  /** Runs the steps with what the remedies say put in. */
  private static List<Race> run(int pes, List<Step> steps, List<Race> remedies) {
    List<Race> found = new ArrayList<>();
    Races races = new Races(pes, found::add);
    races.newStream(0, true);
    races.newStream(1, false);
    List<Issued> issued = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      for (Race remedy : remedies) {
        if (remedy.remedySite().equals(i)) {
          apply(races, remedy);
        }
      }
      issued.add(run(races, pes, issued, steps.get(i), i));
    }
    return found;
  }

  private static void apply(Races races, Race remedy) {
    if (remedy.kind() == Kind.MISSING_FENCE) {
      races.fence(remedy.remedyStream(), -1);
    } else {
      races.quiet(remedy.remedyStream(), -1);
    }
  }

  private static Issued run(Races races, int pes, List<Issued> issued, Step s, int site) {
    switch (s.what()) {
      case PUT -> {
        return races.put(s.stream(), s.target(), s.offset(), s.bytes(), site);
      }
      case P -> {
        return races.store(s.stream(), s.target(), s.offset(), s.bytes(), site);
      }
      case SIGNAL -> {
        return races.signal(s.stream(), s.target(), s.offset(), s.adds(), null, site);
      }
      case PUT_SIGNAL -> {
        Issued data = races.put(s.stream(), s.target(), s.offset(), s.bytes(), site);
        return races.signal(s.stream(), s.target(), Step.SIGNAL_OFFSET, s.adds(), data, site);
      }
      case GET -> races.read(s.pe(), s.target(), s.offset(), s.bytes(), site);
      case LOAD -> races.localLoad(s.pe(), s.offset(), s.bytes(), site);
      case STORE -> races.localStore(s.pe(), s.offset(), s.bytes(), site);
      case ATOMIC, FETCH -> {
        boolean writes = s.what() == What.ATOMIC;
        boolean replaces = writes && !s.adds();
        races.atomic(s.stream(), s.target(), s.offset(), s.bytes(), writes, replaces, site);
      }
      case WAIT -> races.acquire(s.pe(), s.offset(), s.bytes(), site);
      case FENCE -> races.fence(s.stream(), s.target());
      case QUIET -> races.quiet(s.stream(), s.target());
      case SYNC -> sync(races, pes, site);
      case DELIVER -> races.delivered(issued.get(s.refersTo()));
    }
    return null;
  }

  private static void sync(Races races, int pes, int site) {
    Meeting meeting = races.meeting();
    for (int pe = 0; pe < pes; pe++) {
      meeting.arrive(pe, site);
    }
    for (int pe = 0; pe < pes; pe++) {
      meeting.leave(pe);
    }
  }
}
