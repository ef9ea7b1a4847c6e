package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;

/** Strided and blocked puts and gets of every type: what is between stays as it is. */
final class StridedCases {
  private static final List<Shape> SHAPES = shapes();
  private static final int CELL = 48;
  private static final int LENGTH = SHAPES.size() * CELL;
  private static final int MOST_BLOCKS = 5;

  private StridedCases() {}

  /** Where the local side is. */
  private enum Local {
    ARRAY("a Java array"),
    SEGMENT("a segment"),
    OBJECT("an object");

    private final String text;

    Local(String text) {
      this.text = text;
    }
  }

  /** Strides from block to block, in elements. */
  private record Shape(int remoteStride, int localStride, int block, int blocks) {}

  private static List<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    for (int block : new int[] {1, 2, 3}) {
      for (int remote = block; remote <= block + 5; remote += 2 + block % 2) {
        for (int local = block; local <= block + 3; local += 3) {
          for (int blocks : new int[] {0, 1, 2, MOST_BLOCKS}) {
            shapes.add(new Shape(remote, local, block, blocks));
          }
        }
      }
    }
    return List.copyOf(shapes);
  }

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (AnyType type : AnyType.ALL) {
      for (Local local : Local.values()) {
        // tests-sos iput-iget, iput_*, strided_put; ibput, ibget
        all.add(
            Case.of(
                type + ": from every so many to every so many of " + local.text,
                "iput ibput",
                s -> puts(s, type, local)));
        all.add(
            Case.of(
                type + ": the same into " + local.text, "iget ibget", s -> gets(s, type, local)));
      }
    }
    all.add(Case.of("a transposed matrix", "iput put iget", StridedCases::transpose));
    all.add(
        Case.of("strided puts between reallocs", "iput realloc", StridedCases::betweenReallocs));
    all.add(
        Case.of("strides and blocks that are none", "iput iget ibput ibget", StridedCases::misuse));
    return all;
  }

  /** Calls iput, iget, ibput or ibget; the i forms where a block is one element. */
  private static void call(
      String direction,
      AnyType type,
      SymmetricArray remote,
      long index,
      Object local,
      Shape shape,
      int pe) {
    boolean java = local.getClass().isArray();
    Class<?> number = java ? int.class : long.class;
    boolean blocked = shape.block > 1;
    List<Class<?>> types = new ArrayList<>(List.of(long.class, long.class));
    Class<?> side =
        local instanceof MemorySegment
            ? MemorySegment.class
            : java ? type.arrayClass() : remote.getClass();
    types.addAll(List.of(side, number, number, number));
    List<Object> arguments = new ArrayList<>(List.of(index, (long) shape.remoteStride, local));
    arguments.add(boxed(java, 0));
    arguments.add(boxed(java, shape.localStride));
    if (blocked) {
      types.add(number);
      arguments.add(boxed(java, shape.block));
    }
    arguments.add(boxed(java, shape.blocks));
    types.add(int.class);
    arguments.add(pe);
    String method = (blocked ? "ib" : "i") + direction;
    var _ = AnyType.call(remote, method, types.toArray(Class<?>[]::new), arguments.toArray());
  }

  private static Object boxed(boolean java, int value) {
    return java ? (Object) value : (Object) (long) value;
  }

  private static Object local(AnyType type, Local local, SymmetricArray own, Object values) {
    return switch (local) {
      case ARRAY -> values;
      case SEGMENT -> type.segment(values);
      case OBJECT -> {
        own.segment().copyFrom(type.segment(values));
        yield own;
      }
    };
  }

  private static void puts(Shmem shmem, AnyType type, Local local) {
    SymmetricArray array = type.calloc(shmem, LENGTH);
    SymmetricArray own = type.calloc(shmem, CELL);
    for (int i = 0; i < SHAPES.size(); i++) {
      Object values = type.values(CELL, shmem.pe() * 100L + i);
      Object source = local(type, local, own, values);
      call("put", type, array, (long) i * CELL + 1, source, SHAPES.get(i), right(shmem));
      shmem.quiet(); // the source object is used again
    }
    shmem.barrierAll();
    Object expected = Array.newInstance(type.java(), LENGTH);
    for (int i = 0; i < SHAPES.size(); i++) {
      Object values = type.values(CELL, left(shmem) * 100L + i);
      Shape shape = SHAPES.get(i);
      for (int block = 0; block < shape.blocks; block++) {
        System.arraycopy(
            values,
            block * shape.localStride,
            expected,
            i * CELL + 1 + block * shape.remoteStride,
            shape.block);
      }
    }
    same(type, expected, AnyType.call(array, "toArray", new Class<?>[0]));
    shmem.heap().free(new SymmetricArray[] {array, own});
  }

  private static void gets(Shmem shmem, AnyType type, Local local) {
    SymmetricArray array = type.calloc(shmem, LENGTH);
    SymmetricArray own = type.calloc(shmem, CELL);
    array.segment().copyFrom(type.segment(type.values(LENGTH, shmem.pe())));
    shmem.barrierAll();
    Object remote = type.values(LENGTH, left(shmem));
    for (int i = 0; i < SHAPES.size(); i++) {
      Shape shape = SHAPES.get(i);
      Object before = type.values(CELL, 77);
      Object got = type.values(CELL, 77);
      call(
          "get",
          type,
          array,
          (long) i * CELL + 1,
          local(type, local, own, got),
          shape,
          left(shmem));
      if (local == Local.OBJECT) {
        got = AnyType.call(own, "toArray", new Class<?>[0]);
      }
      for (int block = 0; block < shape.blocks; block++) {
        System.arraycopy(
            remote,
            i * CELL + 1 + block * shape.remoteStride,
            before,
            block * shape.localStride,
            shape.block);
      }
      same(type, before, got);
    }
    shmem.heap().free(new SymmetricArray[] {array, own});
  }

  private static void same(AnyType type, Object expected, Object actual) {
    long mismatch = type.segment(expected).mismatch(type.segment(actual));
    int at = (int) (mismatch / type.element().bytes());
    that(
        mismatch < 0,
        mismatch < 0
            ? ""
            : "element "
                + at
                + ": expected "
                + Array.get(expected, at)
                + ", was "
                + Array.get(actual, at));
  }

  /** Row i of PE p becomes column p of all. */
  private static void transpose(Shmem shmem) {
    int n = shmem.pes();
    SymmetricInts matrix = shmem.ints((long) n * n);
    SymmetricInts back = shmem.ints(n);
    int[] row = new int[n];
    Arrays.setAll(row, i -> shmem.pe() * 1_000 + i);
    for (int pe = 0; pe < n; pe++) {
      matrix.iput(shmem.pe(), n, row, 0, 1, n, pe);
    }
    shmem.barrierAll();
    for (int i = 0; i < n * n; i++) {
      equal(i % n * 1_000 + i / n, matrix.at(i), "element " + i);
    }
    matrix.iget(shmem.pe(), n, back, 0, 1, n, right(shmem));
    for (int i = 0; i < n; i++) {
      equal(row[i], back.at(i), "column back, element " + i);
    }
    shmem.barrierAll();
    shmem.free(matrix);
    shmem.free(back);
  }

  /** tests-sos ipgm. */
  private static void betweenReallocs(Shmem shmem) {
    SymmetricLongs x = shmem.longs(10);
    for (int round = 1; round <= rounds(shmem, 40); round++) {
      int length = 10 + round % 7 * 100;
      x = shmem.heap().realloc(x, length);
      long[] source = new long[length];
      Arrays.fill(source, round);
      x.fill(0);
      shmem.barrierAll();
      x.iput(1, 3, source, 0, 2, length / 3, right(shmem));
      shmem.barrierAll();
      for (int i = 0; i < length; i++) {
        boolean hit = i % 3 == 1 && i / 3 < length / 3;
        equal(hit ? round : 0L, x.at(i), "element " + i + " of " + length);
      }
      shmem.barrierAll();
    }
    shmem.free(x);
  }

  private static void misuse(Shmem shmem) {
    SymmetricLongs x = shmem.longs(10);
    long[] ten = new long[10];
    int pe = right(shmem);
    List<Case.Body> uses =
        List.of(
            s -> x.iput(0, 0, ten, 0, 1, 2, pe),
            s -> x.iput(0, 1, ten, 0, 0, 2, pe),
            s -> x.iput(0, -1, ten, 0, 1, 2, pe),
            s -> x.iget(0, 1, ten, 0, Integer.MIN_VALUE, 2, pe),
            s -> x.iget(0, Long.MIN_VALUE, ten, 0, 1, 2, pe),
            s -> x.ibput(0, 2, ten, 0, 3, 3, 2, pe), // blocks would overlap
            s -> x.ibget(0, 3, ten, 0, 2, 3, 2, pe),
            s -> x.ibput(0, 2, ten, 0, 2, -1, 2, pe),
            s -> x.iput(0, 1, ten, 0, 1, -1, pe),
            s -> x.iput(0, 5, ten, 0, 1, 3, pe),
            s -> x.iput(0, 1, ten, 0, 5, 3, pe),
            s -> x.iput(-1, 1, ten, 0, 1, 1, pe),
            s -> x.iget(0, 3, ten, 0, 1, 5, pe),
            s -> x.iget(0, Long.MAX_VALUE, ten, 0, 1, 3, pe),
            s -> x.iput(0, 1, ten, 0, Integer.MAX_VALUE, 3, pe),
            s -> x.ibput(1, 3, ten, 0, 3, 3, 4, pe),
            s -> x.iput(0, 1, ten, 0, 1, 1, shmem.pes()));
    for (int i = 0; i < uses.size(); i++) {
      RuntimeException e = expect(RuntimeException.class, uses.get(i), shmem);
      that(
          e instanceof IndexOutOfBoundsException || e instanceof IllegalArgumentException,
          "use " + i + " threw " + e);
      has(e, "object=longs#", "pe=" + (i == uses.size() - 1 ? shmem.pes() : pe));
    }
    shmem.barrierAll();
    that(Arrays.equals(new long[10], x.toArray()), "nothing was written");
    shmem.free(x);
  }
}
