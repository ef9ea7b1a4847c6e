package org.shmem4j.shmem.internal.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.shmem4j.shmem.ShmemException;

/**
 * The few C library calls that have no Java form.
 *
 * <p>Loading this class starts the JDK's linker, 0.07 CPU seconds even with an AOT cache: nothing
 * on the way from start to the first operation may touch it. Calls that can block are never {@code
 * critical}, which would hold up the garbage collector.
 */
public final class Libc {
  private static final int FUTEX_WAIT = 0;
  private static final int FUTEX_WAKE = 1;

  private static final Linker LINKER = Linker.nativeLinker();

  private Libc() {}

  private static MethodHandle find(String name, FunctionDescriptor type, Linker.Option... options) {
    SymbolLookup lookup = LINKER.defaultLookup();
    MemorySegment symbol =
        lookup.find(name).orElseThrow(() -> new ShmemException("no C function: name=" + name));
    return LINKER.downcallHandle(symbol, type, options);
  }

  private static RuntimeException impossible(Throwable thrown) {
    return new IllegalStateException("a C call threw", thrown);
  }

  /** Sleeping and waking on a word of shared memory. */
  public static final class Futex {
    private static final MethodHandle SYSCALL =
        find(
            "syscall",
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG,
                JAVA_INT));

    private Futex() {}

    /**
     * Sleeps while the word at {@code address} holds {@code expected}, at most as long as the
     * {@code timespec} at another address says. May return for no reason.
     */
    public static void sleep(long address, int expected, long timespec) {
      try {
        var _ =
            (long)
                SYSCALL.invokeExact(
                    FutexNumber.VALUE, address, FUTEX_WAIT, expected, timespec, 0L, 0);
      } catch (Throwable e) {
        throw impossible(e);
      }
    }

    /** Wakes all threads of all processes that sleep on the word. */
    public static void wake(long address) {
      try {
        var _ =
            (long)
                SYSCALL.invokeExact(
                    FutexNumber.VALUE, address, FUTEX_WAKE, Integer.MAX_VALUE, 0L, 0L, 0);
      } catch (Throwable e) {
        throw impossible(e);
      }
    }
  }
}
