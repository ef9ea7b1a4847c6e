package org.shmem4j.launcher.simulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.sim.SimulationReport.Spread;
import org.shmem4j.shmem.sim.SimulationReport.Traffic;
import picocli.CommandLine;

class PartsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7 | [7]",
        "65536 | [65536]",
        "2,10,3 | [2, 10, 3]",
        "16..64 | [16, 32, 64]",
        "3..20 | [3, 6, 12, 20]",
        "1,4..8 | [1, 4, 8]"
      })
  void numbersOfPesAreReadAsListsAndRanges(String text, String numbers) {
    assertEquals(numbers, PeCounts.parse(text).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "65537", "2,", "4..2", "3..", "..3", "two", "1...4"})
  void otherTextsAreRefused(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PeCounts.parse(text));
    assertEquals(
        "PEs are numbers from 1 to 65536, or ranges such as 16..1024: -n="
            + text
            + "; give one, or several with commas between",
        e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.00 ns",
    "7, 7.00 ns",
    "999, 999 ns",
    "1000, 1.00 us",
    "25604.5, 25.6 us",
    "3e6, 3.00 ms",
    "2.5e9, 2.50 s",
    "1.5e13, 15000 s"
  })
  void timesHaveUnits(double nanos, String text) {
    assertEquals(text, Table.time(nanos));
  }

  private static Row row(int pes, double nanos, Spread messages) {
    Traffic sent = new Traffic(4, 32);
    Spread bytes = new Spread(16, 16, 16);
    return new Row(pes, 1, nanos, bytes, messages, bytes, sent, Map.of("put", sent), 9, 0.25);
  }

  @Test
  void tableHasALineForEachNumberOfPes() {
    List<Row> rows =
        List.of(row(2, 25_604, new Spread(2, 2, 2)), row(64, 2e6, new Spread(1, 2, 63)));
    assertEquals(
        """
            PEs  predicted time   messages per PE      bytes per PE  simulated in
              2         25.6 us                 2                16         0.3 s
             64         2.00 ms             1..63                16         0.3 s
        """,
        Table.of(rows));
  }

  @ParameterizedTest
  @ValueSource(strings = {"svg", "png"})
  void plotIsDrawn(String format, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("times." + format);
    Spread one = new Spread(1, 1, 1);
    new TimePlot(file).draw("my program", List.of(row(2, 1000, one), row(64, 6000, one)));
    byte[] begin = Arrays.copyOf(Files.readAllBytes(file), 4);
    if (format.equals("png")) {
      assertArrayEquals(new byte[] {(byte) 0x89, 'P', 'N', 'G'}, begin);
    } else {
      String text = Files.readString(file);
      assertTrue(text.contains("<svg") && text.contains("</svg>"), text);
    }
    assertTrue(Files.size(file) > 1000);
  }

  @Test
  void plotIsSvgOrPng() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new TimePlot(Path.of("times.gif")));
    assertEquals(
        "a plot is a file that ends with .svg or .png: --plot=times.gif; choose one of these",
        e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"6, 3, 2", "7, 4, 2", "4, 5, 1", "6, 1, 6"})
  void hostsHaveEquallyManyPes(int pes, int hosts, int each) {
    assertEquals(each, network("--hosts=" + hosts).of(pes).pesPerHost());
  }

  @Test
  void hostsThatCannotAreRefused() {
    assertEquals(
        "all hosts but the last have equally many PEs: --pes=6 --hosts=5; choose --per-host, or"
            + " another number of hosts",
        assertThrows(IllegalArgumentException.class, () -> network("--hosts=5").of(6))
            .getMessage());
  }

  private static NetworkOptions network(String... words) {
    NetworkOptions options = new NetworkOptions();
    new CommandLine(options).parseArgs(words);
    return options;
  }

  @Test
  void plotsNeedAFolder() {
    Path nowhere = Path.of("/there/is/none/a.svg");
    assertEquals(
        "a plot goes to a file in a folder that is there and can be written: --plot=" + nowhere,
        assertThrows(IllegalArgumentException.class, () -> new TimePlot(nowhere)).getMessage());
  }
}
