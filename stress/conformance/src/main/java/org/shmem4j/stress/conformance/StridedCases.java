package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricLongs;

/** Elements and blocks at distances (tests-sos iput-iget, iput32 and its like, shmemx ibput). */
final class StridedCases {
  private static final int LENGTH = 60;
  private static final int INDEX = 2;
  private static final int SOURCE_INDEX = 3;

  private StridedCases() {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (AnyType type : AnyType.ALL) {
      for (String call : List.of("iput", "iget", "ibput", "ibget")) {
        for (boolean isArray : new boolean[] {true, false}) {
          String from = isArray ? " with a Java array" : " with a segment";
          Form form = new Form(call, type, isArray);
          all.add(Case.of(type + ": " + call + from, call, s -> everyStride(s, form)));
        }
      }
    }
    all.add(
        Case.of("a stride below 1, or within a block", "iput iget ibput ibget", StridedCases::bad));
    return all;
  }

  /** A call, and what it has on its local side. */
  private record Form(String call, AnyType type, boolean isArray) {
    boolean isPut() {
      return call.endsWith("put");
    }

    boolean isOfBlocks() {
      return call.startsWith("ib");
    }

    void run(
        SymmetricArray array, int stride, Object local, int localStride, int size, int n, int pe) {
      List<Object> arguments = new ArrayList<>();
      List<Class<?>> types = new ArrayList<>(List.of(long.class, long.class));
      arguments.addAll(List.of((long) INDEX, (long) stride));
      Class<?> number = isArray ? int.class : long.class;
      if (isArray) {
        types.add(type.arrayClass());
        arguments.add(local);
        arguments.add(SOURCE_INDEX);
      } else {
        types.add(java.lang.foreign.MemorySegment.class);
        arguments.add(type.segment(local));
        arguments.add((long) SOURCE_INDEX * type.element().bytes());
      }
      types.addAll(List.of(number, number));
      arguments.add(number(localStride));
      if (isOfBlocks()) {
        types.add(number);
        arguments.add(number(size));
      }
      types.addAll(List.of(number, int.class));
      arguments.add(number(n));
      arguments.add(pe);
      Object nothing =
          AnyType.call(array, call, types.toArray(Class<?>[]::new), arguments.toArray());
      equal(true, nothing == null, "returns nothing");
    }

    private Object number(int value) {
      return isArray ? (Object) value : (Object) (long) value;
    }
  }

  private static void everyStride(Shmem shmem, Form form) {
    SymmetricArray array = form.type.calloc(shmem, LENGTH);
    for (int size : form.isOfBlocks() ? new int[] {1, 2, 3} : new int[] {1}) {
      for (int stride = size; stride <= size + 2; stride++) {
        for (int localStride = size; localStride <= size + 2; localStride++) {
          for (int n : new int[] {0, 1, 7}) {
            if (form.isPut()) {
              put(shmem, form, array, stride, localStride, size, n);
            } else {
              get(shmem, form, array, stride, localStride, size, n);
            }
          }
        }
      }
    }
    shmem.free(array);
  }

  private static void put(
      Shmem shmem, Form form, SymmetricArray array, int stride, int from, int size, int n) {
    AnyType type = form.type;
    Object zeros = Array.newInstance(type.java(), LENGTH);
    AnyType.call(array, "copyFrom", new Class<?>[] {type.arrayClass()}, zeros);
    shmem.barrierAll();
    Object source = type.values(LENGTH, 100L * shmem.pe());
    form.run(array, stride, source, from, size, n, right(shmem));
    shmem.barrierAll();
    Object expected = Array.newInstance(type.java(), LENGTH);
    fill(
        expected,
        INDEX,
        stride,
        type.values(LENGTH, 100L * left(shmem)),
        SOURCE_INDEX,
        from,
        size,
        n);
    compare(expected, AnyType.call(array, "toArray", new Class<?>[0]));
    shmem.barrierAll();
  }

  private static void get(
      Shmem shmem, Form form, SymmetricArray array, int stride, int to, int size, int n) {
    AnyType type = form.type;
    Object own = type.values(LENGTH, 100L * shmem.pe());
    AnyType.call(array, "copyFrom", new Class<?>[] {type.arrayClass()}, own);
    shmem.barrierAll();
    Object target = Array.newInstance(type.java(), LENGTH);
    form.run(array, stride, target, to, size, n, right(shmem));
    Object expected = Array.newInstance(type.java(), LENGTH);
    fill(
        expected,
        SOURCE_INDEX,
        to,
        type.values(LENGTH, 100L * right(shmem)),
        INDEX,
        stride,
        size,
        n);
    compare(expected, target);
    shmem.barrierAll();
  }

  private static void fill(
      Object to,
      int index,
      int stride,
      Object from,
      int fromIndex,
      int fromStride,
      int size,
      int n) {
    for (int block = 0; block < n; block++) {
      System.arraycopy(from, fromIndex + block * fromStride, to, index + block * stride, size);
    }
  }

  private static void compare(Object expected, Object actual) {
    for (int i = 0; i < LENGTH; i++) {
      equal(Array.get(expected, i), Array.get(actual, i), "element " + i);
    }
  }

  private static void bad(Shmem shmem) {
    SymmetricLongs longs = shmem.longs(10);
    long[] local = new long[10];
    int pe = right(shmem);
    List<Case.Body> wrong =
        List.of(
            s -> longs.iput(0, 0, local, 0, 1, 3, pe),
            s -> longs.iput(0, 1, local, 0, 0, 3, pe),
            s -> longs.iget(0, -1, local, 0, 1, 3, pe),
            s -> longs.ibput(0, 1, local, 0, 2, 2, 3, pe),
            s -> longs.ibget(0, 2, local, 0, 1, 2, 3, pe));
    for (Case.Body body : wrong) {
      has(expect(IllegalArgumentException.class, body, shmem), "stride", "longs#");
    }
    has(
        expect(IndexOutOfBoundsException.class, s -> longs.iput(0, 5, local, 0, 1, 3, pe), shmem),
        "longs#");
    shmem.barrierAll();
    for (int i = 0; i < 10; i++) {
      equal(0L, longs.at(i), "untouched");
    }
    shmem.free(longs);
  }
}
