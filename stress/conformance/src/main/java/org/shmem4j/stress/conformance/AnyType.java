package org.shmem4j.stress.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.SymmetricArray;

/** One of the six element types, so that a check is written once for all; operations by name. */
record AnyType(ElementType<?> element, Class<?> java, Object emptyArray) {
  static final List<AnyType> ALL =
      List.of(
          new AnyType(ElementType.BYTE, byte.class, new byte[0]),
          new AnyType(ElementType.SHORT, short.class, new short[0]),
          new AnyType(ElementType.INT, int.class, new int[0]),
          new AnyType(ElementType.LONG, long.class, new long[0]),
          new AnyType(ElementType.FLOAT, float.class, new float[0]),
          new AnyType(ElementType.DOUBLE, double.class, new double[0]));

  SymmetricArray calloc(Shmem shmem, long length) {
    return shmem.heap().calloc(element, length);
  }

  /** The class of a Java array of this type. */
  Class<?> arrayClass() {
    return emptyArray.getClass();
  }

  /** A value that tells who wrote it, and is never 0. */
  Object value(long seed) {
    long v = 1L + Math.floorMod(seed * 31, 126);
    return switch (element.bytes() + java.getName()) {
      case "1byte" -> (byte) v;
      case "2short" -> (short) (v * 257);
      case "4int" -> (int) (v * 0x01010101);
      case "8long" -> v * 0x0101010101010101L;
      case "4float" -> (float) v + 0.5f;
      default -> v + 0.25;
    };
  }

  boolean isFloating() {
    return java == float.class || java == double.class;
  }

  /** A number as this type has it; whole numbers wrap. */
  Object of(long number) {
    return switch (element.bytes() + java.getName()) {
      case "1byte" -> (byte) number;
      case "2short" -> (short) number;
      case "4int" -> (int) number;
      case "8long" -> number;
      case "4float" -> (float) number;
      default -> (double) number;
    };
  }

  Object zero() {
    return Array.get(Array.newInstance(java, 1), 0);
  }

  /** A Java array of values. */
  Object values(int length, long seed) {
    Object values = Array.newInstance(java, length);
    for (int i = 0; i < length; i++) {
      Array.set(values, i, value(seed + i));
    }
    return values;
  }

  MemorySegment segment(Object javaArray) {
    return switch (javaArray) {
      case byte[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      default -> throw new AssertionError(javaArray);
    };
  }

  /** Calls a method of a symmetric array; the parameters' types are those given. */
  static Object call(SymmetricArray array, String method, Class<?>[] types, Object... arguments) {
    return call(array.getClass(), array, method, types, arguments);
  }

  /** Calls a method of a class, a static one if there is no object. */
  static Object call(
      Class<?> owner, Object object, String method, Class<?>[] types, Object... arguments) {
    try {
      return owner.getMethod(method, types).invoke(object, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new AssertionError(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** A view. */
  SymmetricArray on(SymmetricArray array, ShmemContext context) {
    return (SymmetricArray) call(array, "on", new Class<?>[] {ShmemContext.class}, context);
  }

  Object at(SymmetricArray array, long index) {
    return call(array, "at", new Class<?>[] {long.class}, index);
  }

  @Override
  public String toString() {
    return element.toString();
  }
}
