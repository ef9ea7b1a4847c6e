package org.shmem4j.stress.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  private static final Measurement BANDWIDTH =
      new Measurement("shmem4j", "put_bandwidth.segment", 2, 65536, 31, 30, 32, "GB/s");

  @Test
  void readsTheLinesOfTheCPrograms() {
    Measurement cell = Measurement.parse("phys-spin,barrier,2,0,222.05,212.81,1.2e+05,ns").get();

    assertEquals(
        new Measurement("phys-spin", "barrier", 2, 0, 222.05, 212.81, 120_000, "ns"), cell);
    assertFalse(cell.moreIsBetter());
  }

  @Test
  void readsItsOwnLines() {
    Measurement detailed =
        new Measurement(
            "shmem4j",
            "g",
            2,
            8,
            1.25,
            1.125,
            1.5,
            "ns",
            Optional.of(new Percentiles(25, 26, 40, 1000.5)),
            Optional.of(0.125));

    assertEquals(detailed, Measurement.parse(detailed.line()).get());
    assertEquals(BANDWIDTH, Measurement.parse(BANDWIDTH.line()).get());
    assertTrue(BANDWIDTH.moreIsBetter());
  }

  @Test
  void skipsWhatIsNoLineOfTheirs() {
    assertTrue(Measurement.parse("").isEmpty());
    assertTrue(Measurement.parse("a,b,c,d,e,f,g,h").isEmpty());
    assertTrue(Measurement.parse("WARNING: something, or other").isEmpty());
  }

  @Test
  void matchesAllPeersThatMeasuredTheSameCell() {
    Measurement same = new Measurement("phys", "put_bandwidth", 2, 65536, 30, 29, 31, "GB/s");
    Measurement otherSize = new Measurement("phys", "put_bandwidth", 2, 64, 30, 29, 31, "GB/s");
    Measurement otherPes = new Measurement("phys", "put_bandwidth", 4, 65536, 30, 29, 31, "GB/s");
    Measurement otherOp = new Measurement("phys", "get_bandwidth", 2, 65536, 30, 29, 31, "GB/s");

    assertEquals(
        List.of(same), Peer.matching(List.of(otherSize, same, otherPes, otherOp), BANDWIDTH));
  }
}
