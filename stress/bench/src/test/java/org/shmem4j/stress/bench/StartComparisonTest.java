package org.shmem4j.stress.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartComparisonTest {
  private static final double CLOSE = 1e-9;

  /** A bare JVM of 0.1 s, ranks of 0.2 s and a launcher of 0.3 s. */
  private static final class FakeRuns implements StartComparison.Runs {
    private final List<String> order = new ArrayList<>();

    @Override
    public double bare() {
      order.add("bare");
      return 0.1;
    }

    @Override
    public double command(int ranks) {
      order.add("command " + ranks);
      return 0.2 * ranks + 0.3;
    }

    @Override
    public double ranks(int ranks) {
      order.add("ranks " + ranks);
      return 0.2 * ranks;
    }
  }

  private final FakeRuns runs = new FakeRuns();

  private List<Row> compare(int pairs, String filter, int ranks) {
    return new StartComparison(runs, pairs, filter, new PrintWriter(Writer.nullWriter()))
        .run(ranks);
  }

  @Test
  void bothFiguresAreForOneRank() {
    List<Row> rows = compare(9, "", 4);

    assertEquals(
        List.of(
            new Row.Key("start_cpu_rank", 0, 4, "java+AOT"),
            new Row.Key("start_cpu_command", 0, 4, "java+AOT")),
        rows.stream().map(Row::key).toList());
    assertEquals(0.2, rows.getFirst().ours(), CLOSE);
    assertEquals(0.1, rows.getFirst().peer(), CLOSE);
    assertEquals(2, rows.getFirst().ratio().median(), CLOSE);
    assertEquals(0.275, rows.getLast().ours(), CLOSE);
    assertEquals(2.75, rows.getLast().ratio().high(), CLOSE);
  }

  @Test
  void pairsAreInterleavedAndSmallJobsRepeated() {
    List<Row> ignored = compare(2, "rank", 1);

    assertEquals(
        List.of(
            "ranks 1", "ranks 1", "ranks 1", "bare", "bare", "bare", "ranks 1", "ranks 1",
            "ranks 1", "bare", "bare", "bare"),
        runs.order);
  }

  @Test
  void aLargeJobRunsOnceForEachPair() {
    List<Row> ignored = compare(1, "command", 16);

    assertEquals(List.of("command 16", "bare", "bare", "bare"), runs.order);
  }

  @Test
  void whatIsNotAskedForIsNotStarted() {
    assertEquals(List.of(), compare(9, "barrier", 1));
    assertEquals(List.of(), runs.order);
  }

  @Test
  void rowsHaveTheFormOfAllComparisons() throws Exception {
    JsonNode row = new ObjectMapper().readTree(Tables.ratioJson(compare(9, "rank", 16))).get(0);

    assertEquals("start_cpu_rank", row.get("op").asText());
    assertEquals(0, row.get("bytes").asLong());
    assertEquals(16, row.get("pes").asInt());
    assertEquals("java+AOT", row.get("peer_name").asText());
    assertEquals("s", row.get("unit").asText());
    assertEquals(2, row.get("ratio").asDouble(), CLOSE);
  }
}
