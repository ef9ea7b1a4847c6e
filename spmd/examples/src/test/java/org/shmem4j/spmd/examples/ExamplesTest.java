package org.shmem4j.spmd.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.ShmemException;

@Timeout(60)
class ExamplesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void everyPeSaysHello(int pes) {
    List<String> expected =
        IntStream.range(0, pes)
            .mapToObj(pe -> "Hello from PE " + pe + " of " + pes + ": x + rank = " + (100 + pe))
            .toList();
    assertEquals(expected, Output.of(pes, new Hello()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void everyPeGetsItsLeftNeighboursNumber(int pes) {
    List<String> expected =
        IntStream.range(0, pes)
            .mapToObj(pe -> "PE " + pe + " got " + (pe + pes - 1) % pes)
            .toList();
    assertEquals(expected, Output.of(pes, Ring::program));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " 1 | [1, 2, 3]",
        " 2 | [11, 22, 33]",
        " 3 | [111, 222, 333]",
        " 4 | [1111, 2222, 3333]",
        "16 | [111111111111112, 222222222222224, 333333333333336]"
      })
  void everyPeHasTheSum(int pes, String sum) {
    assertEquals(Collections.nCopies(pes, sum), Output.of(pes, Allreduce::program));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | PE 0: row [0], column [0]",
        "4 | PE 3: row [2, 3], column [1, 3]",
        "5 | PE 2: row [2, 3], column [0, 2, 4]",
        "5 | PE 4: row [4], column [0, 2, 4]"
      })
  void everyPeKnowsItsRowAndColumn(int pes, String line) {
    List<String> lines = Output.of(pes, Grid::program);
    assertEquals(pes, lines.size());
    assertTrue(lines.contains(line), lines.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void onePeReportsTheHalfRoundTrip(int pes) {
    List<String> lines = Output.of(pes, shmem -> Pingpong.program(shmem, 500));
    assertEquals(1, lines.size());
    assertTrue(
        lines.getFirst().matches("half round trip: \\d+ ns \\(mean of 500 rounds of 8 bytes\\)"),
        lines.getFirst());
  }

  @Test
  void pingpongIsNotForOnePe() {
    ShmemException e =
        assertThrows(
            ShmemException.class, () -> Output.of(1, shmem -> Pingpong.program(shmem, 500)));
    assertEquals("a PE called globalExit: status=2", e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void noPatternReadsAnythingOld(int pes) {
    List<String> expected =
        Stream.of(
                "double buffer", "epochs", "fan-in", "message passing", "ping-pong", "third party")
            .map(pattern -> pattern + ": 300 rounds, nothing old was read")
            .toList();
    assertEquals(expected, Output.of(pes, shmem -> Patterns.program(shmem, 300)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void barriersAreTimed(int pes) {
    List<String> barrier = Output.of(pes, shmem -> Barrier.program(shmem, 20));
    assertEquals(1, barrier.size());
    assertTrue(barrier.getFirst().matches("barrier: \\d+ ns \\(mean of 20 rounds\\)"));
    List<String> written = Output.of(pes, shmem -> Dissemination.program(shmem, 20));
    assertEquals(1, written.size());
    assertTrue(written.getFirst().matches("dissemination: \\d+ ns \\(mean of 20 rounds\\)"));
  }

  @Test
  void patternsAreNotForOnePe() {
    ShmemException e =
        assertThrows(
            ShmemException.class, () -> Output.of(1, shmem -> Patterns.program(shmem, 300)));
    assertEquals("a PE called globalExit: status=2", e.getMessage());
  }

  @Test
  void everyNamedProgramHasAMainMethod() throws IOException, ReflectiveOperationException {
    Properties programs = new Properties();
    try (InputStream in =
        ExamplesTest.class.getResourceAsStream("/META-INF/shmem4j/programs.properties")) {
      programs.load(in);
    }
    assertEquals(26, programs.size());
    for (Object program : programs.values()) {
      String[] parts = program.toString().split(", ", 2);
      assertEquals(
          void.class,
          Class.forName(parts[0]).getMethod("main", String[].class).getReturnType(),
          parts[1]);
    }
  }
}
