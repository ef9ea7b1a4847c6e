package org.shmem4j.launcher.simulate;

import java.util.Map;
import java.util.TreeMap;
import org.shmem4j.shmem.sim.SimulationReport;
import org.shmem4j.shmem.sim.SimulationReport.Spread;
import org.shmem4j.shmem.sim.SimulationReport.Traffic;

/**
 * What came out for one number of PEs, as the JSON document has it.
 *
 * @param pesPerHost how many PEs a host has
 * @param seconds how long the simulation itself has taken
 */
record Row(
    int pes,
    int pesPerHost,
    double nanos,
    Spread endNanos,
    Spread messagesOfPe,
    Spread bytesOfPe,
    Traffic sent,
    Map<String, Traffic> sentFor,
    long operations,
    double seconds) {
  static Row of(SimulationReport report, int pesPerHost, double seconds) {
    Map<String, Traffic> sentFor = new TreeMap<>();
    report.traffic().forEach((verb, traffic) -> sentFor.put(verb.toString(), traffic));
    return new Row(
        report.pes(),
        pesPerHost,
        report.nanos(),
        report.ends(),
        report.messages(),
        report.bytes(),
        report.total(),
        sentFor,
        report.operations(),
        seconds);
  }
}
