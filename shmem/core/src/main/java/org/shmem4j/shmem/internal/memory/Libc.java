package org.shmem4j.shmem.internal.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
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

  /** Mapping files at multiples of more than a page, with Linux' numbers. */
  public static final class Mapping {
    private static final int READ_WRITE = 2;
    private static final int NO_ACCESS = 0;
    private static final int READ_AND_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS_UNRESERVED = 0x4022;
    private static final int SHARED_FIXED = 0x11;
    private static final long FAILED = -1;

    private static final MethodHandle OPEN =
        find("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE =
        find("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle MMAP =
        find(
            "mmap",
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle MUNMAP =
        find("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));

    private Mapping() {}

    /**
     * Maps the beginning of a file, for as long as the segment is reachable.
     *
     * @param alignment what the segment begins at a multiple of, a power of two
     */
    public static MemorySegment map(Path file, long bytes, long alignment) {
      try (Arena arena = Arena.ofConfined()) {
        int opened = (int) OPEN.invokeExact(arena.allocateFrom(file.toString()), READ_WRITE);
        // A place that is large enough for any beginning; the file then takes a part of it.
        long place = mmap(0, bytes + alignment, NO_ACCESS, PRIVATE_ANONYMOUS_UNRESERVED, -1);
        long address = (place + alignment - 1) & -alignment;
        if (place == FAILED
            || mmap(address, bytes, READ_AND_WRITE, SHARED_FIXED, opened) == FAILED) {
          throw new ShmemException(
              "a heap cannot be mapped at such a multiple: alignment="
                  + alignment
                  + " bytes="
                  + bytes
                  + " file="
                  + file);
        }
        var _ = (int) CLOSE.invokeExact(opened);
        unmap(place, address - place);
        unmap(address + bytes, place + alignment - address);
        return MemorySegment.ofAddress(address)
            .reinterpret(bytes, Arena.ofAuto(), ended -> unmap(address, bytes));
      } catch (RuntimeException e) {
        throw e;
      } catch (Throwable e) {
        throw impossible(e);
      }
    }

    private static long mmap(long address, long bytes, int access, int flags, int file)
        throws Throwable {
      return (long) MMAP.invokeExact(address, bytes, access, flags, file, 0L);
    }

    private static void unmap(long address, long bytes) {
      try {
        if (bytes > 0) {
          var _ = (int) MUNMAP.invokeExact(address, bytes);
        }
      } catch (Throwable e) {
        throw impossible(e);
      }
    }
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
