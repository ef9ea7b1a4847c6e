package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.shmem4j.shmem.MutatedRows.End;
import org.shmem4j.shmem.MutatedRows.Way;
import org.shmem4j.shmem.internal.memory.Mutation;

/** A test of the tests: each of these mutations is shown by a litmus row on this machine. */
class MutationRowsTest {
  /** What comes by chance may stay away once, and on a busy machine twice. */
  private static final int MOST_RUNS = 5;

  private record Run(int code, String text) {}

  private static Run run(String mutation, Way way, long trials, String row) {
    try {
      Process jvm =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "--enable-native-access=ALL-UNNAMED",
                  "-Dshmem4j.mutate=" + mutation,
                  "-Dshmem4j.wait.impatient=" + (way == Way.SLEEPING),
                  "-cp",
                  System.getProperty("java.class.path"),
                  MutatedRows.class.getName(),
                  way.name(),
                  Long.toString(trials),
                  row)
              .redirectErrorStream(true)
              .start();
      String text = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(jvm.waitFor(), text);
    } catch (IOException e) {
      throw new UncheckedIOException("the JVM could not be run", e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** A program that goes wrong may show something forbidden, or wait for ever. */
  @ParameterizedTest
  @CsvFileSource(resources = "mutations.tsv", delimiter = '\t', numLinesToSkip = 1)
  void shouldBeShownByARow(String mutation, Way way, long trials, String row) {
    assertFalse(MutatedRows.rows(row).isEmpty(), () -> "no such row: " + row);

    Run run = run(Mutation.of(mutation).property(), way, trials, row);
    for (int i = 1; i < MOST_RUNS && run.code == End.NOTHING.code; i++) {
      run = run(Mutation.of(mutation).property(), way, trials, row);
    }

    Run last = run;
    assertTrue(
        last.code == End.FOUND.code || last.code == End.HANGS.code,
        () -> row + " does not show that " + Mutation.of(mutation).what() + ": " + last);
  }

  /** Otherwise a run that fails would prove nothing. */
  @ParameterizedTest
  @CsvFileSource(resources = "sound.tsv", delimiter = '\t', numLinesToSkip = 1)
  void shouldFindNothingWithoutAMutation(Way way, long trials, String row) {
    assertEquals(new Run(End.NOTHING.code, "nothing\n"), run("", way, trials, row));
  }
}
