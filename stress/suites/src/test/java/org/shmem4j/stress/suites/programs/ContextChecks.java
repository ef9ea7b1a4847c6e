package org.shmem4j.stress.suites.programs;

import static org.shmem4j.stress.suites.programs.Check.equal;
import static org.shmem4j.stress.suites.programs.Check.expect;
import static org.shmem4j.stress.suites.programs.Check.has;
import static org.shmem4j.stress.suites.programs.Check.that;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.SessionOption;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;

/** Contexts, and views of objects on them. */
final class ContextChecks {
  private static final int ROUNDS = 500;
  private static final int MANY = 100_000;

  static final List<Check> ALL =
      List.of(
          new Check("contexts: a team's numbers", ContextChecks::numbers),
          new Check("contexts: what a quiet one has put is there (L24c)", ContextChecks::quiet),
          new Check("contexts: quiet for some PEs (L8b)", ContextChecks::quietForSome),
          new Check("contexts: a fence orders data and signal (L1, L4)", ContextChecks::fence),
          new Check("contexts: a session changes nothing", ContextChecks::session),
          new Check("contexts: a closed one is refused", ContextChecks::closed),
          new Check("contexts: one for each thread", ContextChecks::threads),
          new Check("contexts: 100 000 of them (case 64)", ContextChecks::many));

  private ContextChecks() {}

  private static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  private static int left(Shmem shmem) {
    return (shmem.pe() + shmem.pes() - 1) % shmem.pes();
  }

  private static void numbers(Shmem shmem) {
    SymmetricLongs box = shmem.longs(2);
    Signal signal = shmem.signal();
    Team reversed = shmem.world().splitStrided(shmem.pes() - 1, -1, shmem.pes());
    ShmemContext context = reversed.createContext();
    SymmetricLongs view = box.on(context);
    int next = (reversed.pe() + 1) % reversed.pes();
    equal(left(shmem), reversed.worldPe(next), "the one to the left");
    view.p(0, shmem.pe(), next);
    context.fence();
    view.putSignal(1, new long[] {shmem.pe()}, 0, 1, signal.on(context), SignalOp.SET, 1, next);
    var _ = signal.waitUntil(Compare.EQ, 1);
    equal((long) right(shmem), box.at(0), "p");
    equal((long) right(shmem), box.at(1), "putSignal");
    equal((long) shmem.pe(), view.g(1, next), "g");
    context.close();
    reversed.destroy();
    shmem.free(box);
    shmem.free(signal);
  }

  private static void quiet(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    try (ShmemContext context = shmem.createContext(ContextOption.PRIVATE)) {
      for (long round = 1; round <= ROUNDS; round++) {
        box.on(context).p(0, round, right(shmem));
        context.quiet();
        shmem.syncAll();
        equal(round, box.at(0), "round");
        shmem.syncAll();
      }
    }
    shmem.free(box);
  }

  private static void quietForSome(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    try (ShmemContext context = shmem.createContext()) {
      context.quiet(new int[0]);
      for (long round = 1; round <= ROUNDS; round++) {
        box.on(context).p(0, round, right(shmem));
        context.quiet(right(shmem));
        shmem.syncAll();
        equal(round, box.at(0), "round");
        shmem.syncAll();
      }
      IndexOutOfBoundsException e =
          expect(IndexOutOfBoundsException.class, s -> context.quiet(0, s.pes()), shmem);
      has(e, "pe=" + shmem.pes());
    }
    shmem.free(box);
  }

  private static void fence(Shmem shmem) {
    SymmetricLongs box = shmem.longs(64);
    Signal signal = shmem.signal();
    long[] message = new long[64];
    try (ShmemContext context = shmem.createContext()) {
      for (long round = 1; round <= ROUNDS; round++) {
        Arrays.fill(message, round);
        box.on(context).put(message, right(shmem));
        context.fence(right(shmem));
        signal.on(context).set(round, right(shmem));
        var _ = signal.waitUntil(Compare.GE, round);
        equal(round, box.at(0), "first");
        equal(round, box.at(63), "last");
        shmem.syncAll();
      }
    }
    shmem.free(box);
    shmem.free(signal);
  }

  private static void session(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    try (ShmemContext context = shmem.createContext()) {
      context.sessionStart(ROUNDS, SessionOption.BATCH);
      for (int i = 0; i < ROUNDS; i++) {
        box.on(context).atomicInc(0, right(shmem));
      }
      context.quiet();
      context.sessionStop();
      context.sessionStop();
      shmem.barrierAll();
      equal((long) ROUNDS, box.at(0), "sum");
    }
    shmem.free(box);
  }

  private static void closed(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    ShmemContext context = shmem.createContext();
    SymmetricLongs view = box.on(context);
    that(view == box.on(context), "one view for each context");
    context.close();
    context.close();
    has(
        expect(IllegalStateException.class, s -> view.p(0, 1, 0), shmem),
        "closed at ",
        "longs#" + box.id());
    var _ = expect(IllegalStateException.class, s -> box.on(context), shmem);
    var _ = expect(IllegalStateException.class, s -> context.quiet(), shmem);
    box.p(0, 1, right(shmem));
    shmem.barrierAll();
    equal(1L, box.at(0), "the object itself");
    shmem.free(box);
  }

  private static void threads(Shmem shmem) throws InterruptedException {
    SymmetricLongs box = shmem.longs(4);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int cell = i;
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                try (ShmemContext own = shmem.createContext(ContextOption.PRIVATE)) {
                  for (int round = 0; round < ROUNDS; round++) {
                    box.on(own).atomicInc(cell, right(shmem));
                  }
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    shmem.barrierAll();
    for (int cell = 0; cell < 4; cell++) {
      equal((long) ROUNDS, box.at(cell), "of thread " + cell);
    }
    shmem.free(box);
  }

  private static void many(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    for (int i = 0; i < MANY; i++) {
      try (ShmemContext context = shmem.createContext()) {
        box.on(context).atomicInc(0, right(shmem));
      }
    }
    shmem.barrierAll();
    equal((long) MANY, box.at(0), "sum");
    shmem.free(box);
  }
}
