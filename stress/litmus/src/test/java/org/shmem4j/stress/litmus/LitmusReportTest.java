package org.shmem4j.stress.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LitmusReportTest {
  private static Row first(String id) {
    return Rows.all().stream().filter(row -> row.id().equals(id)).findFirst().orElseThrow();
  }

  private static Finding finding(String id, Map<String, Long> outcomes) {
    return new Finding(first(id), "2 PEs, free", outcomes, null);
  }

  private static JsonNode line(LitmusReport report, int index) throws IOException {
    return new ObjectMapper().readTree(report.json()).get(index);
  }

  @Test
  void countsWhatMustNotBeSeen() throws IOException {
    LitmusReport report =
        LitmusReport.of(
            List.of(
                finding("L11", Map.of("0, 0", 3L, "1, 1", 4L)),
                finding("L11", Map.of("1, 1", 5L)),
                finding("L11n", Map.of("0, 0", 2L, "0, 1", 1L))),
            true);

    assertFalse(report.isFine());
    JsonNode l11 = line(report, 0);
    assertEquals("L11", l11.get("row").asText());
    assertEquals("F", l11.get("verdict").asText());
    assertEquals(12, l11.get("trials").asLong());
    assertEquals(3, l11.get("forbidden").asLong());
    assertEquals(9, l11.get("outcomes").get("1, 1").asLong());
    JsonNode l11n = line(report, 1);
    assertEquals("A", l11n.get("verdict").asText());
    assertEquals(0, l11n.get("forbidden").asLong());
    assertEquals(2, l11n.get("surprising").asLong());
    assertEquals("U", line(report, 2).get("verdict").asText());
    assertTrue(report.text().contains("forbidden: L11: p; quiet; g, 2 PEs, free"), report.text());
  }

  @Test
  void anOutcomeThatNobodyForesawIsForbidden() {
    assertFalse(LitmusReport.of(List.of(finding("L11n", Map.of("7, 7", 1L))), false).isFine());
  }

  @Test
  void aRowThatDidNotEndIsNotFine() {
    Finding stuck = new Finding(first("L12"), "2 PEs, free", Map.of(), "did not end");

    LitmusReport report = LitmusReport.of(List.of(stuck), false);

    assertFalse(report.isFine());
    assertTrue(report.text().contains("did not end"), report.text());
  }
}
