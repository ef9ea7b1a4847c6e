package org.shmem4j.shmem;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A symmetric array of any type, so that one test serves all six; operations by their names. */
record AnyArray(SymmetricArray array) {
  static Stream<ElementType<?>> types() {
    return Stream.of(
        ElementType.BYTE,
        ElementType.SHORT,
        ElementType.INT,
        ElementType.LONG,
        ElementType.FLOAT,
        ElementType.DOUBLE);
  }

  static Stream<ElementType<?>> integers() {
    return Stream.of(ElementType.INT, ElementType.LONG);
  }

  static Stream<ElementType<?>> floats() {
    return Stream.of(ElementType.FLOAT, ElementType.DOUBLE);
  }

  static AnyArray calloc(Shmem shmem, ElementType<?> type, long length) {
    return new AnyArray(shmem.heap().calloc(type, length));
  }

  static Class<?> javaType(ElementType<?> type) {
    return switch (type.toString()) {
      case "bytes" -> byte.class;
      case "shorts" -> short.class;
      case "ints" -> int.class;
      case "longs" -> long.class;
      case "floats" -> float.class;
      case "doubles" -> double.class;
      default -> throw new AssertionError(type);
    };
  }

  /** A value of the type, different for different small seeds, never 0 for a seed from 1 to 120. */
  static Number value(ElementType<?> type, long seed) {
    return convert(seed, javaType(type));
  }

  /** A Java array of values from a seed on. */
  static Object values(ElementType<?> type, int length, long seed) {
    Object values = Array.newInstance(javaType(type), length);
    for (int i = 0; i < length; i++) {
      Array.set(values, i, value(type, seed + i));
    }
    return values;
  }

  static List<Object> list(Object javaArray) {
    return IntStream.range(0, Array.getLength(javaArray))
        .mapToObj(i -> Array.get(javaArray, i))
        .toList();
  }

  /** The bytes of a Java array's elements, in native order. */
  static void copyBytes(Object javaArray, byte[] target, int at) {
    MemorySegment source = segment(javaArray);
    MemorySegment.copy(source, 0, MemorySegment.ofArray(target), at, source.byteSize());
  }

  /** A Java array as a segment. */
  static MemorySegment segment(Object javaArray) {
    return switch (javaArray) {
      case byte[] values -> MemorySegment.ofArray(values);
      case short[] values -> MemorySegment.ofArray(values);
      case int[] values -> MemorySegment.ofArray(values);
      case long[] values -> MemorySegment.ofArray(values);
      case float[] values -> MemorySegment.ofArray(values);
      case double[] values -> MemorySegment.ofArray(values);
      default -> throw new AssertionError(javaArray);
    };
  }

  ElementType<?> type() {
    return array.type();
  }

  Object values(int length, long seed) {
    return values(type(), length, seed);
  }

  Number value(long seed) {
    return value(type(), seed);
  }

  /** This PE's copy. */
  List<Object> local() {
    return list(call("toArray"));
  }

  /** A PE's copy. */
  List<Object> copyOf(int pe) {
    Object copy = Array.newInstance(javaType(type()), Math.toIntExact(array.length()));
    call("get", copy, pe);
    return list(copy);
  }

  /** Calls the method of that name which takes such arguments; numbers take the type it wants. */
  Object call(String name, Object... arguments) {
    return call(array.getClass(), array, name, arguments);
  }

  /** Likewise a method of any class, static if {@code target} is null. */
  static Object call(Class<?> type, Object target, String name, Object... arguments) {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name) && takes(method.getParameterTypes(), arguments)) {
        return invoke(method, target, arguments);
      }
    }
    throw new AssertionError("no such method: " + name + Arrays.asList(arguments));
  }

  long callLong(String name, Object... arguments) {
    return ((Number) call(name, arguments)).longValue();
  }

  private static boolean takes(Class<?>[] parameters, Object[] arguments) {
    if (parameters.length != arguments.length) {
      return false;
    }
    for (int i = 0; i < parameters.length; i++) {
      boolean fits =
          parameters[i].isPrimitive()
              ? arguments[i] instanceof Number
              : arguments[i] == null || parameters[i].isInstance(arguments[i]);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static Object invoke(Method method, Object target, Object[] arguments) {
    Object[] converted = new Object[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      Class<?> parameter = method.getParameterTypes()[i];
      converted[i] =
          parameter.isPrimitive() ? convert((Number) arguments[i], parameter) : arguments[i];
    }
    try {
      return method.invoke(target, converted);
    } catch (InvocationTargetException e) {
      return sneak(e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> Object sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private static Number convert(Number number, Class<?> type) {
    // Two ifs, as a conditional expression would make all of one type.
    if (type == byte.class) {
      return number.byteValue();
    } else if (type == short.class) {
      return number.shortValue();
    } else if (type == int.class) {
      return number.intValue();
    } else if (type == long.class) {
      return number.longValue();
    } else if (type == float.class) {
      return number.floatValue();
    } else {
      return number.doubleValue();
    }
  }
}
