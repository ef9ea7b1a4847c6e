package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** What a program leaves open is told in checked mode, with where it was opened (case 63). */
class LeakReportTest {
  private static List<String> reported(int pes, boolean checked, ShmemProgram program) {
    JobSpec spec = new JobSpec(pes, 1 << 16, HeapBacking.MAPPED, true, false).checkedIf(checked);
    PrintStream before = System.err;
    ByteArrayOutputStream caught = new ByteArrayOutputStream();
    System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
    try {
      Shmem.threads(spec, program);
    } finally {
      System.setErr(before);
    }
    return caught.toString(StandardCharsets.UTF_8).lines().sorted().toList();
  }

  private static void leaky(Shmem shmem) {
    shmem.longs(10);
    Signal freed = shmem.signal();
    shmem.free(freed);
    Team all = shmem.world().splitStrided(0, 1, shmem.pes());
    all.heap().ints(3);
    ShmemContext closed = shmem.createContext();
    closed.close();
    if (shmem.pe() == 1) {
      shmem.createContext(ContextOption.PRIVATE);
    }
    Team destroyed = shmem.world().splitStrided(0, 1, shmem.pes());
    destroyed.heap().ints(3);
    destroyed.createContext();
    destroyed.destroy();
  }

  @Test
  void shouldTellWhatIsStillOpen() {
    List<String> lines = reported(2, true, LeakReportTest::leaky);
    assertEquals(4, lines.size(), lines::toString);
    String start = "shmem4j: still open at finalize: pe=";
    String[] expected = {
      "0 object=longs#1[10] bytes=80 openedAt=",
      "0 object=team#1.ints#1[3] bytes=12 openedAt=",
      "0 team=team#1 pes=2 openedAt=",
      "1 context=context of world [PRIVATE] openedAt="
    };
    for (int i = 0; i < expected.length; i++) {
      String line = lines.get(i);
      assertTrue(line.startsWith(start + expected[i]), line);
      assertTrue(line.contains("LeakReportTest.leaky(LeakReportTest.java:"), line);
    }
  }

  @Test
  void shouldTellNothingUnlessAskedTo() {
    assertEquals(List.of(), reported(2, false, LeakReportTest::leaky));
  }

  @Test
  void shouldNotFloodTheScreen() {
    List<String> lines = reported(1, true, shmem -> shmem.signals(150));
    assertEquals(101, lines.size());
    assertEquals("shmem4j: still open at finalize: pe=0 more=50", lines.getFirst());
  }
}
