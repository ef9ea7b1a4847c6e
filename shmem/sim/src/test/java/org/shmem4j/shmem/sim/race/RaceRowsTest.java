package org.shmem4j.shmem.sim.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.sim.race.Race.Kind;

/**
 * The rows of the litmus table, in an order of events in which the reader is told: forbidden
 * outcomes have no race, allowed ones have the right one.
 */
class RaceRowsTest {
  private static final int PES = 4;
  private static final long X = 64;
  private static final long Y = 128;
  private static final long F = 192;
  private static final long G = 256;
  private static final long BLOCK = 8192;

  private final List<Race> found = new ArrayList<>();
  private final Races races = new Races(PES, found::add);

  // L1, L2: message passing

  @Test
  void l1FencePutsElementAheadOfFlag() {
    p(0, 1, X);
    races.fence(0, -1);
    set(0, 1, F);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    expectNone();
  }

  @Test
  void l1FenceForTheTargetIsEnough() {
    p(0, 1, X);
    races.fence(0, 1);
    set(0, 1, F);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    expectNone();
  }

  @Test
  void l1FenceForAnotherTargetIsNot() {
    p(0, 1, X);
    races.fence(0, 2);
    set(0, 1, F);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    expect(Kind.MISSING_FENCE, "p X@1", "load X", "set F@1");
  }

  @Test
  void l1aFencePutsBlockAhead() {
    block(0, 1);
    races.fence(0, -1);
    signal(0, 1, F);
    wait(1, F);
    races.localLoad(1, BLOCK + 40_000, 8, "load");
    expectNone();
  }

  @Test
  void l1bMissingFenceIsNamedWithItsPlace() {
    p(0, 1, X);
    set(0, 1, F);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    expect(Kind.MISSING_FENCE, "p X@1", "load X", "set F@1");
    Race race = found.getFirst();
    assertEquals("p", race.first().kind().verb());
    assertEquals(0, race.first().pe());
    assertEquals(1, race.first().target());
    assertEquals(X, race.first().offset());
    assertEquals(8, race.first().bytes());
    assertEquals(1, race.second().pe());
    assertEquals(0, race.release().pe());
    assertEquals(1, race.release().target());
  }

  @Test
  void l1cFenceOfAnotherContextDoesNotHelp() {
    int other = races.newStream(0, true);
    p(0, 1, X);
    races.fence(other, -1);
    set(other, 1, F);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    expect(Kind.MISSING_QUIET, "p X@1", "load X", "set F@1");
  }

  @Test
  void l1dFenceWithNostoreLeavesStoresOut() {
    int other = races.newStream(0, false);
    races.localStore(0, X, 8, "store X");
    races.fence(other, -1);
    set(other, 1, F);
    wait(1, F);
    races.read(1, 0, X, 8, "get X");
    expect(Kind.MISSING_QUIET, "store X", "get X", "set F@1");
    assertEquals(0, found.getFirst().remedyStream());
  }

  @Test
  void l1eFencePutsStoreAhead() {
    races.localStore(0, X, 8, "store X");
    races.fence(0, -1);
    set(0, 1, F);
    wait(1, F);
    races.read(1, 0, X, 8, "get X");
    expectNone();
  }

  @Test
  void l1eStoreWithoutFenceIsFound() {
    races.localStore(0, X, 8, "store X");
    set(0, 1, F);
    wait(1, F);
    races.read(1, 0, X, 8, "get X");
    expect(Kind.MISSING_FENCE, "store X", "get X", "set F@1");
  }

  @Test
  void l2bMissingFenceAfterBlock() {
    block(0, 1);
    signal(0, 1, F);
    wait(1, F);
    races.localLoad(1, BLOCK + 40_000, 8, "load");
    expect(Kind.MISSING_FENCE, "put block@1", "load", "signal F@1");
  }

  @Test
  void flagByPutOfOneElementCarriesWhatAFencePutAhead() {
    p(0, 1, X);
    races.fence(0, -1);
    p(0, 1, F);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    races.localLoad(1, F, 8, "load F");
    expectNone();
  }

  @Test
  void flagByPutOfOneElementNeedsTheFence() {
    p(0, 1, X);
    p(0, 1, F);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    expect(Kind.MISSING_FENCE, "p X@1", "load X", "p F@1");
  }

  @Test
  void flagByPutOfOneElementNeedsTheFenceAfterReadsToo() {
    races.read(0, 1, X, 8, "get X");
    p(0, 1, F);
    wait(1, F);
    races.localStore(1, X, 8, "store X");
    expect(Kind.MISSING_FENCE, "get X", "store X", "p F@1");
  }

  @Test
  void signalComesAfterReadsWithoutFence() {
    races.read(0, 1, X, 8, "get X");
    signal(0, 1, F);
    wait(1, F);
    races.localStore(1, X, 8, "store X");
    expectNone();
  }

  // L3 to L5: a put and its signal

  @Test
  void l3SignalCarriesItsOwnData() {
    putSignal(0, 1, X, F, false);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    expectNone();
  }

  @Test
  void l4SignalSaysNothingOfEarlierPuts() {
    p(0, 1, Y);
    putSignal(0, 1, X, F, false);
    wait(1, F);
    races.localLoad(1, Y, 8, "load Y");
    expect(Kind.MISSING_FENCE, "p Y@1", "load Y", "signal F@1");
  }

  @Test
  void l4WithFence() {
    p(0, 1, Y);
    races.fence(0, -1);
    putSignal(0, 1, X, F, false);
    wait(1, F);
    races.localLoad(1, Y, 8, "load Y");
    expectNone();
  }

  @Test
  void l5TheLaterSignalMayComeFirst() {
    putSignalIssued(0, 1, X, F, true);
    putSignal(0, 1, Y, F, true);
    wait(1, F);
    races.localLoad(1, Y, 8, "load Y");
    races.localLoad(1, X, 8, "load X");
    expect(Kind.MISSING_FENCE, "put X@1", "load X", "signal F@1");
  }

  @Test
  void l5BothSignalsAreThere() {
    Issued first = putSignalIssued(0, 1, X, F, true);
    putSignal(0, 1, Y, F, true);
    races.delivered(first);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    races.localLoad(1, Y, 8, "load Y");
    expectNone();
  }

  @Test
  void l5bSharedCounterDoesNotTellWhoCame() {
    putSignalIssued(0, 2, X, F, true);
    putSignal(1, 2, Y, F, true);
    wait(2, F);
    races.localLoad(2, Y, 8, "load Y");
    races.localLoad(2, X, 8, "load X");
    expect(Kind.DATA_RACE, "put X@2", "load X", null);
  }

  @Test
  void l5bAllHaveCome() {
    putSignal(0, 2, X, F, true);
    putSignal(1, 2, Y, F, true);
    wait(2, F);
    races.localLoad(2, X, 8, "load X");
    races.localLoad(2, Y, 8, "load Y");
    expectNone();
  }

  @Test
  void setThatReplacesAnotherHidesIt() {
    putSignal(0, 2, X, F, false);
    putSignal(1, 2, Y, F, false);
    wait(2, F);
    races.localLoad(2, X, 8, "load X");
    expect(Kind.DATA_RACE, "put X@2", "load X", null);
  }

  @Test
  void l6SignalsOfManyDoNotConflict() {
    signal(0, 2, F);
    signal(1, 2, F);
    signal(3, 2, F);
    wait(2, F);
    expectNone();
  }

  // L7 to L10: others are told

  @Test
  void l7QuietThenTellAnother() {
    p(0, 2, X);
    races.quiet(0, -1);
    set(0, 1, F);
    wait(1, F);
    races.read(1, 2, X, 8, "get X");
    expectNone();
  }

  @Test
  void l7fFenceIsNotEnoughForAnother() {
    p(0, 2, X);
    races.fence(0, -1);
    set(0, 1, F);
    wait(1, F);
    races.read(1, 2, X, 8, "get X");
    expect(Kind.MISSING_QUIET, "p X@2", "get X", "set F@1");
  }

  @Test
  void l8QuietForTheTarget() {
    p(0, 2, X);
    races.quiet(0, 2);
    set(0, 1, F);
    wait(1, F);
    races.read(1, 2, X, 8, "get X");
    expectNone();
  }

  @Test
  void l8QuietForAnotherTarget() {
    p(0, 2, X);
    races.quiet(0, 1);
    set(0, 1, F);
    wait(1, F);
    races.read(1, 2, X, 8, "get X");
    expect(Kind.MISSING_QUIET, "p X@2", "get X", "set F@1");
  }

  @Test
  void l9FlagsByAtomicsAreHandedOn() {
    set(0, 1, X);
    wait(1, X);
    set(1, 2, Y);
    wait(2, Y);
    races.read(2, 1, X, 8, "get X");
    expectNone();
  }

  @Test
  void l10QuietIsHandedOn() {
    p(0, 2, X);
    races.quiet(0, -1);
    set(0, 1, F);
    wait(1, F);
    set(1, 2, G);
    wait(2, G);
    races.localLoad(2, X, 8, "load X");
    expectNone();
  }

  @Test
  void l10fFenceIsNot() {
    p(0, 2, X);
    races.fence(0, -1);
    set(0, 1, F);
    wait(1, F);
    set(1, 2, G);
    wait(2, G);
    races.localLoad(2, X, 8, "load X");
    expect(Kind.MISSING_QUIET, "p X@2", "load X", "set F@1");
  }

  @Test
  void whatTheTargetHasSeenItHandsOn() {
    p(0, 1, X);
    races.fence(0, -1);
    signal(0, 1, F);
    wait(1, F);
    signal(1, 2, G);
    wait(2, G);
    races.read(2, 1, X, 8, "get X");
    signal(1, 0, G);
    wait(0, G);
    races.read(0, 1, X, 8, "get X again");
    expectNone();
  }

  @Test
  void atomicThatReturnsHasWhatAFencePutAheadOfIt() {
    p(0, 2, X);
    races.fence(0, -1);
    races.atomic(0, 2, Y, 8, true, false, "add Y@2");
    races.read(0, 2, X, 8, "get X");
    expectNone();
  }

  @Test
  void fetchDoesNot() {
    p(0, 2, X);
    races.fence(0, -1);
    races.atomic(0, 2, Y, 8, false, false, "fetch Y@2");
    races.read(0, 2, X, 8, "get X");
    expect(Kind.MISSING_QUIET, "p X@2", "get X", null);
  }

  @Test
  void l11PutsAndGetsNeedMoreThanQuiet() {
    p(0, 1, X);
    races.quiet(0, -1);
    races.read(1, 1, X, 8, "get X");
    expect(Kind.DATA_RACE, "p X@1", "get X", null);
  }

  @Test
  void l11aL13aL15AtomicsNeedNothing() {
    set(0, 1, X);
    races.atomic(1, 1, X, 8, false, false, "fetch");
    races.atomic(2, 1, X, 8, true, false, "add");
    races.atomic(0, 1, X, 8, false, false, "fetch");
    expectNone();
  }

  // L14 to L16: one PE alone

  @Test
  void l14FenceOrdersPutsToOnePlace() {
    p(0, 1, X);
    races.fence(0, -1);
    races.put(0, 1, X, 8, "put X");
    expectNone();
  }

  @Test
  void l14nPutsWithoutFence() {
    p(0, 1, X);
    races.put(0, 1, X, 8, "put X");
    expect(Kind.MISSING_FENCE, "p X@1", "put X", null);
    assertEquals("put X", found.getFirst().remedySite());
  }

  @Test
  void l14nFenceDoesNotOrderContexts() {
    int other = races.newStream(0, true);
    p(0, 1, X);
    races.fence(0, -1);
    races.put(other, 1, X, 8, "put X");
    expect(Kind.MISSING_QUIET, "p X@1", "put X", null);
  }

  @Test
  void l16OwnPutIsNotReadBeforeQuiet() {
    p(0, 1, X);
    races.fence(0, -1);
    races.read(0, 1, X, 8, "get X");
    expect(Kind.MISSING_QUIET, "p X@1", "get X", null);
  }

  @Test
  void l16WithQuiet() {
    p(0, 1, X);
    races.quiet(0, -1);
    races.read(0, 1, X, 8, "get X");
    expectNone();
  }

  @Test
  void ownStoresAreInOrder() {
    races.localStore(0, X, 8, "store X");
    races.localLoad(0, X, 8, "load X");
    races.put(0, 0, X, 8, "put X");
    expectNone();
  }

  // L17 to L20

  @Test
  void l17ManyCountAndTheOwnerLooks() {
    for (int pe = 0; pe < PES; pe++) {
      races.atomic(pe, 0, X, 8, true, false, "add");
    }
    races.atomic(0, 0, X, 8, false, false, "fetch");
    expectNone();
  }

  @Test
  void l20AtomicsAmongPuts() {
    races.atomic(1, 0, X, 8, true, false, "add X");
    p(2, 0, X);
    expect(Kind.DATA_RACE, "add X", "p X@0", null);
  }

  @Test
  void l20PlainLoadAmongAtomics() {
    races.atomic(1, 0, X, 8, true, false, "add X");
    races.localLoad(0, X, 8, "load X");
    expect(Kind.DATA_RACE, "add X", "load X", null);
  }

  @Test
  void signalDoesNotHideAPutBeforeIt() {
    races.put(0, 1, F, 8, "put F");
    races.quiet(0, -1);
    signal(0, 1, F);
    races.signal(2, 1, F, true, null, "signal of 2");
    expect(Kind.DATA_RACE, "put F", "signal of 2", null);
  }

  // L24: meetings

  @Test
  void l24aSyncCompletesNoPuts() {
    p(0, 1, X);
    meet("sync");
    races.localLoad(1, X, 8, "load X");
    expect(Kind.MISSING_QUIET, "p X@1", "load X", "sync");
  }

  @Test
  void l24bBarrierDoes() {
    p(0, 1, X);
    races.quiet(0, -1);
    meet("barrier");
    races.localLoad(1, X, 8, "load X");
    expectNone();
  }

  @Test
  void l24cBarrierCompletesTheDefaultContextOnly() {
    int other = races.newStream(0, true);
    p(other, 1, X);
    races.quiet(0, -1);
    meet("barrier");
    races.localLoad(1, X, 8, "load X");
    expect(Kind.MISSING_QUIET, "p X@1", "load X", "barrier");
  }

  @Test
  void l24cWithThatContextsQuiet() {
    int other = races.newStream(0, true);
    p(other, 1, X);
    races.quiet(other, -1);
    meet("barrier");
    races.localLoad(1, X, 8, "load X");
    expectNone();
  }

  @Test
  void l24dSyncCompletesStores() {
    races.localStore(0, X, 8, "store X");
    meet("sync");
    races.read(1, 0, X, 8, "get X");
    expectNone();
  }

  @Test
  void l25ReadBeforeBarrier() {
    block(0, 1);
    races.localLoad(1, BLOCK, 8, "load");
    races.quiet(0, -1);
    meet("barrier");
    expect(Kind.DATA_RACE, "put block@1", "load", null);
  }

  @Test
  void l28PutAfterAllocationIsNotARace() {
    races.localStore(1, X, 8, "old life");
    races.forget(1, X, 8, "calloc");
    meet("calloc");
    p(0, 1, X);
    expectNone();
  }

  @Test
  void putThatArrivesInAnotherLife() {
    Issued put = races.put(0, 1, X, 8, "put X");
    races.forget(1, 0, 4096, "free");
    races.delivered(put);
    expect(Kind.USE_AFTER_FREE, "put X", "free", null);
  }

  // Patterns

  @Test
  void bufferThatIsUsedAgainBeforeItWasConsumed() {
    putSignal(0, 1, X, F, false);
    wait(1, F);
    races.localLoad(1, X, 8, "load X");
    races.fence(0, -1);
    putSignal(0, 1, X, F, false);
    expect(Kind.DATA_RACE, "load X", "put X@1", null);
  }

  @Test
  void pingPongNeedsNoFence() {
    pingPong();
    expectNone();
  }

  @Test
  void pingPongAfterAPutThatNobodyCompletes() {
    p(0, 1, Y);
    pingPong();
    expectNone();
    races.localLoad(1, Y, 8, "load Y");
    expect(Kind.MISSING_FENCE, "p Y@1", "load Y", "signal F@1");
  }

  @Test
  void neighboursInOneWordDoNotRace() {
    races.put(0, 3, X, 4, "int");
    races.put(1, 3, X + 4, 2, "short");
    races.put(2, 3, X + 6, 1, "byte");
    races.localStore(3, X + 7, 1, "byte");
    expectNone();
    races.localStore(3, X + 6, 2, "short");
    expect(Kind.DATA_RACE, "byte", "short", null);
  }

  @Test
  void samePairOfSitesIsToldOnce() {
    for (int i = 0; i < 10; i++) {
      races.put(0, 1, X, 8, "one");
      races.put(2, 1, X, 8, "two");
      races.forget(1, X, 8, null);
    }
    expect(Kind.DATA_RACE, "one", "two", null);
  }

  private void pingPong() {
    for (int turn = 0; turn < 100; turn++) {
      int from = turn % 2;
      putSignal(from, 1 - from, X, F, false);
      wait(1 - from, F);
      races.localLoad(1 - from, X, 8, "load X");
    }
  }

  private void p(int stream, int target, long offset) {
    races.delivered(races.store(stream, target, offset, 8, "p " + at(offset, target)));
  }

  private void block(int stream, int target) {
    races.delivered(races.put(stream, target, BLOCK, 65_536, "put block@" + target));
  }

  private void set(int stream, int target, long offset) {
    races.atomic(stream, target, offset, 8, true, true, "set " + at(offset, target));
  }

  private void signal(int stream, int target, long offset) {
    races.delivered(
        races.signal(stream, target, offset, true, null, "signal " + at(offset, target)));
  }

  private void putSignal(int stream, int target, long data, long signal, boolean add) {
    races.delivered(putSignalIssued(stream, target, data, signal, add));
  }

  /** Delivers the data only, and returns the signal. */
  private Issued putSignalIssued(int stream, int target, long data, long signal, boolean add) {
    Issued put = races.put(stream, target, data, 8, "put " + at(data, target));
    Issued last = races.signal(stream, target, signal, add, put, "signal " + at(signal, target));
    races.delivered(put);
    return last;
  }

  private void wait(int pe, long offset) {
    races.acquire(pe, offset, 8, "wait");
  }

  private void meet(Object site) {
    Meeting meeting = races.meeting();
    for (int pe = 0; pe < PES; pe++) {
      meeting.arrive(pe, site);
    }
    for (int pe = 0; pe < PES; pe++) {
      meeting.leave(pe);
    }
  }

  private static String at(long offset, int target) {
    return (offset == X ? "X" : offset == Y ? "Y" : offset == F ? "F" : "G") + "@" + target;
  }

  private void expectNone() {
    assertEquals(List.of(), found);
  }

  private void expect(Kind kind, String first, String second, String release) {
    assertEquals(1, found.size(), found::toString);
    Race race = found.getFirst();
    assertEquals(kind, race.kind());
    assertEquals(first, race.first().site());
    assertEquals(second, race.second().site());
    if (release == null) {
      assertNull(race.release());
    } else {
      assertEquals(release, race.release().site());
      assertEquals(release, race.remedySite());
    }
  }
}
