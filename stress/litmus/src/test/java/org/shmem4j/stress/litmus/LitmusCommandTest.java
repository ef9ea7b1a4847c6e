package org.shmem4j.stress.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class LitmusCommandTest {
  private static final int USAGE = 2;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String arguments) {
    return new CommandLine(new LitmusCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--trials 0; at least once: --trials 0",
        "--limit 0; some time: --limit 0",
        "--rows L1,L99; no such row: --rows L99",
        "--rows L20; leaves this row undefined, so nobody can run it: --rows L20",
        "--rows L1 --filter nonsense; in its text: --filter nonsense",
        "--place moon; --place",
      })
  void wrongUseIsNamed(String arguments, String expected) {
    assertEquals(USAGE, execute(arguments));
    assertTrue(err.toString().contains(expected), err.toString());
  }

  @Test
  void theWaysToPlayARowAreListed() {
    assertEquals(0, execute("--list --rows L1b,L3z"));
    assertEquals(
        """
        L1b: p; atomicSet | waitUntil EQ
        L1b: p; signal set | signal waitUntil EQ
        L1b: put of 64; atomicSet | waitUntil EQ
        L3z: putSignal of nothing | signal waitUntil
        """,
        out.toString());
  }
}
