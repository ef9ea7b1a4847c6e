package org.shmem4j.shmem.internal.heap;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.bytes.PointerBytesStore;
import org.shmem4j.shmem.ShmemException;

/**
 * All that touches Chronicle Bytes, so that a JVM that does not ask for it never loads it: its
 * first use costs 0.5-1 s of CPU time and needs JVM options.
 */
public final class ChronicleMemory {
  private static final String OPTIONS =
      "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
          + " --add-opens=java.base/java.lang.reflect=ALL-UNNAMED"
          + " --add-opens=java.base/java.lang=ALL-UNNAMED"
          + " --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED"
          + " --sun-misc-unsafe-memory-access=allow"
          + " -Dchronicle.analytics.disable=true";

  static {
    // Its analytics report to a server of its makers unless this is set before its first use.
    System.setProperty("chronicle.analytics.disable", "true");
  }

  private ChronicleMemory() {}

  /** Maps a file through Chronicle, which makes it and sizes it if it is not there. */
  static HeapFile map(Path file, long bytes) throws IOException {
    try {
      MappedBytes mapped = MappedBytes.singleMappedBytes(file.toFile(), bytes);
      MemorySegment segment = MemorySegment.ofAddress(mapped.addressForRead(0)).reinterpret(bytes);
      return new HeapFile(segment, mapped);
    } catch (LinkageError | AssertionError | IllegalStateException e) {
      throw unusable(e);
    }
  }

  /** Lays a Chronicle store over memory that is mapped already. */
  public static BytesStore<?, Void> over(long address, long bytes) {
    try {
      PointerBytesStore store = BytesStore.nativePointer();
      store.set(address, bytes);
      return store;
    } catch (LinkageError | AssertionError | IllegalStateException e) {
      throw unusable(e);
    }
  }

  private static ShmemException unusable(Throwable cause) {
    return new ShmemException(
        "Chronicle cannot work in this JVM; ./shmem4j run gives its ranks the options that it needs,"
            + " a JVM started otherwise needs "
            + OPTIONS,
        cause);
  }
}
