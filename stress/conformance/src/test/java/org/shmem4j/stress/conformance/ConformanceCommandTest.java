package org.shmem4j.stress.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class ConformanceCommandTest {
  private static final int USAGE = 2;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--pes 2,0; at least one PE: --pes [2, 0]",
        "--pes two; --pes",
        "--rounds 0; at least once: --rounds 0",
        "--limit 0; some time: --limit 0",
        "--form cluster; --form",
        "--filter nonsense,rubbish; in its name or operations: --filter [nonsense, rubbish]",
      })
  void wrongUseIsNamed(String arguments, String expected) {
    StringWriter err = new StringWriter();
    int code =
        new CommandLine(new ConformanceCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setErr(new PrintWriter(err))
            .execute(arguments.split(" "));
    assertEquals(USAGE, code);
    assertTrue(err.toString().contains(expected), err.toString());
  }
}
