package org.shmem4j.stress.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * CPU time of all threads of this process, to the nanosecond: {@code clock_gettime} with {@code
 * CLOCK_PROCESS_CPUTIME_ID}. The JVM's own figure counts in steps of 10 ms.
 */
final class ProcessCpu {
  private static final int CLOCK_PROCESS_CPUTIME_ID =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? 12 : 2;
  private static final long SECOND = 1_000_000_000L;

  private final MethodHandle clockGettime;
  private final MemorySegment time = Arena.global().allocate(16, 8);

  ProcessCpu() {
    Linker linker = Linker.nativeLinker();
    clockGettime =
        linker.downcallHandle(
            linker.defaultLookup().find("clock_gettime").orElseThrow(),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
  }

  /** Returns the CPU time so far. */
  long nanoseconds() {
    try {
      int failed = (int) clockGettime.invokeExact(CLOCK_PROCESS_CPUTIME_ID, time);
      if (failed != 0) {
        throw new IllegalStateException("clock_gettime failed: clock=" + CLOCK_PROCESS_CPUTIME_ID);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("clock_gettime could not be called", e);
    }
    return time.get(ValueLayout.JAVA_LONG, 0) * SECOND + time.get(ValueLayout.JAVA_LONG, 8);
  }
}
