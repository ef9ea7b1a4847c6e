package org.shmem4j.spmd.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
  private static final String USAGE = "plate [--size N] [--output FILE] [--check]";

  @Test
  void readsWhatTheUsageDeclares() {
    Options options = Options.parse(USAGE, "--check", "--size", "7", "--output", "a.png");
    assertTrue(options.has("--check"));
    assertEquals(7, options.number("--size", 1, 10));
    assertEquals("a.png", options.text("--output"));
  }

  @Test
  void fallsBackForWhatIsNotGiven() {
    Options options = Options.parse(USAGE);
    assertFalse(options.has("--check"));
    assertEquals(5, options.number("--size", 5, 10));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--chec          | there is no such option: --chec",
        "7               | there is no such option: 7",
        "--size          | a value is missing: --size",
        "--check --size  | a value is missing: --size",
        "--size --check  | a value is missing: --size",
      })
  void rejectsWhatItDoesNot(String args, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Options.parse(USAGE, args.split(" ")));
    assertEquals(message, e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"0", "-3", "11", "1e3", "99999999999"})
  void rejectsANumberOutOfRange(String number) {
    Options options = Options.parse(USAGE, "--size", number);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> options.number("--size", 5, 10));
    assertEquals("a number from 1 to 10 is wanted: --size=" + number, e.getMessage());
  }
}
