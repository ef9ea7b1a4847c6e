package org.shmem4j.shmem.sim.load;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * What comes before the methods of {@link MemorySegment} that look at memory or change it: the one
 * with the method's name that takes the call's first arguments, the segment included.
 */
public final class Views {
  private Views() {}

  /** Before a load of one value. */
  public static void get(MemorySegment segment, ValueLayout layout, long offset) {
    load(segment, layout, offset, 1);
  }

  /** Before a store of one value. */
  public static void set(MemorySegment segment, ValueLayout layout, long offset) {
    store(segment, layout, offset, 1);
  }

  /** Before a load of one element. */
  public static void getAtIndex(MemorySegment segment, ValueLayout layout, long index) {
    load(segment, layout, index * size(layout), 1);
  }

  /** Before a store of one element. */
  public static void setAtIndex(MemorySegment segment, ValueLayout layout, long index) {
    store(segment, layout, index * size(layout), 1);
  }

  /** Before a store of all bytes. */
  public static void fill(MemorySegment segment) {
    store(segment, 0, size(segment));
  }

  /** Before a load of all elements. */
  public static void toArray(MemorySegment segment) {
    load(segment, 0, size(segment));
  }

  /** Before a copy of a whole segment. */
  public static void copyFrom(MemorySegment target, MemorySegment source) {
    copy(source, 0, target, 0, size(source));
  }

  /** Before a copy of bytes. */
  public static void copy(
      MemorySegment source, long sourceOffset, MemorySegment target, long targetOffset, long n) {
    load(source, sourceOffset, n);
    store(target, targetOffset, n);
  }

  /** Before a copy of elements. */
  public static void copy(
      MemorySegment source,
      ValueLayout sourceLayout,
      long sourceOffset,
      MemorySegment target,
      ValueLayout targetLayout,
      long targetOffset,
      long count) {
    load(source, sourceLayout, sourceOffset, count);
    store(target, targetLayout, targetOffset, count);
  }

  /** Before a copy to a Java array. */
  public static void copy(
      MemorySegment source, ValueLayout layout, long offset, Object array, int index, int count) {
    load(source, layout, offset, count);
  }

  /** Before a copy from a Java array. */
  public static void copy(
      Object array, int index, MemorySegment target, ValueLayout layout, long offset, int count) {
    store(target, layout, offset, count);
  }

  /** Before a comparison of whole segments. */
  public static void mismatch(MemorySegment one, MemorySegment other) {
    load(one, 0, size(one));
    load(other, 0, size(other));
  }

  /** Before a comparison of ranges. */
  public static void mismatch(
      MemorySegment one,
      long oneFrom,
      long oneTo,
      MemorySegment other,
      long otherFrom,
      long otherTo) {
    load(one, oneFrom, oneTo - oneFrom);
    load(other, otherFrom, otherTo - otherFrom);
  }

  /** Before a load of a string. */
  public static void getString(MemorySegment segment, long offset) {
    getString(segment, offset, StandardCharsets.UTF_8);
  }

  /** Before a load of a string. */
  public static void getString(MemorySegment segment, long offset, Charset charset) {
    if (Hooks.environment() != null) {
      load(segment, offset, size(segment.getString(offset, charset), charset));
    }
  }

  /** Before a store of a string. */
  public static void setString(MemorySegment segment, long offset, String value) {
    setString(segment, offset, value, StandardCharsets.UTF_8);
  }

  /** Before a store of a string. */
  public static void setString(MemorySegment segment, long offset, String value, Charset charset) {
    if (Hooks.environment() != null) {
      store(segment, offset, size(value, charset));
    }
  }

  /** Before a segment becomes a buffer. */
  public static void asByteBuffer(MemorySegment segment) {
    Hooks.handed(segment, "accesses through a ByteBuffer are not seen");
  }

  private static void load(MemorySegment segment, MemoryLayout layout, long offset, long count) {
    load(segment, offset, count * size(layout));
  }

  private static void store(MemorySegment segment, MemoryLayout layout, long offset, long count) {
    store(segment, offset, count * size(layout));
  }

  private static void load(MemorySegment segment, long offset, long bytes) {
    Environment environment = Hooks.environment();
    if (environment != null && isWithin(segment, offset, bytes)) {
      environment.load(segment, offset, bytes);
    }
  }

  private static void store(MemorySegment segment, long offset, long bytes) {
    Environment environment = Hooks.environment();
    if (environment != null && isWithin(segment, offset, bytes)) {
      environment.store(segment, offset, bytes);
    }
  }

  /** If not, the access that follows does nothing or throws. */
  private static boolean isWithin(MemorySegment segment, long offset, long bytes) {
    return offset >= 0 && bytes > 0 && bytes <= size(segment) - offset;
  }

  /** Nothing for null: the call that follows throws. */
  private static long size(MemorySegment segment) {
    return segment == null ? 0 : segment.byteSize();
  }

  private static long size(MemoryLayout layout) {
    return layout == null ? 0 : layout.byteSize();
  }

  /** With the terminator. */
  private static long size(String value, Charset charset) {
    return (value + '\0').getBytes(charset).length;
  }
}
