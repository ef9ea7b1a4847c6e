package org.shmem4j.stress.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {
  private static final Measurement ROUNDS =
      new Measurement("shmem4j", "ring_rounds", 4, 0, 12_345_678, 12_345_678, 12_345_678, "count");
  private static final Measurement BLOCKED =
      new Measurement("shmem4j", "wait_cpu.sleep", 2, 0, 2.5, 2, 3, "%");

  @Test
  void countsStayWholeNumbers() throws Exception {
    Measurement read = Measurement.parse(ROUNDS.line()).get();

    JsonNode json = new ObjectMapper().readTree(Tables.json(List.of(read, BLOCKED)));

    assertEquals(ROUNDS, read);
    assertTrue(json.get(0).get("median").isIntegralNumber());
    assertEquals(12_345_678, json.get(0).get("median").asLong());
    assertEquals("wait_cpu.sleep", json.get(1).get("op").asText());
    assertEquals(2.5, json.get(1).get("median").asDouble());
    assertEquals("%", json.get(1).get("unit").asText());
    assertTrue(Tables.text(List.of(read)).contains("12,345,678"));
  }

  @Test
  void noWakeUpIsAPlainZero() {
    Measurement none = new Measurement("shmem4j", "ring_backstops", 4, 0, 0, 0, 0, "count");

    String row = Tables.text(List.of(none)).lines().toList().getLast();

    assertEquals(
        List.of("ring_backstops", "-", "4", "0", "0", "0", "count"),
        List.of(row.strip().split("\\s+")));
  }
}
