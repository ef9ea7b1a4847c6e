package org.shmem4j.shmem.sim;

/**
 * What a simulated job runs on: hosts of as many PEs each, the first of them PEs 0, 1, and so on.
 *
 * @param between what connects the hosts; all PEs of a host send by one adapter
 * @param within what connects the PEs of one host; each sends by itself
 * @param pesPerHost how many PEs a host has; the last one may have fewer
 */
public record Network(Wire between, Wire within, int pesPerHost) {
  /**
   * An InfiniBand adapter of 200 Gb/s and 215 million messages a second, as the user manual of
   * NVIDIA's ConnectX-6 has it: 0.04 ns a byte, 5 ns between messages. To its latency of less than
   * 0.6 us come the switches, and to each message what a program and its library do for it.
   */
  public static final Wire INFINIBAND = new Wire(1000, 300, 5, 0.04);

  /**
   * Memory that PEs share, as measured for this library (docs/performance.md): a put of 10 ns, 183
   * ns from one PE to the other for 8 bytes with a signal, 37 GB/s.
   */
  public static final Wire SHARED_MEMORY = new Wire(163, 10, 0, 0.027);

  /** Each PE on a host of its own. */
  public static final Network DEFAULT = new Network(INFINIBAND, SHARED_MEMORY, 1);

  /**
   * What a message costs, in nanoseconds: the LogGP model (Alexandrov, Ionescu, Schauser, Scheiman,
   * SPAA 1995).
   *
   * @param latency from the sender's adapter to the receiver's memory
   * @param overhead what the sender's processor does for a message, and the receiver's for a wait
   * @param gap between two messages of an adapter, from the end of the first
   * @param gapPerByte for each byte after the first
   */
  public record Wire(double latency, double overhead, double gap, double gapPerByte) {
    /** Refuses what no network has. */
    public Wire {
      check("latency", latency);
      check("overhead", overhead);
      check("gap", gap);
      check("gapPerByte", gapPerByte);
    }

    private static void check(String name, double nanos) {
      if (!(nanos >= 0 && nanos < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "a time of a network is a number of nanoseconds that is not negative: "
                + name
                + "="
                + nanos);
      }
    }

    /** How long a message takes to leave, once its first byte has. */
    double transfer(long bytes) {
      return Math.max(0, bytes - 1) * gapPerByte;
    }
  }

  /** Refuses what no network has. */
  public Network {
    if (pesPerHost < 1) {
      throw new IllegalArgumentException("a host has at least one PE: pesPerHost=" + pesPerHost);
    }
  }

  /** This one, with hosts of another size. */
  public Network withPesPerHost(int pes) {
    return new Network(between, within, pes);
  }

  int host(int pe) {
    return pe / pesPerHost;
  }

  /** What connects two PEs, or a PE with itself. */
  Wire wire(int source, int target) {
    return host(source) == host(target) ? within : between;
  }
}
