package org.shmem4j.collectives;

import java.util.List;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricFloats;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricShorts;

/** Elements of any of the six types as numbers, so that a test is written once for all. */
final class Values {
  static final List<ElementType<?>> TYPES =
      List.of(
          ElementType.BYTE,
          ElementType.SHORT,
          ElementType.INT,
          ElementType.LONG,
          ElementType.FLOAT,
          ElementType.DOUBLE);

  private Values() {}

  static boolean isFloating(ElementType<?> type) {
    return type == ElementType.FLOAT || type == ElementType.DOUBLE;
  }

  /** A number of the array's type; floating-point ones are not exact, so that order matters. */
  static Number number(SymmetricArray array, long v) {
    return switch (array) {
      case SymmetricBytes _ -> (byte) v;
      case SymmetricShorts _ -> (short) v;
      case SymmetricInts _ -> (int) v;
      case SymmetricLongs _ -> v;
      case SymmetricFloats _ -> v * 0.1f;
      case SymmetricDoubles _ -> v * 0.1;
    };
  }

  static Number at(SymmetricArray array, long index) {
    return switch (array) {
      case SymmetricBytes a -> a.at(index);
      case SymmetricShorts a -> a.at(index);
      case SymmetricInts a -> a.at(index);
      case SymmetricLongs a -> a.at(index);
      case SymmetricFloats a -> a.at(index);
      case SymmetricDoubles a -> a.at(index);
    };
  }

  static void set(SymmetricArray array, long index, Number v) {
    switch (array) {
      case SymmetricBytes a -> a.set(index, v.byteValue());
      case SymmetricShorts a -> a.set(index, v.shortValue());
      case SymmetricInts a -> a.set(index, v.intValue());
      case SymmetricLongs a -> a.set(index, v.longValue());
      case SymmetricFloats a -> a.set(index, v.floatValue());
      case SymmetricDoubles a -> a.set(index, v.doubleValue());
    }
  }

  /** Two numbers of one type, as Java combines them. */
  static Number combine(Reduction reduction, Number x, Number y) {
    return switch (x) {
      case Byte _ -> (byte) integers(reduction, x.longValue(), y.longValue());
      case Short _ -> (short) integers(reduction, x.longValue(), y.longValue());
      case Integer _ -> (int) integers(reduction, x.longValue(), y.longValue());
      case Long _ -> integers(reduction, x.longValue(), y.longValue());
      case Float _ -> floats(reduction, x.floatValue(), y.floatValue());
      default -> doubles(reduction, x.doubleValue(), y.doubleValue());
    };
  }

  private static long integers(Reduction reduction, long x, long y) {
    return switch (reduction) {
      case SUM -> x + y;
      case PROD -> x * y;
      case MIN -> Math.min(x, y);
      case MAX -> Math.max(x, y);
      case AND -> x & y;
      case OR -> x | y;
      case XOR -> x ^ y;
    };
  }

  private static float floats(Reduction reduction, float x, float y) {
    return switch (reduction) {
      case SUM -> x + y;
      case PROD -> x * y;
      case MIN -> Math.min(x, y);
      case MAX -> Math.max(x, y);
      case AND, OR, XOR -> throw new IllegalArgumentException();
    };
  }

  private static double doubles(Reduction reduction, double x, double y) {
    return switch (reduction) {
      case SUM -> x + y;
      case PROD -> x * y;
      case MIN -> Math.min(x, y);
      case MAX -> Math.max(x, y);
      case AND, OR, XOR -> throw new IllegalArgumentException();
    };
  }
}
