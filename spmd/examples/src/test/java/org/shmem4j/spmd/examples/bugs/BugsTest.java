package org.shmem4j.spmd.examples.bugs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shmem4j.shmem.EndlessWaitException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.SymmetryException;

/** The planted bugs: their lists agree, and without a checker few of them show. */
@Timeout(60)
class BugsTest {
  private static final String LISTS = "/META-INF/shmem4j/";
  private static final Set<String> KINDS =
      Set.of(
          "wrong-result",
          "race",
          "missing-fence",
          "missing-quiet",
          "deadlock",
          "mismatch",
          "use-after-free",
          "overshoot",
          "endless-loop",
          "misuse");

  @Test
  void theTableHasEveryBugThatIsListed() throws IOException {
    Map<String, String> table =
        text("bugs.tsv")
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split("\t", -1))
            .collect(Collectors.toMap(cells -> cells[0], cells -> cells[1] + " " + cells[2]));
    assertEquals(bugs().keySet(), table.keySet());
    for (String cells : table.values()) {
      String[] pesAndKind = cells.split(" ", -1);
      assertTrue(Integer.parseInt(pesAndKind[0]) >= 2, cells);
      assertTrue(KINDS.contains(pesAndKind[1]), cells);
    }
  }

  @Test
  void aBugsClassIsNamedAsItsProgram() throws IOException {
    for (Map.Entry<String, String> bug : bugs().entrySet()) {
      StringBuilder name = new StringBuilder();
      for (String word : bug.getKey().split("-", -1)) {
        name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
      assertEquals(BugsTest.class.getPackageName() + "." + name, bug.getValue());
    }
  }

  /** Where a peer's memory is mapped a put is done at once, and x86 keeps stores in order. */
  @Test
  void sharedMemoryHidesWhatMayBeLate() {
    List<ShmemProgram> bugs =
        List.of(
            BugFence::program,
            BugQuiet::program,
            BugNbiSource::program,
            BugContext::program,
            BugSpin::program,
            BugUseAfterFree::program);
    for (ShmemProgram bug : bugs) {
      Shmem.threads(3, bug);
      Shmem.threads(4, bug);
    }
  }

  @Test
  void collectivesThatDifferAreToldAnywhere() {
    List<ShmemProgram> bugs =
        List.of(BugBarrierSkipped::program, BugMismatch::program, BugDoubleFree::program);
    for (ShmemProgram bug : bugs) {
      assertInstanceOf(SymmetryException.class, failureOf(2, bug));
      assertInstanceOf(SymmetryException.class, failureOf(3, bug));
    }
  }

  @Test
  void secondWaitForOneSignalNeverEnds() {
    assertInstanceOf(EndlessWaitException.class, failureOf(2, BugWaitedTwice::program));
  }

  @Test
  void tooFewPesAreRefused() {
    ShmemException refused =
        assertThrows(
            ShmemException.class,
            () -> Shmem.threads(2, shmem -> Bug.runAsOneOf(3, "bug-quiet", shmem, _ -> {})));
    assertEquals("a PE called globalExit: status=2", refused.getMessage());
  }

  @Test
  void whatWasReadIsToldFromWhatShouldBe() {
    IllegalStateException wrong =
        assertThrows(IllegalStateException.class, () -> Bug.expect("the number is there", 1, 0));
    assertEquals("the number is there: expected=1 seen=0", wrong.getMessage());
  }

  private static Throwable failureOf(int pes, ShmemProgram bug) {
    return assertThrows(ShmemException.class, () -> Shmem.threads(pes, bug)).getCause();
  }

  private static Map<String, String> bugs() throws IOException {
    Properties programs = new Properties();
    programs.load(new StringReader(text("programs.properties")));
    return programs.stringPropertyNames().stream()
        .filter(name -> name.startsWith("bug-"))
        .collect(
            Collectors.toMap(name -> name, name -> programs.getProperty(name).split(", ", 2)[0]));
  }

  private static String text(String list) throws IOException {
    try (InputStream in = BugsTest.class.getResourceAsStream(LISTS + list)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
