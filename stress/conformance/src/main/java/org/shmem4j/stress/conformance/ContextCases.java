package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Around.times;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.SessionOption;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.TeamConfig;

/** Contexts: their life, their team, their order. */
final class ContextCases {
  private ContextCases() {}

  static List<Case> all() {
    return List.of(
        // tests-sos shmem_ctx_get_team
        Case.of(
            "a context has its team's numbers",
            "ctx_create team_create_ctx ctx_get_team put g ctx_destroy",
            ContextCases::teams),
        Case.of("every option", "ctx_create ctx_destroy put atomic_inc", ContextCases::options),
        Case.of(
            "the invalid context completes and orders nothing",
            "fence quiet pe_quiet ctx_destroy ctx_get_team",
            ContextCases::invalid),
        Case.of(
            "a team gives as many as its configuration says",
            "team_create_ctx ctx_destroy team_get_config",
            ContextCases::limited),
        // case 64
        Case.of(
            "made and closed, again and again", "ctx_create ctx_destroy", ContextCases::comeAndGo),
        // tests-sos many-ctx
        Case.of("very many at once", "ctx_create atomic_add quiet ctx_destroy", ContextCases::many),
        Case.of(
            "put, fence, flag on one context (L1)",
            "fence put atomic_set wait_until",
            ContextCases::l1),
        Case.of(
            "stores, fence of a context, flag (L1e)", "fence ptr wait_until", ContextCases::l1e),
        Case.of("put, quiet of a context, flag to a third PE (L7)", "quiet p g", s -> l7(s, 0)),
        Case.of("put, quiet of some PEs, flag to a third (L8)", "pe_quiet p g", s -> l7(s, 1)),
        Case.of("the default context's quiet of some PEs (L8)", "pe_quiet p g", s -> l7(s, 2)),
        Case.of("quiet and fence of no PE, of each, of all", "pe_quiet fence", ContextCases::pes),
        Case.of(
            "quiet of a context, then barrier: all is there (L24c)",
            "quiet barrier_all put",
            ContextCases::l24c),
        Case.of("closing completes", "ctx_destroy put barrier_all", ContextCases::closing),
        Case.of(
                "finalize completes every context",
                "finalize ctx_create put",
                ContextCases::finalizing)
            .endsWith(0),
        Case.of(
            "signals and put with signal on a context",
            "put_signal signal_set signal_add signal_wait_until",
            ContextCases::signals),
        // tests-sos web
        Case.of(
            "chains over threads, contexts and PEs",
            "ctx_create put fence atomic_set wait_until query_thread",
            ContextCases::web),
        Case.of(
            "sessions change nothing",
            "ctx_session_start ctx_session_stop put quiet",
            ContextCases::sessions),
        Case.of("a closed context is of no use", "ctx_destroy", ContextCases::closed),
        Case.of("a default context is not closed", "ctx_destroy", ContextCases::notClosed),
        Case.of(
            "a private context is its thread's",
            "ctx_create ctx_destroy",
            ContextCases::privateOne),
        Case.of("use after free through a view", "free put", ContextCases::freed),
        Case.of("an object of another team through a context", "put g", ContextCases::outside));
  }

  private static void teams(Shmem shmem) throws Exception {
    SymmetricLongs x = shmem.longs(1);
    equal(shmem.world(), shmem.context().team(), "team of the default context");
    PeSets.forEach(
        shmem.world(),
        team -> {
          try (ShmemContext context = team.createContext()) {
            equal(team, context.team(), "team");
            SymmetricLongs view = x.on(context);
            view.put(new long[] {100 + team.pe()}, PeSets.right(team));
            context.quiet();
            equal(100L + team.pe(), view.g(0, PeSets.right(team)), "own put");
            team.sync();
            equal(100L + PeSets.left(team), x.at(0), "from the left");
            team.sync();
          }
        });
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void options(Shmem shmem) {
    SymmetricLongs x = shmem.longs(2);
    int contexts = 0;
    for (int mask = 0; mask < 1 << ContextOption.values().length; mask++) {
      List<ContextOption> options = new ArrayList<>();
      for (ContextOption option : ContextOption.values()) {
        if ((mask >> option.ordinal() & 1) != 0) {
          options.add(option);
        }
      }
      try (ShmemContext context = shmem.createContext(options.toArray(ContextOption[]::new))) {
        that(context.isValid(), "valid");
        equal(Set.copyOf(options), context.options(), "options");
        x.on(context).put(0, new long[] {mask}, 0, 1, right(shmem));
        x.on(context).atomicInc(1, right(shmem));
        context.quiet();
        contexts++;
      }
    }
    shmem.barrierAll();
    equal((long) contexts, x.at(1), "increments");
    shmem.free(x);
  }

  private static void invalid(Shmem shmem) {
    ShmemContext none = ShmemContext.INVALID;
    that(!none.isValid(), "not valid");
    none.fence();
    none.fence(99);
    none.quiet();
    none.quiet(1, 99);
    none.close();
    equal(Team.INVALID, none.team(), "team");
    SymmetricLongs x = shmem.longs(1);
    has(expect(IllegalStateException.class, s -> x.on(none), shmem), "INVALID");
    has(expect(IllegalStateException.class, s -> none.sessionStart(), shmem), "INVALID");
    shmem.free(x);
  }

  private static void limited(Shmem shmem) {
    Team team = shmem.world().splitStrided(0, 1, shmem.pes(), new TeamConfig(2));
    ShmemContext first = team.createContext();
    ShmemContext second = team.createContext(ContextOption.SERIALIZED);
    that(first.isValid() && second.isValid(), "two");
    equal(ShmemContext.INVALID, team.createContext(), "third");
    first.close();
    ShmemContext third = team.createContext();
    that(third.isValid(), "after one was closed");
    equal(ShmemContext.INVALID, team.createContext(), "fourth");
    try (ShmemContext ofWorld = shmem.createContext()) {
      that(ofWorld.isValid(), "the world has no such limit");
    }
    team.destroy(); // with both
    Team none = shmem.world().splitStrided(0, 1, shmem.pes(), new TeamConfig(0));
    equal(ShmemContext.INVALID, none.createContext(), "of a team without");
    none.destroy();
  }

  private static void comeAndGo(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    int most = rounds(shmem, 4_000);
    for (int i = 0; i < most; i++) {
      try (ShmemContext context = shmem.createContext()) {
        if (i % 16 == 0) {
          x.on(context).atomicInc(0, right(shmem));
        }
      }
    }
    shmem.barrierAll();
    equal((most + 15) / 16L, x.at(0), "increments");
    shmem.free(x);
  }

  private static void many(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    int most = times(1_000);
    List<ShmemContext> contexts = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      ShmemContext context = shmem.createContext();
      contexts.add(context);
      x.on(context).atomicAdd(0, i, i % shmem.pes());
    }
    contexts.forEach(ShmemContext::quiet);
    contexts.forEach(ShmemContext::close);
    shmem.barrierAll();
    long expected = 0;
    for (int i = 0; i < most; i++) {
      expected += i % shmem.pes() == shmem.pe() ? i : 0;
    }
    equal(expected * shmem.pes(), x.at(0), "sum");
    shmem.free(x);
  }

  private static void l1(Shmem shmem) {
    int block = 256;
    SymmetricLongs data = shmem.longs(block);
    SymmetricLongs flag = shmem.longs(1);
    long[] values = new long[block];
    try (ShmemContext context = shmem.createContext()) {
      for (long round = 1; round <= rounds(shmem, 200); round++) {
        Arrays.fill(values, round);
        data.on(context).put(values, right(shmem));
        if (round % 2 == 0) {
          context.fence();
        } else {
          context.fence(right(shmem));
        }
        flag.on(context).atomicSet(0, round, right(shmem));
        flag.waitUntil(0, Compare.GE, round);
        equal(round, data.at(0), "first");
        equal(round, data.at(block - 1), "last");
        shmem.barrierAll();
      }
    }
    shmem.free(data);
    shmem.free(flag);
  }

  private static void l1e(Shmem shmem) {
    SymmetricLongs data = shmem.longs(1);
    SymmetricLongs flag = shmem.longs(1);
    var peer = data.segment(right(shmem));
    try (ShmemContext context = shmem.createContext()) {
      for (long round = 1; round <= rounds(shmem, 200); round++) {
        peer.set(ValueLayout.JAVA_LONG, 0, round);
        context.fence();
        flag.on(context).atomicSet(0, round, right(shmem));
        flag.waitUntil(0, Compare.GE, round);
        that(data.at(0) >= round, "data " + data.at(0) + " in round " + round);
        shmem.barrierAll();
      }
    }
    shmem.free(data);
    shmem.free(flag);
  }

  private static void l7(Shmem shmem, int way) {
    try (ShmemContext own = shmem.createContext()) {
      ShmemContext context = way == 2 ? shmem.context() : own;
      OrderCases.toldByPutter(
          shmem,
          rounds(shmem, 200),
          (data, round, pe) -> {
            data.on(context).p(round, round, pe);
            switch (way) {
              case 0 -> context.quiet();
              case 1 -> context.quiet(0, pe, pe);
              default -> shmem.quiet(pe);
            }
          });
    }
  }

  private static void pes(Shmem shmem) {
    int[] each = new int[shmem.pes()];
    Arrays.setAll(each, pe -> pe);
    ShmemContext own = shmem.createContext();
    for (ShmemContext context : List.of(shmem.context(), own)) {
      context.quiet(new int[0]); // L8b
      context.quiet(each);
      for (int pe : each) {
        context.quiet(pe);
        context.fence(pe);
      }
      for (int bad : new int[] {-1, shmem.pes()}) {
        has(
            expect(IndexOutOfBoundsException.class, s -> context.quiet(0, bad), shmem),
            "no such PE",
            "pe=" + bad);
        has(
            expect(IndexOutOfBoundsException.class, s -> context.fence(bad), shmem),
            "no such PE",
            "pe=" + bad);
      }
    }
    own.close();
    shmem.quiet(new int[0]);
    shmem.fence(right(shmem));
  }

  private static void l24c(Shmem shmem) {
    SymmetricLongs x = shmem.longs(500);
    long[] values = new long[500];
    try (ShmemContext context = shmem.createContext()) {
      for (long round = 1; round <= rounds(shmem, 50); round++) {
        Arrays.fill(values, round);
        x.on(context).put(values, right(shmem));
        context.quiet();
        shmem.barrierAll();
        equal(round, x.at(499), "last");
        shmem.barrierAll();
      }
    }
    shmem.free(x);
  }

  private static void closing(Shmem shmem) {
    SymmetricLongs x = shmem.longs(500);
    long[] values = new long[500];
    for (long round = 1; round <= rounds(shmem, 50); round++) {
      try (ShmemContext context = shmem.createContext()) {
        Arrays.fill(values, round);
        x.on(context).put(values, right(shmem));
      }
      shmem.barrierAll();
      equal(round, x.at(499), "last");
      shmem.barrierAll();
    }
    shmem.free(x);
  }

  /** Case 53: contexts and teams are left open. */
  private static void finalizing(Shmem shmem) {
    SymmetricLongs x = shmem.longs(500);
    var own = x.segment();
    long[] values = new long[500];
    Arrays.fill(values, shmem.pe() + 1L);
    Team team = shmem.world().splitStrided(0, 1, shmem.pes());
    x.on(team.createContext()).put(values, right(shmem));
    var _ = shmem.createContext(ContextOption.PRIVATE);
    shmem.close();
    equal(left(shmem) + 1L, own.get(ValueLayout.JAVA_LONG, 499 * Long.BYTES), "last");
  }

  private static void signals(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    Signal signal = shmem.signal();
    try (ShmemContext context = shmem.createContext()) {
      SymmetricLongs data = x.on(context);
      Signal peers = signal.on(context);
      for (long round = 1; round <= rounds(shmem, 100); round++) {
        data.putSignal(new long[] {round}, peers, SignalOp.SET, 10 * round, right(shmem));
        equal(10 * round, signal.waitUntil(Compare.GE, 10 * round), "put with signal");
        equal(round, x.at(0), "data");
        shmem.barrierAll();
        peers.add(2, right(shmem));
        equal(10 * round + 2, signal.waitUntil(Compare.GE, 10 * round + 2), "add");
        shmem.barrierAll();
        peers.set(10 * round + 5, right(shmem));
        equal(10 * round + 5, peers.waitUntil(Compare.EQ, 10 * round + 5), "set");
        equal(10 * round + 5, peers.fetch(), "fetch");
        shmem.barrierAll();
      }
    }
    shmem.free(x);
    shmem.free(signal);
  }

  /** Each thread has a context, and passes a number on to the same thread of the next PE. */
  private static void web(Shmem shmem) throws InterruptedException {
    int threads = 3;
    int most = rounds(shmem, 80);
    SymmetricLongs data = shmem.longs(threads);
    SymmetricLongs flags = shmem.longs(threads);
    Throwable[] failures = new Throwable[threads];
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int thread = i;
      all[i] =
          Thread.ofPlatform()
              .uncaughtExceptionHandler((t, e) -> failures[thread] = e)
              .start(() -> chain(shmem, data, flags, thread, most));
    }
    for (int i = 0; i < threads; i++) {
      all[i].join();
      that(failures[i] == null, "thread " + i + ": " + failures[i]);
    }
    shmem.barrierAll();
    for (int i = 0; i < threads; i++) {
      equal((long) most * shmem.pes(), data.g(i, 0), "end of chain " + i);
    }
    shmem.barrierAll();
    shmem.free(data);
    shmem.free(flags);
  }

  private static void chain(
      Shmem shmem, SymmetricLongs data, SymmetricLongs flags, int index, int most) {
    try (ShmemContext context = shmem.createContext(ContextOption.PRIVATE)) {
      SymmetricLongs ownData = data.on(context);
      SymmetricLongs ownFlags = flags.on(context);
      for (long round = 1; round <= most; round++) {
        if (shmem.pe() != 0) {
          flags.waitUntil(index, Compare.GE, round);
        }
        long value = shmem.pe() == 0 ? (round - 1) * shmem.pes() : data.g(index, shmem.pe());
        ownData.p(index, value + 1, right(shmem));
        context.fence();
        ownFlags.atomicSet(index, round, right(shmem));
        if (shmem.pe() == 0) {
          flags.waitUntil(index, Compare.GE, round);
          equal(round * shmem.pes(), data.g(index, 0), "round " + round + " of chain " + index);
        }
      }
    }
  }

  private static void sessions(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    try (ShmemContext own = shmem.createContext()) {
      for (ShmemContext context : List.of(own, shmem.context())) {
        context.sessionStop();
        context.sessionStart();
        context.sessionStart(SessionOption.BATCH);
        context.sessionStart(1_000, SessionOption.BATCH, SessionOption.BATCH);
        for (long round = 1; round <= rounds(shmem, 50); round++) {
          x.on(context).p(0, round, right(shmem));
          context.quiet();
          equal(round, x.on(context).g(0, right(shmem)), "own put");
        }
        context.sessionStop();
        context.sessionStop();
        has(
            expect(IllegalArgumentException.class, s -> context.sessionStart(-1), shmem),
            "totalOps=-1");
      }
    }
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void closed(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    ShmemContext context = shmem.createContext();
    SymmetricLongs view = x.on(context);
    that(view == x.on(context), "one view for each context");
    context.close();
    context.close(); // does nothing
    for (Case.Body use :
        List.<Case.Body>of(
            s -> context.quiet(),
            s -> context.fence(),
            s -> context.quiet(0),
            s -> context.sessionStart(),
            s -> x.on(context),
            s -> view.p(0, 1, 0),
            s -> view.at(0))) {
      has(expect(IllegalStateException.class, use, shmem), "closed", "ContextCases.java:");
    }
    equal(0L, x.at(0), "nothing was written");
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void notClosed(Shmem shmem) {
    Team team = shmem.world().splitStrided(0, 1, shmem.pes());
    for (ShmemContext context : List.of(shmem.context(), team.context())) {
      has(
          expect(IllegalStateException.class, s -> context.close(), shmem),
          "default context",
          "team=" + context.team());
      context.quiet();
    }
    team.destroy();
  }

  private static void privateOne(Shmem shmem) throws InterruptedException {
    ShmemContext context = shmem.createContext(ContextOption.PRIVATE);
    Throwable[] thrown = new Throwable[1];
    Thread other =
        Thread.ofPlatform()
            .start(() -> {
              try {
                context.close();
              } catch (IllegalStateException e) {
                thrown[0] = e;
              }
            });
    other.join();
    that(thrown[0] != null, "another thread closed it");
    has(thrown[0], "private", "creator=");
    context.quiet();
    context.close();
  }

  private static void freed(Shmem shmem) {
    try (ShmemContext context = shmem.createContext()) {
      SymmetricLongs x = shmem.longs(1);
      SymmetricLongs view = x.on(context);
      view.p(0, 1, right(shmem));
      context.quiet();
      shmem.free(view); // a view stands for its object
      for (Case.Body use : List.<Case.Body>of(s -> view.p(0, 1, 0), s -> x.at(0))) {
        has(expect(IllegalStateException.class, use, shmem), "has been freed", "freedAt=");
      }
      has(expect(IllegalStateException.class, s -> x.on(context), shmem), "freed");
    }
  }

  private static void outside(Shmem shmem) {
    Team first = shmem.world().splitStrided(0, 1, 1);
    if (first.isValid()) {
      SymmetricLongs x = first.heap().longs(1);
      if (shmem.pes() > 1) {
        has(
            expect(IllegalArgumentException.class, s -> x.on(s.context()), shmem),
            "allocatedBy=team#",
            "team=world",
            "pe=1");
      }
      ShmemContext context = first.createContext();
      x.on(context).p(0, 1, 0);
      context.quiet();
      equal(1L, x.g(0, 0), "own put");
      first.destroy();
    }
    shmem.barrierAll();
  }
}
