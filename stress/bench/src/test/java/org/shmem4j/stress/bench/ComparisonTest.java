package org.shmem4j.stress.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final int PAIRS = 9;
  private static final double EXACT = 0;

  /** Measures one latency and one bandwidth, and remembers who ran when. */
  private static class FakeRuns implements Comparison.Runs {
    private final List<String> order = new ArrayList<>();
    private int pair;

    @Override
    public List<Measurement> ours(Suite suite, int pes) {
      pair++;
      order.add("ours");
      return cells(BenchMain.OURS, ".segment", 100 + pair, 20);
    }

    @Override
    public List<Measurement> theirs(Peer peer, Suite suite, int pes) {
      order.add(peer.name());
      return cells(peer == Peer.PHYS ? "phys" : "oshmem", "", 100, 30);
    }

    private static List<Measurement> cells(String source, String form, double ns, double rate) {
      return List.of(
          new Measurement(source, "get" + form, 2, 8, ns, ns, ns, "ns"),
          new Measurement(source, "get_bandwidth" + form, 2, 64, rate, rate, rate, "GB/s"));
    }
  }

  private static Comparison compare(Comparison.Runs runs, EnumSet<Peer> peers) {
    Comparison comparison =
        new Comparison(runs, peers, PAIRS, "", new PrintWriter(Writer.nullWriter()));
    comparison.run(Suite.P2P, 2);
    return comparison;
  }

  @Test
  void pairsAreInterleavedAndPlainCRunsBeforeAndAfter() {
    FakeRuns runs = new FakeRuns();

    Comparison comparison = compare(runs, EnumSet.of(Peer.PHYS, Peer.OSHMEM));

    List<String> expected = new ArrayList<>(List.of("PHYS"));
    for (int pair = 0; pair < PAIRS; pair++) {
      expected.addAll(List.of("ours", "PHYS", "OSHMEM"));
    }
    expected.add("PHYS");
    assertEquals(expected, runs.order);
    assertFalse(comparison.failed());
    assertEquals(1, comparison.notes().size());
    assertTrue(
        comparison.notes().getFirst().contains("median 1.00, from 1.00 to 1.00 over 2 cells"),
        comparison.notes().getFirst());
  }

  @Test
  void aRatioBelowOneMeansThatWeAreBetter() {
    List<Row> rows = compare(new FakeRuns(), EnumSet.of(Peer.PHYS, Peer.OSHMEM)).rows();

    assertEquals(
        List.of(
            new Row.Key("get.segment", 8, 2, "phys"),
            new Row.Key("get.segment", 8, 2, "oshmem"),
            new Row.Key("get_bandwidth.segment", 64, 2, "phys"),
            new Row.Key("get_bandwidth.segment", 64, 2, "oshmem")),
        rows.stream().map(Row::key).toList());
    Row latency = rows.getFirst();
    assertEquals(105, latency.ours(), EXACT);
    assertEquals(100, latency.peer(), EXACT);
    assertEquals(new RatioStatistics(1.05, 1.02, 1.08), latency.ratio());
    assertEquals(1.5, rows.getLast().ratio().median(), EXACT);
  }

  @Test
  void aPeerThatFailsIsLeftOutAndReported() {
    FakeRuns runs =
        new FakeRuns() {
          @Override
          public List<Measurement> theirs(Peer peer, Suite suite, int pes) {
            if (peer == Peer.MPI) {
              throw new Jobs.FailedRunException("it crashed");
            }
            return super.theirs(peer, suite, pes);
          }
        };

    Comparison comparison = compare(runs, EnumSet.of(Peer.PHYS, Peer.MPI));

    assertTrue(comparison.failed());
    assertTrue(comparison.notes().contains("it crashed"));
    assertEquals(2, comparison.rows().size());
  }

  @Test
  void rowsAreWrittenAsAJsonArray() throws Exception {
    List<Row> rows = compare(new FakeRuns(), EnumSet.of(Peer.PHYS)).rows();

    JsonNode json = new ObjectMapper().readTree(Tables.ratioJson(rows));

    assertEquals(2, json.size());
    assertEquals(
        List.of("op", "bytes", "pes", "ours", "peer", "peer_name", "unit", "ratio", "low", "high"),
        json.get(0).properties().stream().map(Map.Entry::getKey).toList());
    assertEquals("phys", json.get(0).get("peer_name").asText());
    assertEquals(1.05, json.get(0).get("ratio").asDouble(), EXACT);
    assertEquals(8, json.get(0).get("bytes").asLong());
  }
}
