package org.shmem4j.shmem.job;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.heap.HeapFile;

/**
 * The files of a job, as whoever starts its PEs sees them: a directory that only its owner can
 * read, with the control file, a heap for each PE, and a lock that tells that the starter lives.
 */
public final class Job implements AutoCloseable {
  /** Tells a JVM which job it belongs to. */
  public static final String DIRECTORY_VARIABLE = "SHMEM4J_JOB";

  /** Tells a JVM which PE it is. */
  public static final String PE_VARIABLE = "SHMEM4J_PE";

  private static final String PREFIX = "shmem4j-";

  /** In place of a PE's number, for an exit that the job's starter asks for. */
  private static final int STARTER_PE = JobSpec.MAX_PES;

  private final Path directory;
  private final ControlFile control;
  private final FileChannel starter;
  private final List<HeapFile> heaps;

  private Job(Path directory, ControlFile control, FileChannel starter, List<HeapFile> heaps) {
    this.directory = directory;
    this.control = control;
    this.starter = starter;
    this.heaps = heaps;
  }

  /**
   * Creates a job's files and reserves their space.
   *
   * @throws ShmemException if there is not enough space, with sizes and remedies; nothing is left
   */
  public static Job create(JobSpec spec) {
    Path root = root();
    checkSpace(root, spec);
    Path directory = null;
    FileChannel starter = null;
    try {
      directory = Files.createDirectory(root.resolve(newName()), ownerOnly());
      starter = JobFolder.lock(directory);
      ControlFile control = ControlFile.create(directory, spec);
      List<HeapFile> heaps = new ArrayList<>();
      for (int pe = 0; pe < spec.pes(); pe++) {
        HeapFile held = HeapFile.create(directory, pe, spec);
        if (held != null) {
          heaps.add(held);
        }
      }
      if (!spec.sparse()) {
        HeapFile.reserve(directory, spec);
      }
      return new Job(directory, control, starter, heaps);
    } catch (IOException e) {
      abandon(directory, starter);
      throw new ShmemException("cannot create the files of a job: folder=" + root, e);
    } catch (RuntimeException | Error e) {
      abandon(directory, starter);
      throw e;
    }
  }

  private static java.nio.file.attribute.FileAttribute<?> ownerOnly() {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  }

  /** The folder of job directories. */
  public static Path root() {
    String configured = Setting.JOB_ROOT.value();
    if (!configured.isEmpty()) {
      return Path.of(configured);
    }
    Path shm = Path.of("/dev/shm");
    return Files.isDirectory(shm) && Files.isWritable(shm)
        ? shm
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static String newName() {
    return prefix()
        + ProcessHandle.current().pid()
        + "-"
        + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  private static String prefix() {
    return PREFIX + System.getProperty("user.name").replaceAll("[^A-Za-z0-9_]", "_") + "-";
  }

  private static void checkSpace(Path root, JobSpec spec) {
    long needed = HeapFile.bytesInAll(spec);
    try {
      long free = Files.getFileStore(root).getUsableSpace();
      if (!spec.sparse() && needed > free) {
        throw HeapFile.noSpace(root, spec, free);
      }
    } catch (IOException e) {
      throw new ShmemException("cannot use the folder of job directories: folder=" + root, e);
    }
  }

  /** Where the files are. */
  public Path directory() {
    return directory;
  }

  /** The file of a job that is locked as long as its starter lives. */
  public static Path starterFile(Path directory) {
    return directory.resolve(JobFolder.STARTER);
  }

  /** What the job was created with. */
  public JobSpec spec() {
    return control.spec();
  }

  /** Variables that make a JVM join as that PE. */
  public Map<String, String> environment(int pe) {
    return Map.of(DIRECTORY_VARIABLE, directory.toString(), PE_VARIABLE, Integer.toString(pe));
  }

  /** A PE's state. */
  public PeState state(int pe) {
    return control.state(pe);
  }

  /**
   * Tells all PEs that one has ended, unless it had finalized. Waiters see it within the backstop
   * of a sleep.
   *
   * @param exitCode its exit code, 128 + n for signal n
   */
  public void markDead(int pe, int exitCode) {
    var _ = control.markDead(pe, exitCode);
  }

  /** Tells all PEs to end with that status, as globalExit does; the first call decides. */
  public void requestExit(int status) {
    control.requestExit(STARTER_PE, status);
  }

  /** The status of a globalExit, if a PE has called it. */
  public OptionalInt exitStatus() {
    long word = control.exitWord();
    return (word & ControlLayout.EXIT_CALLED) == 0
        ? OptionalInt.empty()
        : OptionalInt.of((int) word);
  }

  /** The PE that called globalExit first, if any has. */
  public OptionalInt exitCaller() {
    long word = control.exitWord();
    return (word & ControlLayout.EXIT_CALLED) == 0
        ? OptionalInt.empty()
        : OptionalInt.of((int) ((word & ~ControlLayout.EXIT_CALLED) >>> 32));
  }

  /**
   * Sleeps that only the backstop ended although their condition held. Signals and atomics never
   * need it; plain stores through views do.
   */
  public long backstops() {
    return control.backstops();
  }

  /** Removes the files. PEs that have them mapped keep their mappings. */
  @Override
  public void close() {
    heaps.clear();
    abandon(directory, starter);
  }

  private static void abandon(Path directory, FileChannel starter) {
    if (directory != null) {
      JobFolder.delete(directory);
    }
    if (starter != null) {
      JobFolder.unlock(starter);
    }
  }

  /**
   * Removes job directories of this user whose starter is dead.
   *
   * @return how many
   */
  public static int sweep() {
    return JobFolder.sweep(root(), prefix());
  }
}
