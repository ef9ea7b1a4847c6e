package org.shmem4j.shmem.internal.control;

import static org.shmem4j.shmem.internal.control.ControlLayout.ALIGNMENT_OFFSET;
import static org.shmem4j.shmem.internal.control.ControlLayout.BELL;
import static org.shmem4j.shmem.internal.control.ControlLayout.EXIT_CALLED;
import static org.shmem4j.shmem.internal.control.ControlLayout.EXIT_OFFSET;
import static org.shmem4j.shmem.internal.control.ControlLayout.FAILURE_OFFSET;
import static org.shmem4j.shmem.internal.control.ControlLayout.FLAGS_OFFSET;
import static org.shmem4j.shmem.internal.control.ControlLayout.FLAG_CHECKED;
import static org.shmem4j.shmem.internal.control.ControlLayout.FLAG_CHRONICLE;
import static org.shmem4j.shmem.internal.control.ControlLayout.FLAG_MAY_SLEEP;
import static org.shmem4j.shmem.internal.control.ControlLayout.FLAG_SPARSE;
import static org.shmem4j.shmem.internal.control.ControlLayout.HEAP_BYTES_OFFSET;
import static org.shmem4j.shmem.internal.control.ControlLayout.MAGIC;
import static org.shmem4j.shmem.internal.control.ControlLayout.MAGIC_OFFSET;
import static org.shmem4j.shmem.internal.control.ControlLayout.PES_OFFSET;
import static org.shmem4j.shmem.internal.control.ControlLayout.PID;
import static org.shmem4j.shmem.internal.control.ControlLayout.STATE;
import static org.shmem4j.shmem.internal.control.ControlLayout.TEXT;
import static org.shmem4j.shmem.internal.control.ControlLayout.TEXT_CAPACITY;
import static org.shmem4j.shmem.internal.control.ControlLayout.VERSION;
import static org.shmem4j.shmem.internal.control.ControlLayout.VERSION_OFFSET;
import static org.shmem4j.shmem.internal.control.ControlLayout.block;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.job.JobStatistics;
import org.shmem4j.shmem.job.PeState;

/**
 * A mapping of a job's control file, laid out as {@link ControlLayout} draws it.
 *
 * <p>It goes through its own segment and not through {@code Memory}: a launcher, which has no heap
 * to reach, then needs no native access.
 */
public final class ControlFile {
  private static final String NAME = "control";
  private static final int CHUNK = 64 * 1024;
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

  private final MemorySegment segment;
  private final long base;
  private final JobSpec spec;

  private ControlFile(MemorySegment segment, JobSpec spec) {
    this.segment = segment;
    this.base = segment.address();
    this.spec = spec;
  }

  /** Where a job's control file is. */
  public static Path path(Path directory) {
    return directory.resolve(NAME);
  }

  /** Creates and maps a control file. */
  public static ControlFile create(Path directory, JobSpec spec) throws IOException {
    MemorySegment segment;
    try (FileChannel channel =
        FileChannel.open(
            path(directory),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      long bytes = ControlLayout.bytes(spec.pes());
      takeSpace(channel, bytes);
      segment = channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
    }
    return over(segment, spec);
  }

  /**
   * Lays a control file over memory that is zero, of at least {@link ControlLayout#bytes} bytes;
   * for a job that nobody else looks at.
   */
  public static ControlFile over(MemorySegment segment, JobSpec spec) {
    ControlFile control = new ControlFile(segment, spec);
    control.setInt(VERSION_OFFSET, VERSION);
    control.setInt(PES_OFFSET, spec.pes());
    control.setLong(HEAP_BYTES_OFFSET, spec.heapBytes());
    long flags = spec.maySleep() ? FLAG_MAY_SLEEP : 0;
    flags |= spec.backing() == HeapBacking.CHRONICLE ? FLAG_CHRONICLE : 0;
    flags |= spec.sparse() ? FLAG_SPARSE : 0;
    flags |= spec.checked() ? FLAG_CHECKED : 0;
    control.setLong(FLAGS_OFFSET, flags);
    control.setLong(ALIGNMENT_OFFSET, spec.alignment());
    control.setLong(MAGIC_OFFSET, MAGIC);
    return control;
  }

  /** Writes zeros, so that no later store can find the file system full. */
  private static void takeSpace(FileChannel channel, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(CHUNK);
    for (long position = 0; position < bytes; ) {
      zeros.clear().limit((int) Math.min(CHUNK, bytes - position));
      position += channel.write(zeros, position);
    }
  }

  /**
   * Maps an existing control file.
   *
   * @throws ShmemException if it is not one, or another version's
   */
  public static ControlFile open(Path directory) throws IOException {
    Path file = path(directory);
    if (!Files.isRegularFile(file)) {
      throw new ShmemException("no job has this directory: directory=" + directory);
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long bytes = channel.size();
      if (bytes < ControlLayout.bytes(1)) {
        throw new ShmemException("not a control file, too short: file=" + file);
      }
      MemorySegment segment = channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
      JobSpec spec = new ControlFile(segment, null).readSpec(file);
      if (bytes < ControlLayout.bytes(spec.pes())) {
        throw new ShmemException("not a control file, too short: file=" + file);
      }
      return new ControlFile(segment, spec);
    }
  }

  private JobSpec readSpec(Path file) {
    if (getLong(MAGIC_OFFSET) != MAGIC) {
      throw new ShmemException("not a control file, wrong magic: file=" + file);
    }
    int version = getInt(VERSION_OFFSET);
    if (version != VERSION) {
      throw new ShmemException(
          "launcher and library differ: controlFileVersion="
              + version
              + " expected="
              + VERSION
              + " file="
              + file
              + "; use the same version of shmem4j for both");
    }
    long flags = getLong(FLAGS_OFFSET);
    return new JobSpec(
        getInt(PES_OFFSET),
        getLong(HEAP_BYTES_OFFSET),
        (flags & FLAG_CHRONICLE) != 0 ? HeapBacking.CHRONICLE : HeapBacking.MAPPED,
        (flags & FLAG_SPARSE) != 0,
        (flags & FLAG_MAY_SLEEP) != 0,
        getLong(ALIGNMENT_OFFSET),
        (flags & FLAG_CHECKED) != 0);
  }

  /** Address of the mapping. */
  public long base() {
    return base;
  }

  /** What the creator asked for. */
  public JobSpec spec() {
    return spec;
  }

  /** A PE's state. */
  public PeState state(int pe) {
    return PeState.of(getInt(block(pe) + STATE));
  }

  /** Changes a PE's state unless it has changed meanwhile. */
  public boolean compareAndSetState(int pe, PeState expected, PeState state) {
    return INT.compareAndSet(segment, block(pe) + STATE, expected.ordinal(), state.ordinal());
  }

  /** The process that a PE runs in, 0 if unborn, or a thread that has ended. */
  public long pid(int pe) {
    return getLong(block(pe) + PID);
  }

  /** Says which process a PE runs in. */
  public void setPid(int pe, long pid) {
    setLong(block(pe) + PID, pid);
  }

  /**
   * Publishes that a PE ended before it finalized. Who knows the exit code adds it to what somebody
   * said who did not.
   *
   * @return whether this was the job's first death
   */
  public boolean markDead(int pe, int exitCode) {
    while (true) {
      PeState state = state(pe);
      if (state == PeState.FINALIZED) {
        return false;
      }
      if (state == PeState.DEAD) {
        var _ =
            LONG.compareAndSet(
                segment,
                FAILURE_OFFSET,
                failureWord(pe, PeerFailedException.UNKNOWN),
                failureWord(pe, exitCode));
        return false;
      }
      if (compareAndSetState(pe, state, PeState.DEAD)) {
        return LONG.compareAndSet(segment, FAILURE_OFFSET, 0L, failureWord(pe, exitCode));
      }
    }
  }

  private static long failureWord(int pe, int exitCode) {
    return (pe + 1L) << 32 | (exitCode & 0xffff_ffffL);
  }

  /** The first death: 0, or (PE + 1) in the upper half and its exit code in the lower. */
  public long failure() {
    return getLong(FAILURE_OFFSET);
  }

  /**
   * What a wait throws after a death.
   *
   * @param failure as {@link #failure()} told it, not 0
   * @param waitedFor what the wait was for
   */
  public static PeerFailedException peerFailed(long failure, String waitedFor) {
    return new PeerFailedException(failedPe(failure), (int) failure, waitedFor);
  }

  /** The PE that a failure word names. */
  public static int failedPe(long failure) {
    return (int) (failure >>> 32) - 1;
  }

  /** Asks all PEs to end; the first call decides the status. */
  public void requestExit(int caller, int status) {
    long word = EXIT_CALLED | ((long) caller << 32) | (status & 0xffff_ffffL);
    var _ = LONG.compareAndSet(segment, EXIT_OFFSET, 0L, word);
  }

  /** 0, or EXIT_CALLED with the caller in the upper half and the status in the lower. */
  public long exitWord() {
    return getLong(EXIT_OFFSET);
  }

  /** Address of a PE's ticket for a collective of a board. */
  public long ticket(int pe, int board, long sequence) {
    return base + ControlLayout.ticket(pe, board, sequence);
  }

  /** Address of the number of the collective that a PE has explained last. */
  public long account(int pe, int board) {
    return base + ControlLayout.account(pe, board);
  }

  /** Writes what a PE did in a collective, then says that it has. */
  public void explain(int pe, int board, long sequence, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(utf8.length, TEXT_CAPACITY);
    while (length < utf8.length && (utf8[length] & 0xc0) == 0x80) {
      length--; // not in the middle of a character
    }
    long account = ControlLayout.account(pe, board);
    setInt(account + TEXT, length);
    MemorySegment.copy(utf8, 0, segment, ValueLayout.JAVA_BYTE, account + TEXT + 4, length);
    setLong(account, sequence);
  }

  /** What a PE wrote. */
  public String explanation(int pe, int board) {
    long text = ControlLayout.account(pe, board) + TEXT;
    byte[] utf8 = new byte[Math.min(getInt(text), TEXT_CAPACITY)];
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, text + 4, utf8, 0, utf8.length);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  /** Waits whose condition held but that no notifier woke, over all PEs. */
  public long backstops() {
    return sum(ControlLayout.BACKSTOPS);
  }

  /** What the waits of all PEs have done. */
  public JobStatistics statistics() {
    return new JobStatistics(sum(ControlLayout.SLEEPS), backstops(), bells());
  }

  private long bells() {
    long bells = 0;
    for (int pe = 0; pe < spec.pes(); pe++) {
      for (int record = 0; record < ControlLayout.RECORD_COUNT; record++) {
        bells += Integer.toUnsignedLong(getInt(ControlLayout.record(pe, record) + BELL));
      }
    }
    return bells;
  }

  private long sum(long counter) {
    long sum = 0;
    for (int pe = 0; pe < spec.pes(); pe++) {
      sum += getLong(block(pe) + counter);
    }
    return sum;
  }

  /** The mapping, which must stay reachable as long as its address is used. */
  public MemorySegment segment() {
    return segment;
  }

  private int getInt(long offset) {
    return (int) INT.getAcquire(segment, offset);
  }

  private void setInt(long offset, int value) {
    INT.setRelease(segment, offset, value);
  }

  private long getLong(long offset) {
    return (long) LONG.getAcquire(segment, offset);
  }

  private void setLong(long offset, long value) {
    LONG.setRelease(segment, offset, value);
  }
}
