package org.shmem4j.shmem.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmem4j.shmem.ShmemException;

class JobTest {
  private static final long MIB = 1 << 20;
  private static final long DEAD_PID = 999_999_999;

  @TempDir Path root;
  private WithProperty rootSetting;

  @BeforeEach
  void useAFolderOfOurOwn() {
    rootSetting = new WithProperty(Setting.JOB_ROOT, root.toString());
  }

  @AfterEach
  void restore() {
    rootSetting.close();
  }

  private static JobSpec spec(int pes, long bytes, boolean sparse) {
    return new JobSpec(pes, bytes, HeapBacking.MAPPED, sparse, false);
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> !file.equals(root)).map(Path::toString).sorted().toList();
    }
  }

  private static String user() {
    return System.getProperty("user.name").replaceAll("[^A-Za-z0-9_]", "_");
  }

  private static long allocated(Path file) throws IOException {
    Process stat = new ProcessBuilder("stat", "-c", "%b %B", file.toString()).start();
    String[] numbers =
        new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .split(" ", 2);
    return Long.parseLong(numbers[0]) * Long.parseLong(numbers[1]);
  }

  @Test
  void shouldMakeADirectoryThatOnlyItsOwnerCanUseAndRemoveIt() throws IOException {
    try (Job job = Job.create(spec(3, MIB, false))) {
      assertEquals(root, job.directory().getParent());
      assertEquals(
          "rwx------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(job.directory())));
      assertTrue(
          job.directory()
              .getFileName()
              .toString()
              .matches(
                  "shmem4j-" + user() + "-" + ProcessHandle.current().pid() + "-[0-9a-f]{16}"));
      assertEquals(3, job.spec().pes());
      assertEquals(MIB, job.spec().heapBytes());
      assertEquals(PeState.UNBORN, job.state(2));
      assertEquals(0, job.backstops());
      assertEquals(OptionalInt.empty(), job.exitStatus());
      assertEquals(
          Map.of("SHMEM4J_JOB", job.directory().toString(), "SHMEM4J_PE", "2"), job.environment(2));
    }
    assertEquals(List.of(), left());
  }

  @Test
  void shouldReserveTheSpaceOfEveryHeap() throws IOException {
    try (Job job = Job.create(spec(2, 3 * MIB, false))) {
      for (int pe = 0; pe < 2; pe++) {
        Path heap = job.directory().resolve("heap-" + pe);
        assertEquals(3 * MIB, Files.size(heap));
        assertTrue(allocated(heap) >= 3 * MIB, "allocated=" + allocated(heap));
      }
    }
  }

  @Test
  void shouldReserveNothingForSparseHeaps() throws IOException {
    try (Job job = Job.create(spec(2, 1L << 40, true))) {
      Path heap = job.directory().resolve("heap-1");
      assertEquals(1L << 40, Files.size(heap));
      assertEquals(0, allocated(heap));
    }
  }

  @Test
  void shouldNameSizesAndRemediesWhenThereIsTooLittleSpace() throws IOException {
    ShmemException error =
        assertThrows(ShmemException.class, () -> Job.create(spec(4, 1L << 50, false)));
    String free = error.getMessage().replaceAll(".*free=(.*) folder=.*", "$1");
    assertTrue(free.matches("[0-9]+ (bytes|[KMGT]iB)"), error.getMessage());
    assertEquals(
        "not enough space for the symmetric heaps: needed=4096 TiB (4 PEs x 1024 TiB) free="
            + free
            + " folder="
            + root
            + "; use a smaller --heap-size (or SHMEM_SYMMETRIC_SIZE), fewer PEs, a larger /dev/shm"
            + " (mount -o remount,size=..., docker run --shm-size=...), or another folder by"
            + " SHMEM4J_JOB_ROOT",
        error.getMessage());
    assertEquals(List.of(), left());
  }

  /** Case 40: the largest size that can be written, for more PEs than a long can count bytes of. */
  @Test
  void shouldAlsoSaySoWhenTheSumIsBeyondALong() throws IOException {
    ShmemException error =
        assertThrows(
            ShmemException.class,
            () -> Job.create(spec(1024, ByteSize.parse("32767T", "size"), false)));
    assertTrue(
        error
            .getMessage()
            .startsWith(
                "not enough space for the symmetric heaps: needed=9223372036854775807 bytes (1024"
                    + " PEs x 32767 TiB) free="),
        error.getMessage());
    assertEquals(List.of(), left());
  }

  @Test
  void shouldSayWhichFolderCannotBeUsed() {
    try (var _ = new WithProperty(Setting.JOB_ROOT, root.resolve("missing").toString())) {
      ShmemException error =
          assertThrows(ShmemException.class, () -> Job.create(spec(1, MIB, false)));
      assertEquals(
          "cannot use the folder of job directories: folder=" + root.resolve("missing"),
          error.getMessage());
      assertInstanceOf(IOException.class, error.getCause());
      assertEquals(0, Job.sweep());
    }
  }

  @Test
  void shouldTellTheStatusOfTheFirstDeath() {
    try (Job job = Job.create(spec(2, MIB, true))) {
      job.markDead(1, 137);
      assertEquals(PeState.DEAD, job.state(1));
      assertEquals(PeState.UNBORN, job.state(0));
      job.markDead(1, 0);
      assertEquals(PeState.DEAD, job.state(1));
    }
  }

  private Path directory(String name) throws IOException {
    Path directory = Files.createDirectory(root.resolve(name));
    Files.writeString(directory.resolve("control"), "x");
    Files.writeString(directory.resolve("heap-0"), "x");
    Files.writeString(directory.resolve("starter"), "");
    return directory;
  }

  @Test
  void shouldSweepWhatDeadStartersOfThisUserLeft() throws IOException {
    Path dead = directory("shmem4j-" + user() + "-" + DEAD_PID + "-0123456789abcdef");
    Path own = directory("shmem4j-" + user() + "-" + ProcessHandle.current().pid() + "-0");
    Path living = directory("shmem4j-" + user() + "-1-0123456789abcdef");
    Path otherUser = directory("shmem4j-not" + user() + "-" + DEAD_PID + "-0123456789abcdef");
    Path noNumber = directory("shmem4j-" + user() + "-x-0123456789abcdef");
    Path noJob = directory("something-" + DEAD_PID);
    Path file = Files.writeString(root.resolve("shmem4j-" + user() + "-" + DEAD_PID + "-1"), "x");
    Path link =
        Files.createSymbolicLink(
            root.resolve("shmem4j-" + user() + "-" + DEAD_PID + "-2"), otherUser);

    assertEquals(0, Job.sweep(), "a newborn's lock may not have been taken yet");
    Files.setLastModifiedTime(dead, FileTime.from(Instant.now().minusSeconds(1)));
    assertEquals(1, Job.sweep());
    assertFalse(Files.exists(dead));
    for (Path kept : List.of(own, living, otherUser, noNumber, noJob)) {
      assertTrue(Files.exists(kept.resolve("control")), kept.toString());
    }
    assertTrue(Files.exists(file));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals(0, Job.sweep());
  }

  @Test
  void shouldSweepWhenTheStartersNumberBelongsToAnotherProcessNow() throws IOException {
    Path reused = directory("shmem4j-" + user() + "-1-0123456789abcdef");
    assertEquals(0, Job.sweep(), "a young directory is left alone");
    Files.setLastModifiedTime(reused, FileTime.from(Instant.now().minusSeconds(120)));
    assertEquals(1, Job.sweep());
    assertFalse(Files.exists(reused));
  }

  @Test
  void shouldLeaveAYoungDirectoryWhoseLockIsStillToBeMade() throws IOException {
    Path young = directory("shmem4j-" + user() + "-" + DEAD_PID + "-0123456789abcdef");
    Files.delete(young.resolve("starter"));
    assertEquals(0, Job.sweep());
    Files.setLastModifiedTime(young, FileTime.from(Instant.now().minusSeconds(120)));
    assertEquals(1, Job.sweep());
  }

  @Test
  void shouldNotSweepALivingJob() {
    try (Job job = Job.create(spec(1, MIB, true))) {
      assertEquals(0, Job.sweep());
      assertTrue(Files.exists(job.directory()));
    }
  }
}
