package org.shmem4j.stress.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReportTest {
  private static final List<Operation> OPERATIONS =
      List.of(
          new Operation("shmem_put", "c", "SymmetricLongs.put", List.of("int"), ""),
          new Operation("shmem_nothing", "c", "Shmem.nothing(int)", List.of(), ""));

  private static final List<Case> CASES =
      List.of(
          Case.of("good", "put", s -> {}),
          Case.of("bad at 2", "put nothing", s -> {}),
          Case.of("did not run", "put", s -> {}));

  private static final List<Outcome> OUTCOMES =
      List.of(
          new Outcome("good", 1, Form.PROCESSES, 1, null),
          new Outcome("bad at 2", 1, Form.PROCESSES, 1, null),
          new Outcome("good", 2, Form.PROCESSES, 1, null),
          new Outcome("bad at 2", 2, Form.PROCESSES, 1, "why"));

  @Test
  void rowsCountCasesOnce() throws Exception {
    Report report = Report.of(OPERATIONS, CASES, OUTCOMES);
    JsonNode rows = new ObjectMapper().readTree(report.json()).get("operations");
    assertEquals(
        "{\"name\":\"shmem_put\",\"method\":\"SymmetricLongs.put\",\"implemented\":true,"
            + "\"passed\":1,\"failed\":1,\"cases\":3}",
        rows.get(0).toString());
    assertEquals(
        "{\"name\":\"shmem_nothing\",\"method\":\"Shmem.nothing\",\"implemented\":false,"
            + "\"passed\":0,\"failed\":1,\"cases\":1}",
        rows.get(1).toString());
    assertTrue(
        report.text().endsWith("\n1 of 2 operations implemented, 1 cases passed, 1 failed\n"),
        report.text());
  }

  @Test
  void onlyPassedCasesOfPresentOperationsAreFine() {
    List<Operation> present = OPERATIONS.subList(0, 1);
    List<Case> cases = CASES.subList(0, 1);
    assertTrue(Report.of(present, cases, OUTCOMES.subList(0, 1)).isFine());
    assertFalse(Report.of(OPERATIONS, cases, OUTCOMES.subList(0, 1)).isFine(), "one is missing");
    assertFalse(Report.of(present, CASES, OUTCOMES).isFine(), "one failed");
    assertFalse(Report.of(present, cases, List.of()).isFine(), "nothing ran");
  }
}
