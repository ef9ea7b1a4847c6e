package org.shmem4j.stress.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * User and system time of this process's children that have ended and were waited for, and of
 * theirs: {@code getrusage} with {@code RUSAGE_CHILDREN}. The kernel adds up whole processes there,
 * from before {@code main} until after the last instruction of the JVM's end, in microseconds.
 */
final class ChildrenCpu {
  private static final int RUSAGE_CHILDREN = -1;
  private static final long BYTES = 256; // struct rusage has 144
  private static final double MICROSECOND = 1e-6;

  private final MethodHandle getrusage;
  private final MemorySegment usage = Arena.global().allocate(BYTES, Long.BYTES);

  ChildrenCpu() {
    Linker linker = Linker.nativeLinker();
    getrusage =
        linker.downcallHandle(
            linker.defaultLookup().find("getrusage").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
  }

  /** Returns the CPU time so far. */
  double seconds() {
    try {
      int failed = (int) getrusage.invokeExact(RUSAGE_CHILDREN, usage);
      if (failed != 0) {
        throw new IllegalStateException("getrusage failed: who=" + RUSAGE_CHILDREN);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("getrusage could not be called", e);
    }
    return time(0) + time(2L * Long.BYTES);
  }

  private double time(long offset) {
    return usage.get(ValueLayout.JAVA_LONG, offset)
        + usage.get(ValueLayout.JAVA_LONG, offset + Long.BYTES) * MICROSECOND;
  }
}
