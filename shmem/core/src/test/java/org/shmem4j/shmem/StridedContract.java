package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What strided puts and gets promise in every world (OpenSHMEM 1.6, 9.5: iput, iget, ibput). */
abstract class StridedContract {
  private static final String TYPES = "org.shmem4j.shmem.AnyArray#types";
  private static final int LENGTH = 120;
  private static final int BACKGROUND = -1;
  private static final int MAX_COUNT = 33;
  private static final int MAX_OFFSET = 16;
  private static final int RANDOM_SHAPES = 300;

  private final World world;

  StridedContract(World world) {
    this.world = world;
  }

  /** Where blocks are in the symmetric array and on the local side, all in elements. */
  private record Shape(
      int index, int stride, int localIndex, int localStride, int blockSize, int blocks) {
    /** Writes a row of values into blocks; {@code from} and {@code to} begin at 0. */
    static List<Object> copy(
        List<Object> source,
        int from,
        int fromStride,
        List<Object> target,
        int to,
        int toStride,
        int blockSize,
        int blocks) {
      List<Object> result = new ArrayList<>(target);
      for (int block = 0; block < blocks; block++) {
        for (int i = 0; i < blockSize; i++) {
          result.set(to + block * toStride + i, source.get(from + block * fromStride + i));
        }
      }
      return result;
    }

    List<Object> put(List<Object> local, List<Object> symmetric) {
      return copy(local, localIndex, localStride, symmetric, index, stride, blockSize, blocks);
    }

    List<Object> get(List<Object> symmetric, List<Object> local) {
      return copy(symmetric, index, stride, local, localIndex, localStride, blockSize, blocks);
    }
  }

  /** Case 17, for elements and for blocks, and then a few that nobody thought of. */
  private static List<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    for (int size = 1; size <= MAX_COUNT; size++) {
      for (int offset = 0; offset < MAX_OFFSET; offset++) {
        int other = (offset * 7 + 3) % MAX_OFFSET;
        shapes.add(new Shape(offset, 2, other, 3, 1, size));
        shapes.add(new Shape(offset, size + 1, other, size, size, 2));
      }
    }
    SplittableRandom random = new SplittableRandom(17);
    while (shapes.size() < 2 * MAX_COUNT * MAX_OFFSET + RANDOM_SHAPES) {
      int blockSize = random.nextInt(1, 6);
      int blocks = random.nextInt(1, 8);
      int stride = blockSize + random.nextInt(4);
      int localStride = blockSize + random.nextInt(4);
      int used = (blocks - 1) * stride + blockSize;
      int localUsed = (blocks - 1) * localStride + blockSize;
      shapes.add(
          new Shape(
              random.nextInt(LENGTH - used + 1),
              stride,
              random.nextInt(LENGTH - localUsed + 1),
              localStride,
              blockSize,
              blocks));
    }
    return shapes;
  }

  /** A kind of local side. */
  private abstract static class Local {
    /** Takes elements. */
    abstract void fill(Object javaArray);

    abstract List<Object> elements();

    /** Calls iput, iget, ibput or ibget. */
    abstract void call(String name, AnyArray array, Shape shape, int pe);

    void put(AnyArray array, Shape shape, int pe) {
      call(shape.blockSize == 1 && shape.index % 2 == 0 ? "iput" : "ibput", array, shape, pe);
    }

    void get(AnyArray array, Shape shape, int pe) {
      call(shape.blockSize == 1 && shape.index % 2 == 0 ? "iget" : "ibget", array, shape, pe);
    }

    static void call(
        String name, AnyArray array, Shape shape, Object local, Number localIndex, int pe) {
      if (name.startsWith("ib")) {
        array.call(
            name,
            shape.index,
            shape.stride,
            local,
            localIndex,
            shape.localStride,
            shape.blockSize,
            shape.blocks,
            pe);
      } else {
        array.call(
            name,
            shape.index,
            shape.stride,
            local,
            localIndex,
            shape.localStride,
            shape.blocks,
            pe);
      }
    }
  }

  private static final class JavaArray extends Local {
    private Object values;

    @Override
    void fill(Object javaArray) {
      values = javaArray;
    }

    @Override
    List<Object> elements() {
      return AnyArray.list(values);
    }

    @Override
    void call(String name, AnyArray array, Shape shape, int pe) {
      call(name, array, shape, values, shape.localIndex, pe);
    }
  }

  private static final class Segment extends Local {
    private static final int MISALIGNED = 1;

    private final ElementType<?> type;
    private final MemorySegment segment;

    Segment(ElementType<?> type, MemorySegment segment) {
      this.type = type;
      this.segment = segment;
    }

    @Override
    void fill(Object javaArray) {
      MemorySegment values = AnyArray.segment(javaArray);
      MemorySegment.copy(values, 0, segment, MISALIGNED, values.byteSize());
    }

    @Override
    List<Object> elements() {
      Object values = AnyArray.values(type, LENGTH, 0);
      MemorySegment.copy(
          segment, MISALIGNED, AnyArray.segment(values), 0, (long) LENGTH * type.bytes());
      return AnyArray.list(values);
    }

    @Override
    void call(String name, AnyArray array, Shape shape, int pe) {
      long at = MISALIGNED + (long) shape.localIndex * type.bytes();
      call(name, array, shape, segment, at, pe);
    }
  }

  private static final class Symmetric extends Local {
    private final AnyArray local;

    Symmetric(AnyArray local) {
      this.local = local;
    }

    @Override
    void fill(Object javaArray) {
      local.call("copyFrom", javaArray);
    }

    @Override
    List<Object> elements() {
      return local.local();
    }

    @Override
    void call(String name, AnyArray array, Shape shape, int pe) {
      call(name, array, shape, local.array(), shape.localIndex, pe);
    }
  }

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldMoveBlocksAtEqualDistancesAndLeaveTheGaps(ElementType<?> type) {
    List<Shape> shapes = shapes();
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, LENGTH);
          AnyArray symmetric = AnyArray.calloc(shmem, type, LENGTH);
          int to = 1 - shmem.pe();
          Object values = AnyArray.values(type, LENGTH, 1);
          Object background = AnyArray.values(type, LENGTH, 0);
          for (int i = 0; i < LENGTH; i++) {
            Array.set(background, i, AnyArray.value(type, BACKGROUND));
          }
          List<Object> full = AnyArray.list(values);
          List<Object> empty = AnyArray.list(background);
          long bytes = 1 + (long) LENGTH * type.bytes();
          try (Arena arena = Arena.ofConfined()) {
            List<Local> locals =
                List.of(
                    new JavaArray(),
                    new Symmetric(symmetric),
                    new Segment(type, arena.allocate(bytes)),
                    new Segment(type, MemorySegment.ofArray(new byte[(int) bytes])));
            for (int i = 0; i < shapes.size(); i++) {
              Shape shape = shapes.get(i);
              Local local = locals.get((i + i / MAX_OFFSET) % locals.size());
              local.fill(values);
              array.call("put", background, to);
              shmem.fence();
              local.put(array, shape, to);
              shmem.quiet();
              assertEquals(shape.put(full, empty), array.copyOf(to), () -> "put " + shape);

              array.call("put", values, to);
              Object own = AnyArray.values(type, LENGTH, 0);
              System.arraycopy(background, 0, own, 0, LENGTH);
              local.fill(own);
              shmem.quiet();
              local.get(array, shape, to);
              assertEquals(shape.get(full, empty), local.elements(), () -> "get " + shape);
            }
          }
        });
  }

  /** Nothing to move, whichever of the two says so, with any distance, at both ends. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldAcceptThatThereIsNothingToMove(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 4);
          AnyArray empty = AnyArray.calloc(shmem, type, 0);
          Object some = array.values(4, 9);
          int to = 1 - shmem.pe();
          MemorySegment segment = MemorySegment.ofArray(new byte[3]);
          for (long stride : new long[] {1, 2, Long.MAX_VALUE}) {
            for (int end : new int[] {0, 4}) {
              int small = (int) Math.min(stride, Integer.MAX_VALUE);
              for (String op : List.of("iput", "iget")) {
                array.call(op, end, stride, some, end, small, 0, to);
                array.call(op, end, stride, array.array(), end, stride, 0, to);
                array.call(op, end, stride, segment, 3, stride, 0, to);
                array.call(op, end, stride, MemorySegment.NULL, 0, stride, 0, to);
                array.call(op, end, stride, empty.array(), 0, stride, 0, to);
                array.call(op, end, stride, empty.values(0, 0), 0, small, 0, to);
                empty.call(op, 0, stride, some, end, small, 0, to);
              }
              for (String op : List.of("ibput", "ibget")) {
                for (int[] none : new int[][] {{0, 0}, {0, Integer.MAX_VALUE}, {1, 0}}) {
                  int size = none[0];
                  int blocks = none[1];
                  array.call(op, end, stride, some, end, small, size, blocks, to);
                  array.call(op, end, stride, array.array(), end, stride, size, blocks, to);
                  array.call(op, end, stride, segment, 3, stride, size, blocks, to);
                  array.call(op, end, stride, MemorySegment.NULL, 0, stride, size, blocks, to);
                  empty.call(op, 0, stride, empty.values(0, 0), 0, small, size, blocks, to);
                  empty.call(op, 0, stride, empty.array(), 0, stride, size, blocks, to);
                }
              }
            }
          }
          shmem.barrierAll();
          assertEquals(Collections.nCopies(4, (Object) array.value(0)), array.local());
          assertEquals(AnyArray.list(array.values(4, 9)), AnyArray.list(some));
        });
  }

  /** With one block a stride leads nowhere, so it may be anything. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldNotMindTheStrideOfASingleBlock(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 4);
          int to = 1 - shmem.pe();
          long far = Long.MAX_VALUE;
          array.call("iput", 3, far, array.values(4, 9), 3, Integer.MAX_VALUE, 1, to);
          array.call("ibput", 1, far, array.values(4, 9), 2, Integer.MAX_VALUE, 2, 1, to);
          shmem.barrierAll();
          assertEquals(
              List.of(array.value(0), array.value(11), array.value(12), array.value(12)),
              array.local());
          Object target = array.values(4, 0);
          array.call("iget", 3, far, target, 0, Integer.MAX_VALUE, 1, to);
          array.call("ibget", 1, far, target, 2, Integer.MAX_VALUE, 2, 1, to);
          assertEquals(
              List.of(array.value(12), array.value(1), array.value(11), array.value(12)),
              AnyArray.list(target));
        });
  }
}
