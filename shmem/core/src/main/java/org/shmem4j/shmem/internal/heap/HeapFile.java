package org.shmem4j.shmem.internal.heap;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.memory.Libc;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/**
 * The file behind one PE's symmetric heap, mapped.
 *
 * @param segment the heap in this JVM
 * @param owner what else must stay reachable as long as the segment is used
 */
public record HeapFile(MemorySegment segment, Object owner) {
  private static final String NAME = "heap-";

  private static Path path(Path directory, int pe) {
    return directory.resolve(NAME + pe);
  }

  /**
   * Creates a PE's heap file at its full size.
   *
   * @return the creator's own mapping, which Chronicle ties to the file's life; null if it needs
   *     none
   */
  public static HeapFile create(Path directory, int pe, JobSpec spec) throws IOException {
    Path file = path(directory, pe);
    HeapFile held = null;
    if (spec.backing() == HeapBacking.CHRONICLE) {
      held = ChronicleMemory.map(file, spec.heapBytes());
    } else {
      try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
        opened.setLength(spec.heapBytes());
      }
    }
    return held;
  }

  /**
   * Reserves the space of all heap files.
   *
   * @throws ShmemException if there is not enough
   */
  public static void reserve(Path directory, JobSpec spec) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int pe = 0; pe < spec.pes(); pe++) {
      files.add(path(directory, pe));
    }
    if (!Reservation.take(files, spec.heapBytes())) {
      throw noSpace(directory, spec, Files.getFileStore(directory).getUsableSpace());
    }
  }

  /** Bytes of all heaps; as many as a long can hold if there are more. */
  public static long bytesInAll(JobSpec spec) {
    return spec.heapBytes() > Long.MAX_VALUE / spec.pes()
        ? Long.MAX_VALUE
        : spec.heapBytes() * spec.pes();
  }

  /** Says that the heaps do not fit, and what can be done. */
  public static ShmemException noSpace(Path folder, JobSpec spec, long free) {
    return new ShmemException(
        "not enough space for the symmetric heaps: needed="
            + ByteSize.format(bytesInAll(spec))
            + " ("
            + spec.pes()
            + " PEs x "
            + ByteSize.format(spec.heapBytes())
            + ") free="
            + ByteSize.format(free)
            + " folder="
            + folder
            + "; use a smaller --heap-size (or SHMEM_SYMMETRIC_SIZE), fewer PEs, a larger /dev/shm"
            + " (mount -o remount,size=..., docker run --shm-size=...), or another folder by"
            + " SHMEM4J_JOB_ROOT");
  }

  /** Maps a PE's heap file. */
  public static HeapFile map(Path directory, int pe, JobSpec spec) throws IOException {
    Path file = path(directory, pe);
    if (spec.backing() == HeapBacking.CHRONICLE) {
      return ChronicleMemory.map(file, spec.heapBytes());
    }
    if (spec.alignment() > JobSpec.PAGE) {
      MemorySegment segment = Libc.Mapping.map(file, spec.heapBytes(), spec.alignment());
      return new HeapFile(segment, segment);
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment segment = channel.map(MapMode.READ_WRITE, 0, spec.heapBytes(), Arena.ofAuto());
      return new HeapFile(segment, segment);
    }
  }
}
