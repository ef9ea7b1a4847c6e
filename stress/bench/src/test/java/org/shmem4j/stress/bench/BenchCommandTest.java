package org.shmem4j.stress.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchCommandTest {
  private static final int USAGE = 2;

  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    return new CommandLine(new BenchCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @ParameterizedTest
  @CsvSource({
    "--rounds 0, at least one round: --rounds 0",
    "--pairs 0, at least one pair: --pairs 0",
    "-n 0, at least one PE: -n 0",
    "--suite ring --compare ., no peer of this suite: --suite ring",
    "--suite wait --compare ., no peer of this suite: --suite wait",
    "--suite nonsense, --suite",
  })
  void wrongUseIsNamed(String arguments, String expected) {
    assertEquals(USAGE, execute(arguments.split(" ")));
    assertTrue(err.toString().contains(expected), err.toString());
  }

  @Test
  void startsNeedADistribution() {
    assertEquals(1, execute("--suite", "start"));
    assertTrue(err.toString().contains("./shmem4j bench --suite start"), err.toString());
  }
}
