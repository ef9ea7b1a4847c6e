package org.shmem4j.stress.litmus;

import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.SignalOp;

/** One cell, many accesses: coherence, own puts and pieces (L14 to L16, L20t). */
final class OneCell {
  private static final int TO = 1;
  private static final long PATTERN = 0x0123_4567_89ab_cdefL;
  private static final int INT_PATTERN = 0x0123_4567;
  private static final short SHORT_PATTERN = 0x0123;

  private OneCell() {}

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(
        overwrites("L14", "p 1; fence; p 2", (pe, at) -> pe.shmem.fence())
            .forbid("1", "the first value overtook the second"));
    rows.add(
        overwrites("L14", "p 1; fence of one PE; p 2", (pe, at) -> pe.shmem.fence(TO))
            .forbid("1", "the first value overtook the second"));
    rows.add(
        overwrites("L14n", "p 1; p 2", (pe, at) -> {})
            .allow("1", "puts without a fence come in any order"));
    rows.add(
        readTwice("L15", "atomicFetch; atomicFetch", (pe, at) -> pe.x.atomicFetch(at, TO))
            .forbid("10", "the cell went back to its old value"));
    rows.add(
        readTwice("L15", "atomicFetchAdd of 0 twice", (pe, at) -> pe.x.atomicFetchAdd(at, 0, TO))
            .forbid("10", "the cell went back to its old value"));
    rows.add(
        Row.of("L16", "p; g of another PE | -")
            .sees((pe, at) -> {
              pe.x.p(at, 1, TO);
              return pe.x.g(at, TO);
            })
            .idles()
            .expect("1", "a PE gets what it has put")
            .allow("0", "a put need not be there yet"));
    for (Kind orders : Kind.orders()) {
      if (orders.name().startsWith("quiet")) {
        rows.add(
            Row.of("L16", "p; " + orders.name() + "; g of another PE | -")
                .sees((pe, at) -> {
                  pe.x.p(at, 1, TO);
                  orders.act().run(pe, at);
                  return pe.x.g(at, TO);
                })
                .idles()
                .expect("1", "a PE gets what it has put")
                .forbid("0", "quiet returned before the put was there"));
      }
    }
    rows.addAll(pieces());
    return rows;
  }

  private static Row overwrites(String id, String name, Program.Act order) {
    return Row.of(id, name + "; quiet; atomicSet | waitUntil")
        .does((pe, at) -> {
          pe.x.p(at, 1, TO);
          order.run(pe, at);
          pe.x.p(at, 2, TO);
          pe.shmem.quiet();
          pe.flag.atomicSet(at, 1, TO);
        })
        .sees((pe, at) -> {
          pe.flag.waitUntil(at, Compare.EQ, 1);
          return pe.x.at(at);
        })
        .expect("2", "the last value remains");
  }

  private static Row readTwice(String id, String name, Program read) {
    return Row.of(id, "atomicSet | " + name)
        .does((pe, at) -> pe.x.atomicSet(at, 1, TO))
        .sees((pe, at) -> 10 * read.run(pe, at) + read.run(pe, at))
        .expect("0|1|11", "values in their order");
  }

  /** 0 if a cell is as it was, 1 if all of the pattern is there, 2 if it is in pieces. */
  private static long pieces(long seen, long pattern) {
    return seen == 0 ? 0 : seen == pattern ? 1 : 2;
  }

  private static Row torn(String name, Program.Act writes, Program reads) {
    return Row.of("L20t", name)
        .does(writes)
        .sees(reads)
        .expect("0|1", "all of a value or nothing")
        .forbid("2", "a value came in pieces");
  }

  private static List<Row> pieces() {
    Program g = (pe, at) -> pieces(pe.x.g(at, TO), PATTERN);
    Program at = (pe, cell) -> pieces(pe.x.at(cell), PATTERN);
    return List.of(
        torn("p | g", (pe, cell) -> pe.x.p(cell, PATTERN, TO), g),
        torn("p | at", (pe, cell) -> pe.x.p(cell, PATTERN, TO), at),
        torn("atomicSet | g", (pe, cell) -> pe.x.atomicSet(cell, PATTERN, TO), g),
        torn(
            "p | atomicFetch",
            (pe, cell) -> pe.x.p(cell, PATTERN, TO),
            (pe, cell) -> pieces(pe.x.atomicFetch(cell, TO), PATTERN)),
        torn(
            "iput | iget",
            (pe, cell) -> pe.x.iput(cell, 2, new long[] {PATTERN}, 0, 1, 1, TO),
            (pe, cell) -> {
              pe.x.iget(cell, 2, pe.results(), Pe.slot(cell), 1, 1, TO);
              return pieces(pe.results()[Pe.slot(cell)], PATTERN);
            }),
        torn(
            "ibput of one | ibget of one",
            (pe, cell) -> pe.x.ibput(cell, 2, new long[] {PATTERN}, 0, 2, 1, 1, TO),
            (pe, cell) -> {
              pe.x.ibget(cell, 2, pe.results(), Pe.slot(cell), 2, 1, 1, TO);
              return pieces(pe.results()[Pe.slot(cell)], PATTERN);
            }),
        torn(
            "p | g of ints",
            (pe, cell) -> pe.ints.p(cell, INT_PATTERN, TO),
            (pe, cell) -> pieces(pe.ints.g(cell, TO), INT_PATTERN)),
        torn(
            "p | g of shorts",
            (pe, cell) -> pe.shorts.p(cell, SHORT_PATTERN, TO),
            (pe, cell) -> pieces(pe.shorts.g(cell, TO), SHORT_PATTERN)),
        torn(
            "p | g of doubles",
            (pe, cell) -> pe.doubles.p(cell, Double.longBitsToDouble(PATTERN), TO),
            (pe, cell) -> pieces(Double.doubleToRawLongBits(pe.doubles.g(cell, TO)), PATTERN)),
        torn(
            "signal set | signal fetch",
            (pe, cell) -> pe.signal(cell).set(PATTERN, TO),
            (pe, cell) -> pieces(pe.signal(cell).fetch(), PATTERN)),
        torn(
            "putSignal's signal | signal fetch",
            (pe, cell) ->
                pe.x.putSignal(cell, pe.ones, 0, 1, pe.signal(cell), SignalOp.SET, PATTERN, TO),
            (pe, cell) -> pieces(pe.signal(cell).fetch(), PATTERN)));
  }
}
