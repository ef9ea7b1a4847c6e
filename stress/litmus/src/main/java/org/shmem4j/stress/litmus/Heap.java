package org.shmem4j.stress.litmus;

import java.util.List;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.SymmetricLongs;

/** What may happen right after an allocation and right before its end (L28, L29). */
final class Heap {
  private static final int LENGTH = 64;

  private Heap() {}

  static List<Row> rows() {
    return List.of(zeroed(2), zeroed(3), usable(2), freed(2), freed(3), moved(2), moved(3));
  }

  private static int next(Pe pe) {
    return (pe.shmem.pe() + 1) % pe.shmem.pes();
  }

  /** The memory was full of something else, so zeroing shows. */
  private static Row zeroed(int n) {
    return Row.of("L28", "calloc; p to the next; barrierAll, " + n + " PEs")
        .allSee(
            n,
            (pe, at) -> {
              SymmetricLongs fresh = pe.shmem.heap().calloc(ElementType.LONG, LENGTH);
              fresh.p(0, 1, next(pe));
              fresh.p(LENGTH - 1, 1, next(pe));
              pe.shmem.barrierAll();
              long seen = 10 * fresh.at(0) + fresh.at(LENGTH - 1);
              for (int i = 1; i < LENGTH - 1; i++) {
                seen += 100 * fresh.at(i);
              }
              fresh.fill(-1);
              pe.shmem.free(fresh);
              return seen;
            })
        .expect("11(, 11)*", "zeroed first, then put to")
        .forbid(".*", "a put was lost, or the memory was not zero");
  }

  private static Row usable(int n) {
    return Row.of("L28b", "malloc; put to the next; barrierAll, " + n + " PEs")
        .data(LENGTH)
        .allSee(
            n,
            (pe, at) -> {
              SymmetricLongs fresh = pe.shmem.heap().malloc(ElementType.LONG, LENGTH);
              fresh.put(pe.ones, next(pe));
              pe.shmem.barrierAll();
              long seen = 10 * fresh.at(0) + fresh.at(LENGTH - 1);
              pe.shmem.free(fresh);
              return seen;
            })
        .expect("11(, 11)*", "usable on every PE when malloc has returned on one")
        .forbid(".*", "a put was lost");
  }

  /** PE 0 still reads when the others free, and zero the place for something else. */
  private static Row freed(int n) {
    return Row.of("L29", "g; free | free; calloc; set, " + n + " PEs")
        .allSee(
            n,
            (pe, at) -> {
              SymmetricLongs old = pe.shmem.heap().malloc(ElementType.LONG, 1);
              old.set(0, 7);
              pe.shmem.barrierAll();
              long seen = 7;
              if (pe.shmem.pe() == 0) {
                pe.dawdle();
                seen = old.g(0, next(pe));
              }
              pe.shmem.free(old);
              SymmetricLongs again = pe.shmem.heap().calloc(ElementType.LONG, 1);
              again.set(0, 9);
              pe.shmem.free(again);
              return seen;
            })
        .expect("7(, 7)*", "nobody uses the place again before all have freed it")
        .forbid(".*", "what a PE still read had been freed and written");
  }

  /** PE 0 still reads and writes the array that the others move. */
  private static Row moved(int n) {
    return Row.of("L29", "g; p; realloc, " + n + " PEs")
        .allSee(
            n,
            (pe, at) -> {
              SymmetricLongs old = pe.shmem.heap().malloc(ElementType.LONG, 2);
              old.set(0, 7);
              old.set(1, 8);
              pe.shmem.barrierAll();
              boolean writes = pe.shmem.pe() == 0;
              long seen = 7;
              if (writes) {
                pe.dawdle();
                seen = old.g(0, next(pe));
                old.p(1, 9, next(pe));
              }
              SymmetricLongs moved = pe.shmem.heap().realloc(old, LENGTH);
              boolean isTarget = pe.shmem.pe() == 1;
              seen += moved.at(0) == 7 && moved.at(1) == (isTarget ? 9 : 8) ? 0 : 100;
              moved.fill(0);
              pe.shmem.free(moved);
              return seen;
            })
        .expect("7(, 7)*", "an array moves when all have arrived, with what was put by then")
        .forbid(".*", "an array moved while a PE still used it");
  }
}
