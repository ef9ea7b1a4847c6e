package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code simulate} predicts for the examples. */
final class SimulateIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static JobRun simulate(String... words) {
    String[] all = new String[words.length + 1];
    all[0] = "simulate";
    System.arraycopy(words, 0, all, 1, words.length);
    return JobRun.shmem4j(all).within(LIMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"barrier", "dissemination"})
  void barriersTakeAsManyRoundsAsTheLogarithmOfThePes(String program) throws Exception {
    simulate("-n", "16", "--latency", "700", "--overhead", "150", "--gap-per-byte", "0", program)
        .run()
        .expectCode(0)
        .expectNoErr()
        .expectOut(program + ": 4000 ns (mean of 10 rounds)\n");
  }

  @Test
  void programsTellTheSimulatedTimeAndOnlyTheFirstPePrints() throws Exception {
    simulate(
            "-n",
            "2",
            "--latency",
            "700",
            "--overhead",
            "150",
            "--gap-per-byte",
            "0",
            "pingpong",
            "--rounds",
            "50")
        .run()
        .expectCode(0)
        .expectOut("half round trip: 1000 ns (mean of 50 rounds of 8 bytes)\n");
    Outcome hello = simulate("-n", "3", "hello").run().expectCode(0);
    hello.expectOut("Hello from PE 0 of 3");
    hello.check(!hello.out().contains("PE 1 of 3"), "shows what PE 1 prints");
  }

  @Test
  void documentAndPlotCoverAllNumbersOfPes(@TempDir Path folder) throws Exception {
    Path plot = folder.resolve("times.svg");
    Outcome outcome =
        simulate("-n", "2..64", "--per-host", "4", "--json", "--plot", plot.toString(), "ring")
            .run()
            .expectCode(0);
    JsonNode document = new ObjectMapper().readTree(outcome.out());
    assertEquals("ring", document.get("program").asText());
    JsonNode rows = document.get("rows");
    assertEquals(6, rows.size());
    double before = 0;
    for (JsonNode row : rows) {
      assertTrue(row.get("nanos").asDouble() > before, rows.toPrettyString());
      before = row.get("nanos").asDouble();
      assertEquals(
          row.get("pes").asLong(), row.get("sentFor").get("putSignal").get("messages").asLong());
    }
    assertTrue(Files.readString(plot).contains("</svg>"));
  }

  @Test
  void programThatFailsIsAFinding() throws Exception {
    simulate("-n", "2", "bug-deadlock")
        .run()
        .expectCode(1)
        .expectErr("simulate: nobody can go on: PE 0 waits for ");
  }

  @Test
  void wrongOptionsAreUsage() throws Exception {
    simulate("-n", "9..2", "ring").run().expectCode(2).expectErr("-n=9..2");
    simulate("-n", "4", "--plot", "x.gif", "ring").run().expectCode(2).expectErr("--plot=x.gif");
    simulate("-n", "4", "--hosts", "2", "--per-host", "2", "ring")
        .run()
        .expectCode(2)
        .expectErr("leave one out");
  }
}
