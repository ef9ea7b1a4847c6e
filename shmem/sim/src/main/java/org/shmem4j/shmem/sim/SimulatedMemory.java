package org.shmem4j.shmem.sim;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.heap.HeapFile;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.JobSpec;

/**
 * The heaps of a simulated job, one after another, and its control words. Serves one simulation
 * after another, each of which begins with zeros. Takes room as it is touched.
 */
final class SimulatedMemory {
  private final JobSpec spec;
  private final MemorySegment heaps;
  private final MemorySegment control;
  private final List<HeapFile> slices;
  private final long[] touched;

  private SimulatedMemory(JobSpec spec, MemorySegment heaps, MemorySegment control) {
    this.spec = spec;
    this.heaps = heaps;
    this.control = control;
    this.touched = new long[spec.pes()];
    this.slices = new ArrayList<>(spec.pes());
    for (int pe = 0; pe < spec.pes(); pe++) {
      MemorySegment slice = heaps.asSlice(pe * spec.heapBytes(), spec.heapBytes());
      slices.add(new HeapFile(slice, heaps));
    }
  }

  static SimulatedMemory create(JobSpec spec) {
    try {
      return new SimulatedMemory(
          spec, map(spec.heapBytes() * spec.pes()), map(ControlLayout.bytes(spec.pes())));
    } catch (IOException e) {
      throw new ShmemException(
          "no memory for a simulation: pes=" + spec.pes() + " heapBytes=" + spec.heapBytes(), e);
    }
  }

  /** Memory that takes no room before it is touched. */
  private static MemorySegment map(long bytes) throws IOException {
    Path file = Files.createTempFile(Job.root(), "shmem4j-simulated-", "");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      return channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
    }
  }

  /** Control words for one more simulation. */
  ControlFile newControl() {
    control.asSlice(0, ControlLayout.block(0)).fill((byte) 0);
    for (int pe = 0; pe < spec.pes(); pe++) {
      control.asSlice(ControlLayout.block(pe), ControlLayout.RECORDS).fill((byte) 0);
    }
    return ControlFile.over(control, spec);
  }

  /** Zeros what earlier simulations have used. */
  void clear() {
    for (int pe = 0; pe < touched.length; pe++) {
      if (touched[pe] > 0) {
        slices.get(pe).segment().asSlice(0, touched[pe]).fill((byte) 0);
        touched[pe] = 0;
      }
    }
  }

  /** Keeps that a PE's heap is used up to there. */
  void touch(int pe, long end) {
    touched[pe] = Math.max(touched[pe], Math.min(end, spec.heapBytes()));
  }

  JobSpec spec() {
    return spec;
  }

  List<HeapFile> heaps() {
    return slices;
  }

  MemorySegment heap(int pe) {
    return slices.get(pe).segment();
  }

  /** A number for what a few bytes hold; up to 8 of them never have another's. */
  long fingerprint(int pe, long offset, int bytes) {
    MemorySegment heap = heap(pe);
    long print = 0;
    for (int i = 0; i < bytes; i++) {
      print = print * 257 + heap.get(ValueLayout.JAVA_BYTE, offset + i);
    }
    return print;
  }

  /** Whose heap has that address, -1 if none. */
  int peOf(long address) {
    long position = address - heaps.address();
    return position < 0 || position >= heaps.byteSize() ? -1 : (int) (position / spec.heapBytes());
  }

  /** Where in its heap an address is. */
  long offsetOf(long address) {
    return (address - heaps.address()) % spec.heapBytes();
  }
}
