package org.shmem4j.stress.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A case that fails, in whatever way, is found out and stops no other. */
final class JobsTest {
  @ParameterizedTest
  @EnumSource(Form.class)
  void faultsAreFoundAndTheOthersRun(Form form) {
    Map<String, String> failures = run(form, FaultyCases.all());
    List<String> passed =
        failures.keySet().stream().filter(name -> failures.get(name).isEmpty()).toList();
    assertEquals(
        List.of("first", "after a failure", "after a hang", "last", "ends with 3"), passed);
    assertTrue(failures.get("throws on PE 1").startsWith("PE 1: java.lang.AssertionError: on "));
    assertTrue(failures.get("throws on both").contains("all of them"));
    String late = failures.get("hangs on PE 1");
    assertTrue(late.contains("took longer than 3 s, is at "), late);
    assertTrue(failures.get("leaks").contains("symmetric objects after the case"));
    assertTrue(failures.get("exits on PE 1").contains("the job ended with code "));
    assertEquals("the job ended with code 3, not 4", failures.get("ends with 3 and should not"));
    assertNull(failures.get("for many"));
  }

  @Test
  void aJobThatCannotBeRunStopsAll() {
    Jobs jobs = new Jobs(FaultyCases.class, 1, Form.PROCESSES, 1, 3, List.of("--wait=nonsense"));
    try {
      var _ = jobs.run(FaultyCases.all());
      throw new AssertionError("nothing thrown");
    } catch (Jobs.StoppedException e) {
      assertEquals(2, e.exitCode());
    }
  }

  /** The failures by case, "" for one that passed. */
  private static Map<String, String> run(Form form, List<Case> cases) {
    Map<String, String> failures = new LinkedHashMap<>();
    for (Outcome outcome :
        new Jobs(FaultyCases.class, 2, form, 1, 3, List.of("--no-aot")).run(cases)) {
      failures.put(outcome.name(), outcome.passed() ? "" : outcome.failure());
    }
    return failures;
  }
}
