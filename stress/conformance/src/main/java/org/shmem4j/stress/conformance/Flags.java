package org.shmem4j.stress.conformance;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricArray;

/**
 * Several cells that a PE waits for together: elements of an array from {@link #FIRST} on, or
 * signals. So that a case is written once for all, with one value for all cells or one for each.
 */
final class Flags {
  private static final long FIRST = 3;
  private static final AnyType LONG = typeOf(ElementType.LONG);

  private final Shmem shmem;
  private final AnyType type;
  private final SymmetricArray array;
  private final Signal[] signals;
  private final boolean vector;

  private Flags(Shmem shmem, Kind kind, int count) {
    this.shmem = shmem;
    this.type = kind.type;
    this.array = type == null ? null : type.calloc(shmem, FIRST + count + 1);
    this.signals = type == null ? shmem.signals(count) : null;
    this.vector = kind.vector;
  }

  private static AnyType typeOf(ElementType<?> element) {
    return AnyType.ALL.stream().filter(t -> t.element().equals(element)).findAny().orElseThrow();
  }

  /** What the cells are. */
  enum Kind {
    INTS("ints", ElementType.INT, false),
    INT_VECTOR("ints, a value each", ElementType.INT, true),
    LONGS("longs", ElementType.LONG, false),
    LONG_VECTOR("longs, a value each", ElementType.LONG, true),
    SIGNALS("signals", null, false),
    SIGNAL_VECTOR("signals, a value each", null, true);

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // a record of constants
    private final AnyType type;

    private final boolean vector;

    Kind(String text, ElementType<?> element, boolean vector) {
      this.text = text;
      this.type = element == null ? null : typeOf(element);
      this.vector = vector;
    }

    Flags calloc(Shmem shmem, int count) {
      return new Flags(shmem, this, count);
    }

    /** The operations' names, such as "wait_until_any_vector", of names without the suffix. */
    String covers(String... operations) {
      return String.join(
          " ", Arrays.stream(operations).map(name -> vector ? name + "_vector" : name).toList());
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Changes a cell of a PE. */
  void set(int cell, long value, int pe) {
    if (type == null) {
      signals[cell].set(value, pe);
    } else {
      AnyType.call(
          array,
          "atomicSet",
          new Class<?>[] {long.class, type.java(), int.class},
          FIRST + cell,
          type.of(value),
          pe);
    }
  }

  /** Waits for or tests the first {@code count} cells, those left out whose status is not 0. */
  Object call(String method, int count, int[] indices, int[] status, Compare compare, long value) {
    List<Class<?>> types = new ArrayList<>();
    List<Object> arguments = new ArrayList<>();
    if (type == null) {
      types.add(Signal[].class);
      arguments.add(Arrays.copyOf(signals, count));
    } else {
      types.addAll(List.of(long.class, int.class));
      arguments.addAll(List.of(FIRST, count));
    }
    if (method.endsWith("Some")) {
      types.add(int[].class);
      arguments.add(indices);
    }
    types.addAll(List.of(int[].class, Compare.class));
    arguments.add(status);
    arguments.add(compare);
    addValues(types, arguments, count, value);
    Class<?> owner = type == null ? Signal.class : array.getClass();
    return AnyType.call(owner, array, method, types.toArray(Class<?>[]::new), arguments.toArray());
  }

  private void addValues(List<Class<?>> types, List<Object> arguments, int count, long value) {
    AnyType of = type == null ? LONG : type;
    if (vector) {
      Object values = Array.newInstance(of.java(), count);
      for (int i = 0; i < count; i++) {
        Array.set(values, i, of.of(value));
      }
      types.add(of.arrayClass());
      arguments.add(values);
    } else {
      types.add(of.java());
      arguments.add(of.of(value));
    }
  }

  void waitAll(int count, int[] status, Compare compare, long value) {
    var _ = call("waitUntilAll", count, null, status, compare, value);
  }

  int waitAny(int count, int[] status, Compare compare, long value) {
    return (int) call("waitUntilAny", count, null, status, compare, value);
  }

  int waitSome(int count, int[] indices, int[] status, Compare compare, long value) {
    return (int) call("waitUntilSome", count, indices, status, compare, value);
  }

  boolean testAll(int count, int[] status, Compare compare, long value) {
    return (boolean) call("testAll", count, null, status, compare, value);
  }

  int testAny(int count, int[] status, Compare compare, long value) {
    return (int) call("testAny", count, null, status, compare, value);
  }

  int testSome(int count, int[] indices, int[] status, Compare compare, long value) {
    return (int) call("testSome", count, indices, status, compare, value);
  }

  void free() {
    if (type == null) {
      shmem.heap().free(signals);
    } else {
      shmem.free(array);
    }
  }
}
