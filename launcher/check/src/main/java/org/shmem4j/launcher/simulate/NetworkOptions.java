package org.shmem4j.launcher.simulate;

import org.shmem4j.shmem.sim.Network;
import org.shmem4j.shmem.sim.Network.Wire;
import picocli.CommandLine.Option;

/** The options that describe a network; times are in nanoseconds. */
final class NetworkOptions {
  @Option(
      names = "--hosts",
      paramLabel = "H",
      description = "Spread the PEs over so many hosts, equally many on each.")
  private Integer hosts;

  @Option(
      names = "--per-host",
      paramLabel = "R",
      description = "So many PEs on each host, which share its adapter (default: 1).")
  private Integer perHost;

  @Option(names = "--latency", paramLabel = "NS", description = "Between hosts (default: 1000).")
  private double latency = Network.INFINIBAND.latency();

  @Option(
      names = "--overhead",
      paramLabel = "NS",
      description = "Of a processor for a message or wait (default: 300).")
  private double overhead = Network.INFINIBAND.overhead();

  @Option(
      names = "--gap",
      paramLabel = "NS",
      description = "Of an adapter between two messages (default: 5).")
  private double gap = Network.INFINIBAND.gap();

  @Option(
      names = "--gap-per-byte",
      paramLabel = "NS",
      description = "For each byte after a message's first (default: 0.04).")
  private double gapPerByte = Network.INFINIBAND.gapPerByte();

  @Option(
      names = "--near-latency",
      paramLabel = "NS",
      description = "As --latency, within a host (default: 163).")
  private double nearLatency = Network.SHARED_MEMORY.latency();

  @Option(
      names = "--near-overhead",
      paramLabel = "NS",
      description = "As --overhead, within a host (default: 10).")
  private double nearOverhead = Network.SHARED_MEMORY.overhead();

  @Option(
      names = "--near-gap",
      paramLabel = "NS",
      description = "As --gap, within a host (default: 0).")
  private double nearGap = Network.SHARED_MEMORY.gap();

  @Option(
      names = "--near-gap-per-byte",
      paramLabel = "NS",
      description = "As --gap-per-byte, within a host (default: 0.027).")
  private double nearGapPerByte = Network.SHARED_MEMORY.gapPerByte();

  /** The network of so many PEs. */
  Network of(int pes) {
    if (hosts != null && perHost != null) {
      throw new IllegalArgumentException(
          "one of the two says where the PEs are: --hosts="
              + hosts
              + " --per-host="
              + perHost
              + "; leave one out");
    }
    if (hosts != null && hosts < 1) {
      throw new IllegalArgumentException("there is at least one host: --hosts=" + hosts);
    }
    return new Network(
        new Wire(latency, overhead, gap, gapPerByte),
        new Wire(nearLatency, nearOverhead, nearGap, nearGapPerByte),
        pesPerHost(pes));
  }

  private int pesPerHost(int pes) {
    if (hosts == null) {
      return perHost == null ? 1 : perHost;
    }
    int most = Math.ceilDiv(pes, hosts);
    if (pes > hosts && Math.ceilDiv(pes, most) != hosts) {
      throw new IllegalArgumentException(
          "all hosts but the last have equally many PEs: --pes="
              + pes
              + " --hosts="
              + hosts
              + "; choose --per-host, or another number of hosts");
    }
    return most;
  }
}
