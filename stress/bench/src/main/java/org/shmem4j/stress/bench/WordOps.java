package org.shmem4j.stress.bench;

import java.util.List;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Operations on one word of another PE. To add one, write its loop and add its line to {@link
 * #all}.
 */
final class WordOps {
  static final int BATCH = 2000;

  private final Shmem shmem;
  private final SymmetricLongs word;
  private final int peer;
  private long next;
  private long sink;

  WordOps(Shmem shmem, SymmetricLongs word, int peer) {
    this.shmem = shmem;
    this.word = word;
    this.peer = peer;
  }

  List<Op> all() {
    return List.of(
        new Op("p+quiet", this::pQuiet),
        new Op("p", this::p),
        new Op("g", this::g),
        new Op("atomic_fetch", this::fetch),
        new Op("atomic_set", this::set),
        new Op("swap", this::swap),
        new Op("compare_swap", this::compareSwap),
        new Op("fetch_add", this::fetchAdd),
        new Op("fetch_inc", this::fetchInc),
        new Op("add", this::add),
        new Op("inc", this::inc),
        new Op("fetch_and", this::fetchAnd),
        new Op("fetch_or", this::fetchOr),
        new Op("fetch_xor", this::fetchXor),
        new Op("and", this::and),
        new Op("or", this::or),
        new Op("xor", this::xor),
        new Op("clock", this::clock));
  }

  /** The sum of all that was fetched, so that no fetch can be left out. */
  long sink() {
    return sink;
  }

  private void pQuiet(int times) {
    SymmetricLongs target = word;
    Shmem pe = shmem;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.p(0, i, to);
      pe.quiet();
    }
  }

  private void p(int times) {
    SymmetricLongs target = word;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.p(0, i, to);
    }
  }

  private void g(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.g(0, to);
    }
    sink += sum;
  }

  private void fetch(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.atomicFetch(0, to);
    }
    sink += sum;
  }

  private void set(int times) {
    SymmetricLongs target = word;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.atomicSet(0, i, to);
    }
  }

  private void swap(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.atomicSwap(0, i, to);
    }
    sink += sum;
  }

  /** Each one succeeds but the first, which finds what another operation left. */
  private void compareSwap(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long expected = next;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      long found = target.atomicCompareSwap(0, expected, expected + 1, to);
      sum += found;
      expected = found == expected ? expected + 1 : found;
    }
    next = expected;
    sink += sum;
  }

  private void fetchAdd(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.atomicFetchAdd(0, 3, to);
    }
    sink += sum;
  }

  private void fetchInc(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.atomicFetchInc(0, to);
    }
    sink += sum;
  }

  private void add(int times) {
    SymmetricLongs target = word;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.atomicAdd(0, 3, to);
    }
  }

  private void inc(int times) {
    SymmetricLongs target = word;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.atomicInc(0, to);
    }
  }

  private void fetchAnd(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.atomicFetchAnd(0, i | 1, to);
    }
    sink += sum;
  }

  private void fetchOr(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.atomicFetchOr(0, i, to);
    }
    sink += sum;
  }

  private void fetchXor(int times) {
    SymmetricLongs target = word;
    int to = peer;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.atomicFetchXor(0, i, to);
    }
    sink += sum;
  }

  private void and(int times) {
    SymmetricLongs target = word;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.atomicAnd(0, i | 1, to);
    }
  }

  private void or(int times) {
    SymmetricLongs target = word;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.atomicOr(0, i, to);
    }
  }

  private void xor(int times) {
    SymmetricLongs target = word;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.atomicXor(0, i, to);
    }
  }

  /** No operation but the clock: what single operations' times have on top. */
  private void clock(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += System.nanoTime();
    }
    sink += sum;
  }
}
