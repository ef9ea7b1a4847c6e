package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.program.Jobs.Helper;
import org.shmem4j.program.Jobs.Texts;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.SessionOption;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.TeamConfig;

/** Contexts and views of objects on them (OpenSHMEM 1.6, Communication Management). */
class ContextTest {
  private static void refuse(Class<? extends Throwable> type, String message, Executable misuse) {
    String text = assertThrows(type, misuse).getMessage();
    assertTrue(text.startsWith(message), text);
  }

  private static List<ShmemContext> contexts(Team team) {
    return List.of(
        team.context(),
        team.createContext(),
        team.createContext(ContextOption.SERIALIZED, ContextOption.NOSTORE),
        team.createContext(ContextOption.PRIVATE));
  }

  /** Every kind of operation takes the numbers of the context's team. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void shouldTakeTheNumbersOfTheContextsTeam(int pes) {
    Jobs.run(
        pes,
        shmem -> {
          SymmetricLongs box = shmem.longs(8);
          Signal signal = shmem.signal();
          Team reversed = shmem.world().splitStrided(pes - 1, -1, pes);
          Team even = shmem.world().splitStrided(0, 2, (pes + 1) / 2);
          for (Team team : List.of(shmem.world(), reversed, even)) {
            if (team.isValid()) {
              for (ShmemContext context : contexts(team)) {
                assertNumbers(team, context, box, signal);
              }
            }
            shmem.barrierAll();
          }
          reversed.destroy();
          even.destroy();
        });
  }

  private static void assertNumbers(
      Team team, ShmemContext context, SymmetricLongs box, Signal signal) {
    SymmetricLongs view = box.on(context);
    Signal signalView = signal.on(context);
    int right = (team.pe() + 1) % team.pes();
    int left = (team.pe() + team.pes() - 1) % team.pes();
    box.fill(-1);
    box.set(5, 0);
    signal.set(0, team.worldPe(team.pe()));
    team.barrier();
    view.p(0, team.pe(), right);
    view.put(1, new long[] {team.pe(), 10 + team.pe()}, 0, 2, right);
    view.atomicSet(3, team.pe(), right);
    view.atomicAdd(5, team.pe() + 1, right);
    context.fence();
    signalView.add(1, right);
    view.putSignal(4, new long[] {team.pe()}, 0, 1, signalView, SignalOp.ADD, 1, right);
    // A signal of another scope, with the target by the data's numbers.
    view.putSignal(6, new long[] {team.pe()}, 0, 1, signal, SignalOp.ADD, 1, right);
    signalView.waitUntil(Compare.EQ, 3);
    context.quiet();
    team.barrier();
    for (int i : new int[] {0, 1, 3, 4, 6}) {
      assertEquals(left, box.at(i), "element " + i + " on " + context);
      assertEquals(team.pe(), view.g(i, right));
    }
    assertEquals(10 + left, view.at(2));
    assertEquals(left + 1, view.atomicFetch(5, team.pe()));
    long[] got = new long[2];
    view.get(1, got, 0, 2, right);
    assertEquals(10 + team.pe(), got[1]);
    view.set(7, 70 + team.pe());
    team.barrier();
    assertEquals(70 + right, box.on(team).segment(right).getAtIndex(ValueLayout.JAVA_LONG, 7));
    assertEquals(team.segment(box, right).address(), box.segment(team.worldPe(right)).address());
    for (int wrong : new int[] {-1, team.pes(), Integer.MIN_VALUE}) {
      refuse(
          IndexOutOfBoundsException.class,
          "no such PE: object=longs#1[8] pe=" + wrong + " valid=0.." + (team.pes() - 1),
          () -> view.p(0, 1, wrong));
    }
    team.barrier();
  }

  @Test
  void shouldKeepOneViewForEachContext() {
    Jobs.run(
        2,
        shmem -> {
          SymmetricLongs box = shmem.longs(4);
          ShmemContext first = shmem.createContext();
          ShmemContext second = shmem.createContext();
          SymmetricLongs view = box.on(first);
          assertSame(view, box.on(first));
          assertNotSame(view, box.on(second));
          assertSame(box, box.on(shmem.context()));
          assertSame(box, box.on(shmem.world()));
          assertSame(view, view.on(first));
          assertSame(box, view.on(shmem.world()), "a view of a view is one of the object");
          assertSame(box.on(second), view.on(second));
          assertNotSame(box, box.on(shmem.shared()));
          assertEquals(box.id(), view.id());
          assertEquals(box.offset(), view.offset());
          assertEquals(box.toString(), view.toString());
          first.close();
          second.close();
        });
  }

  @Test
  void shouldEndViewsWithTheirContextAndWithTheirObject() {
    Jobs.run(
        2,
        shmem -> {
          SymmetricLongs box = shmem.longs(4);
          Signal signal = shmem.signal();
          ShmemContext first = shmem.createContext();
          ShmemContext second = shmem.createContext();
          SymmetricLongs ofFirst = box.on(first);
          SymmetricLongs ofSecond = box.on(second);
          Signal signalOfFirst = signal.on(first);
          first.close();
          first.close();
          String closed = "the context of this view has been closed at ";
          for (Executable misuse :
              List.<Executable>of(
                  () -> ofFirst.p(0, 1, 0),
                  () -> ofFirst.g(0, 0),
                  () -> ofFirst.at(0),
                  () -> ofFirst.put(new long[4], 0),
                  () -> ofFirst.atomicInc(0, 0),
                  () -> ofFirst.on(second),
                  () -> ofFirst.on(shmem.context()),
                  ofFirst::segment,
                  () -> signalOfFirst.set(1, 0),
                  () -> signalOfFirst.test(Compare.EQ, 0))) {
            refuse(IllegalStateException.class, closed, misuse);
          }
          String message = assertThrows(IllegalStateException.class, ofFirst::segment).getMessage();
          assertTrue(message.contains("ContextTest.java:"), message);
          assertTrue(message.endsWith(": object=longs#1"), message);
          assertTrue(ofFirst.isFreed());
          for (Executable misuse :
              List.<Executable>of(
                  () -> box.on(first),
                  first::fence,
                  first::quiet,
                  () -> first.quiet(1),
                  () -> first.fence(1),
                  first::sessionStop,
                  () -> first.sessionStart())) {
            refuse(IllegalStateException.class, "the context has been closed at ", misuse);
          }
          ofSecond.p(0, 5, Jobs.right(shmem)); // has nothing to do with the first
          second.quiet();
          shmem.barrierAll();
          assertEquals(5, box.at(0));
          shmem.free(ofSecond); // stands for its object
          for (SymmetricLongs ended : List.of(box, ofSecond)) {
            refuse(
                IllegalStateException.class,
                "the object has been freed: object=longs#1 freedAt=",
                () -> ended.p(0, 1, 0));
          }
          refuse(
              IllegalStateException.class,
              "the object has been freed: object=longs#1 freedAt=",
              () -> box.on(second));
          second.close();
          refuse(
              IllegalStateException.class,
              "the object has been freed: object=longs#1 freedAt=",
              () -> ofSecond.at(0));
          signal.add(1, shmem.pe());
          assertEquals(1, signal.fetch());
        });
  }

  /** Who is not in the object's team has no copy. */
  @Test
  void shouldRefuseAViewForWhoDoesNotHaveTheObject() {
    Jobs.run(
        4,
        shmem -> {
          Team low = shmem.world().split(shmem.pe() / 2, 0);
          SymmetricInts box = low.heap().ints(3);
          Signal ofLow = low.heap().signal();
          SymmetricLongs data = shmem.longs(1);
          refuse(
              IllegalArgumentException.class,
              "a member of the context's team does not have the object: object="
                  + box
                  + " allocatedBy="
                  + low
                  + " team=world pe="
                  + (shmem.pe() < 2 ? 2 : 0),
              () -> box.on(shmem.world()));
          int stranger = (shmem.pe() + 2) % 4;
          refuse(
              IllegalArgumentException.class,
              "the target has no such signal: object=longs#1[1] signal=" + ofLow,
              () -> data.putSignal(new long[1], ofLow, SignalOp.SET, 1, stranger));
          data.putSignal(new long[] {4}, ofLow, SignalOp.SET, 6, low.worldPe(1 - low.pe()));
          assertEquals(6, ofLow.waitUntil(Compare.EQ, 6));
          assertEquals(4, data.at(0));
          Team alone = low.split(low.pe(), 0);
          box.on(alone).p(0, 9, 0);
          assertEquals(9, box.at(0));
          refuse(
              IllegalStateException.class,
              "the context is invalid: context=INVALID",
              () -> box.on(Team.INVALID));
          alone.destroy();
          shmem.barrierAll();
          low.destroy();
        });
  }

  @Test
  void shouldLetOnlyItsCreatorCloseAPrivateContext() {
    Texts texts = new Texts(2);
    Jobs.run(
        2,
        shmem -> {
          Team team = shmem.world().splitStrided(0, 1, 2);
          ShmemContext mine = team.createContext(ContextOption.PRIVATE);
          assertEquals(Set.of(ContextOption.PRIVATE), mine.options());
          new Helper(() ->
              refuse(
                  IllegalStateException.class,
                  "a private context is closed by the thread that created it: team="
                      + team
                      + " creator="
                      + "pe-"
                      + shmem.pe()
                      + " thread=",
                  mine::close))
              .join();
          mine.quiet(); // it is open still
          ShmemContext shared = team.createContext(ContextOption.SERIALIZED);
          new Helper(shared::close).join();
          refuse(IllegalStateException.class, "the context has been closed at ", shared::quiet);
          AtomicReference<ShmemContext> others = new AtomicReference<>();
          new Helper(() -> others.set(team.createContext(ContextOption.PRIVATE))).join();
          if (shmem.pe() == 0) {
            assertThrows(IllegalStateException.class, others.get()::close);
          }
          String text = texts.assertAllThrow(shmem, IllegalStateException.class, team::destroy);
          assertTrue(
              text.startsWith("a team with another thread's private context cannot be destroyed"),
              text);
          team.sync(); // it lives on
        });
  }

  @Test
  void shouldDoNothingOnTheInvalidContext() {
    Jobs.run(
        1,
        shmem -> {
          ShmemContext none = ShmemContext.INVALID;
          none.fence();
          none.fence(99);
          none.quiet();
          none.quiet(99, -1);
          none.close();
          none.close();
          assertFalse(none.isValid());
          assertSame(Team.INVALID, none.team());
          assertEquals("INVALID", none.toString());
          assertEquals(Set.of(), none.options());
          assertThrows(IllegalStateException.class, () -> none.sessionStart(SessionOption.BATCH));
          assertThrows(IllegalStateException.class, none::sessionStop);
          assertSame(none, Team.INVALID.createContext());
          assertSame(none, Team.INVALID.context());
          assertThrows(IllegalStateException.class, () -> shmem.longs(1).on(none));
        });
  }

  /** L8b: none is named. And PEs that are wrong are refused, also the last of several. */
  @Test
  void shouldCompleteForSomePes() {
    Jobs.run(
        3,
        shmem -> {
          SymmetricLongs box = shmem.longs(3);
          Team pair = shmem.world().split(shmem.pe() == 0 ? -1 : 0, -shmem.pe());
          ShmemContext context = shmem.createContext();
          int right = Jobs.right(shmem);
          for (int round = 1; round <= 500; round++) {
            box.on(context).p(shmem.pe(), round, right);
            switch (round % 4) {
              case 0 -> context.quiet(right);
              case 1 -> context.quiet(0, 1, 2, 2);
              case 2 -> context.quiet();
              default -> {
                context.quiet(new int[0]);
                context.fence(right);
              }
            }
            shmem.syncAll();
            assertEquals(round, box.at(Jobs.left(shmem)));
            shmem.syncAll();
          }
          String valid = "no such PE: team=world pe=";
          refuse(IndexOutOfBoundsException.class, valid + 3, () -> context.quiet(0, 1, 3));
          refuse(IndexOutOfBoundsException.class, valid + -1, () -> context.quiet(-1));
          refuse(IndexOutOfBoundsException.class, valid + 3, () -> context.fence(3));
          refuse(IndexOutOfBoundsException.class, valid + 3, () -> shmem.quiet(3));
          refuse(IndexOutOfBoundsException.class, valid + -1, () -> shmem.fence(-1));
          shmem.quiet(0, 2);
          shmem.fence(2);
          if (pair.isValid()) {
            pair.context().quiet(0, 1);
            refuse(
                IndexOutOfBoundsException.class,
                "no such PE: team=" + pair + " pe=2 valid=0..1",
                () -> pair.context().quiet(2));
          }
        });
  }

  /** Hints: nothing that can be observed changes, stop twice is as good as once. */
  @Test
  void shouldChangeNothingInASession() {
    Jobs.run(
        2,
        shmem -> {
          SymmetricLongs box = shmem.longs(1);
          for (ShmemContext context : contexts(shmem.world())) {
            context.sessionStop();
            context.sessionStart();
            context.sessionStart(SessionOption.BATCH);
            context.sessionStart(1_000_000, SessionOption.BATCH);
            for (int i = 1; i <= 100; i++) {
              box.on(context).p(0, i, Jobs.right(shmem));
            }
            context.quiet();
            context.sessionStop();
            context.sessionStop();
            shmem.barrierAll();
            assertEquals(100, box.at(0));
            refuse(
                IllegalArgumentException.class,
                "a number of operations is not negative: totalOps=-1",
                () -> context.sessionStart(-1));
            shmem.barrierAll();
          }
        });
  }

  /** L24c: a barrier after the context's own quiet shows everybody what it has put. */
  @Test
  void shouldShowAtABarrierWhatAQuietContextHasPut() {
    Jobs.runSleeping(
        3,
        shmem -> {
          SymmetricLongs box = shmem.longs(1);
          try (ShmemContext context = shmem.createContext()) {
            for (int round = 1; round <= 500; round++) {
              box.on(context).p(0, round, Jobs.right(shmem));
              context.quiet();
              shmem.barrierAll();
              assertEquals(round, box.at(0));
              shmem.barrierAll();
            }
          }
        });
  }

  /** Case 53 and L35: leaving completes, closes and ends what has been left open. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldLeaveWithOpenContextsAndTeams(int pes) {
    Jobs.run(
        pes,
        shmem -> {
          SymmetricLongs box = shmem.longs(1);
          Team team = shmem.world().splitStrided(pes - 1, -1, pes);
          Team inner = team.split(0, 0);
          SymmetricLongs ofInner = inner.heap().longs(10);
          List<ShmemContext> open = new ArrayList<>();
          open.addAll(contexts(shmem.world()).subList(1, 4));
          open.addAll(contexts(inner).subList(1, 4));
          AtomicReference<ShmemContext> others = new AtomicReference<>();
          new Helper(() -> others.set(inner.createContext(ContextOption.PRIVATE))).join();
          open.add(others.get());
          List<SymmetricLongs> views = open.stream().map(box::on).toList();
          open.getFirst().sessionStart(SessionOption.BATCH);
          MemorySegment memory = box.segment();
          views.forEach(view -> view.atomicAdd(0, 1, 0));
          shmem.close();
          assertFalse(Shmem.isInitialized());
          // By the world's numbers to PE 0, by the inner team's to the last.
          int adds = (shmem.pe() == 0 ? 3 : 0) + (shmem.pe() == pes - 1 ? 4 : 0);
          assertEquals((long) adds * pes, memory.get(ValueLayout.JAVA_LONG, 0));
          for (ShmemContext context : open) {
            context.close(); // nothing to do
            refuse(IllegalStateException.class, "this PE has left the job", context::quiet);
          }
          for (SymmetricLongs view : views) {
            refuse(IllegalStateException.class, "the object has been freed", () -> view.p(0, 1, 0));
          }
          refuse(
              IllegalStateException.class,
              "the object has been freed: object=" + inner + ".longs#1 freedAt=finalize",
              () -> ofInner.at(0));
          refuse(IllegalStateException.class, "this PE has left the job", inner::sync);
          refuse(IllegalStateException.class, "this PE has left the job", inner::destroy);
          refuse(IllegalStateException.class, "this PE has left the job", inner::createContext);
        });
  }

  /** Case 64: contexts leave nothing behind, neither in their team nor in the objects. */
  @Test
  void shouldCreateAndCloseContextsForever() {
    Jobs.run(
        1,
        shmem -> {
          Team team = shmem.world().splitStrided(0, 1, 1, new TeamConfig(2));
          SymmetricLongs box = shmem.longs(1);
          ShmemContext first = team.createContext(ContextOption.SERIALIZED);
          WeakReference<SymmetricLongs> view = new WeakReference<>(box.on(first));
          first.close();
          WeakReference<ShmemContext> closed = new WeakReference<>(first);
          first = null;
          for (int i = 1; i <= 100_000; i++) {
            ShmemContext context = team.createContext();
            assertTrue(context.isValid());
            box.on(context).atomicInc(0, 0);
            context.close();
          }
          assertEquals(100_000, box.at(0));
          for (int i = 0; i < 50 && (closed.get() != null || view.get() != null); i++) {
            System.gc();
            Thread.sleep(20);
          }
          assertNull(view.get());
          assertNull(closed.get());
          team.destroy();
        });
  }

  /** An object that is freed takes its views out of the contexts. */
  @Test
  void shouldForgetTheViewsOfFreedObjects() {
    Jobs.run(
        1,
        shmem -> {
          try (ShmemContext context = shmem.createContext()) {
            WeakReference<SymmetricLongs> view = viewOfAFreedObject(shmem, context);
            for (int i = 0; i < 50 && view.get() != null; i++) {
              System.gc();
              Thread.sleep(20);
            }
            assertNull(view.get());
            context.quiet();
          }
        });
  }

  private static WeakReference<SymmetricLongs> viewOfAFreedObject(
      Shmem shmem, ShmemContext context) {
    SymmetricLongs box = shmem.longs(1);
    WeakReference<SymmetricLongs> view = new WeakReference<>(box.on(context));
    shmem.free(box);
    return view;
  }

  /** Threads make views of one object on contexts that come and go, while others close theirs. */
  @Test
  void shouldStandManyThreadsWithContextsOfTheirOwn() {
    Jobs.run(
        2,
        shmem -> {
          SymmetricLongs box = shmem.longs(1);
          List<Helper> helpers = new ArrayList<>();
          for (int thread = 0; thread < 3; thread++) {
            helpers.add(
                new Helper(() -> {
                  for (int i = 0; i < 2_000; i++) {
                    try (ShmemContext context = shmem.createContext(ContextOption.PRIVATE)) {
                      box.on(context).atomicInc(0, Jobs.right(shmem));
                      context.quiet();
                    }
                  }
                }));
          }
          for (Helper helper : helpers) {
            helper.join();
          }
          shmem.barrierAll();
          assertEquals(3 * 2_000, box.at(0));
        });
  }

  @Test
  void shouldEndDefaultContextsOnlyWithTheirTeam() {
    Jobs.run(
        2,
        shmem -> {
          Team team = shmem.world().splitStrided(0, 1, 2);
          for (ShmemContext context : List.of(shmem.context(), team.context())) {
            refuse(
                IllegalStateException.class,
                "a default context ends with its team: team=" + context.team(),
                context::close);
            context.quiet();
          }
          ShmemContext stream = team.createContext();
          SymmetricLongs box = shmem.longs(1);
          SymmetricLongs view = box.on(stream);
          SymmetricLongs onTeam = box.on(team);
          team.destroy();
          for (SymmetricLongs ended : List.of(view, onTeam)) {
            refuse(
                IllegalStateException.class,
                "the context of this view has been destroyed with its team: object=longs#1",
                () -> ended.p(0, 1, 0));
          }
          stream.close();
          refuse(
              IllegalStateException.class,
              "the context has been destroyed with its team",
              stream::quiet);
          box.p(0, 3, Jobs.right(shmem));
          shmem.barrierAll();
          assertEquals(3, box.at(0));
        });
  }
}
