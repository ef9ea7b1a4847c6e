package org.shmem4j.shmem.internal.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.job.JobStatistics;
import org.shmem4j.shmem.job.PeState;

class ControlFileTest {
  @TempDir Path directory;
  private ControlFile control;

  @BeforeEach
  void create() throws IOException {
    control =
        ControlFile.create(directory, new JobSpec(3, 8192, HeapBacking.CHRONICLE, true, true));
  }

  private String errorOfOpen() {
    return assertThrows(ShmemException.class, () -> ControlFile.open(directory)).getMessage();
  }

  @Test
  void shouldTellWhoOpensItWhatTheJobIs() throws IOException {
    assertEquals(
        new JobSpec(3, 8192, HeapBacking.CHRONICLE, true, true),
        ControlFile.open(directory).spec());
    Files.delete(ControlFile.path(directory));
    ControlFile.create(directory, new JobSpec(1, 4096, HeapBacking.MAPPED, false, false));
    JobSpec spec = ControlFile.open(directory).spec();
    assertEquals(HeapBacking.MAPPED, spec.backing());
    assertFalse(spec.maySleep());
    assertFalse(spec.checked());
    assertEquals(1, spec.pes());
    Files.delete(ControlFile.path(directory));
    JobSpec checked = spec.alignedTo(1 << 21).checkedIf(true);
    ControlFile.create(directory, checked);
    assertEquals(checked, ControlFile.open(directory).spec());
  }

  @Test
  void shouldNotReplaceAFile() {
    assertThrows(
        IOException.class,
        () -> ControlFile.create(directory, new JobSpec(1, 4096, HeapBacking.MAPPED, true, false)));
  }

  @Test
  void shouldRefuseAFolderWithoutAJob() throws IOException {
    Files.delete(ControlFile.path(directory));
    assertEquals("no job has this directory: directory=" + directory, errorOfOpen());
    Path missing = directory.resolve("missing");
    assertEquals(
        "no job has this directory: directory=" + missing,
        assertThrows(ShmemException.class, () -> ControlFile.open(missing)).getMessage());
  }

  @Test
  void shouldRefuseAShortFile() throws IOException {
    Path file = ControlFile.path(directory);
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(ControlLayout.bytes(1) - 1);
    }
    assertEquals("not a control file, too short: file=" + file, errorOfOpen());
    Files.write(file, new byte[0]);
    assertEquals("not a control file, too short: file=" + file, errorOfOpen());
  }

  @Test
  void shouldRefuseAFileThatIsTooShortForItsPes() throws IOException {
    Path file = ControlFile.path(directory);
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(ControlLayout.bytes(2));
    }
    assertEquals("not a control file, too short: file=" + file, errorOfOpen());
  }

  @Test
  void shouldRefuseAForeignFile() throws IOException {
    Path file = ControlFile.path(directory);
    Files.write(file, new byte[(int) ControlLayout.bytes(3)]);
    assertEquals("not a control file, wrong magic: file=" + file, errorOfOpen());
  }

  @Test
  void shouldRefuseAnotherVersion() {
    Memory.setInt(control.base() + ControlLayout.VERSION_OFFSET, 99);
    assertEquals(
        "launcher and library differ: controlFileVersion=99 expected="
            + ControlLayout.VERSION
            + " file="
            + ControlFile.path(directory)
            + "; use the same version of shmem4j for both",
        errorOfOpen());
  }

  @Test
  void shouldShowOneMappingsChangesInTheOther() throws IOException {
    ControlFile other = ControlFile.open(directory);
    assertTrue(control.compareAndSetState(1, PeState.UNBORN, PeState.ATTACHED));
    assertEquals(PeState.ATTACHED, other.state(1));
    assertFalse(other.compareAndSetState(1, PeState.UNBORN, PeState.DEAD));
    assertEquals(PeState.UNBORN, other.state(0));
    control.setPid(1, 4711);
    assertEquals(4711, other.pid(1));
    assertEquals(0, other.pid(2));
  }

  @Test
  void shouldKeepTheFirstDeath() {
    assertEquals(0, control.failure());
    assertTrue(control.markDead(2, 137));
    assertEquals(3L << 32 | 137, control.failure());
    assertFalse(control.markDead(1, 1));
    assertEquals(PeState.DEAD, control.state(1));
    assertFalse(control.markDead(2, 9));
    assertEquals(3L << 32 | 137, control.failure());
  }

  @Test
  void shouldKeepAnExitCodeBelowZero() {
    assertTrue(control.markDead(0, -1));
    assertEquals(-1, (int) control.failure());
    assertEquals(1, control.failure() >>> 32);
  }

  @Test
  void shouldNotCallAPeDeadThatHasFinalized() {
    assertTrue(control.compareAndSetState(0, PeState.UNBORN, PeState.FINALIZED));
    assertFalse(control.markDead(0, 0));
    assertEquals(PeState.FINALIZED, control.state(0));
    assertEquals(0, control.failure());
  }

  @Test
  void shouldKeepTheFirstExitStatusAndWhoAskedForIt() {
    assertEquals(0, control.exitWord());
    control.requestExit(0, 0);
    assertEquals(ControlLayout.EXIT_CALLED, control.exitWord());
    control.requestExit(2, 3);
    assertEquals(ControlLayout.EXIT_CALLED, control.exitWord());
  }

  @Test
  void shouldCarryAnExitStatusBelowZero() {
    control.requestExit(2, -1);
    assertEquals(ControlLayout.EXIT_CALLED | 2L << 32 | 0xffff_ffffL, control.exitWord());
    assertEquals(-1, (int) control.exitWord());
  }

  @Test
  void shouldCountWhatTheWaitsOfAllPesHaveDone() {
    for (int pe = 0; pe < 3; pe++) {
      long block = control.base() + ControlLayout.block(pe);
      Memory.setLong(block + ControlLayout.SLEEPS, 10 + pe);
      Memory.setLong(block + ControlLayout.BACKSTOPS, pe);
    }
    Memory.setInt(control.base() + ControlLayout.record(0, 0) + ControlLayout.BELL, 7);
    int last = ControlLayout.RECORD_COUNT - 1;
    Memory.setInt(control.base() + ControlLayout.record(2, last) + ControlLayout.BELL, -1);
    assertEquals(new JobStatistics(33, 3, 7 + 0xffff_ffffL), control.statistics());
  }

  @Test
  void shouldCarryExplanations() throws IOException {
    ControlFile other = ControlFile.open(directory);
    control.explain(1, 3, 7, "calloc longs[3] at Größe.java:1");
    assertEquals("calloc longs[3] at Größe.java:1", other.explanation(1, 3));
    assertEquals(7, Memory.getAcquireLong(other.account(1, 3)));
    control.explain(1, 3, 8, "");
    assertEquals("", other.explanation(1, 3));
  }

  @Test
  void shouldCutALongExplanationInsideItsAccount() {
    control.explain(1, 3, 1, "next");
    control.explain(0, 4, 1, "next board");
    control.explain(2, 3, 1, "after");
    control.explain(0, 3, 1, "x".repeat(10_000));
    assertEquals("x".repeat(ControlLayout.TEXT_CAPACITY), control.explanation(0, 3));
    assertEquals("next", control.explanation(1, 3));
    assertEquals("next board", control.explanation(0, 4));
    assertEquals(PeState.UNBORN, control.state(1));
  }

  @Test
  void shouldNotCutACharacterInHalf() {
    // One byte, then characters of three: the capacity is no multiple plus one.
    for (String start : new String[] {"", "x", "xx"}) {
      control.explain(0, 3, 1, start + "€".repeat(5_000));
      String read = control.explanation(0, 3);
      assertFalse(read.contains("\ufffd"), "half a character at the end: length=" + read.length());
      assertTrue(read.length() > ControlLayout.TEXT_CAPACITY / 3 - 2);
    }
  }
}
