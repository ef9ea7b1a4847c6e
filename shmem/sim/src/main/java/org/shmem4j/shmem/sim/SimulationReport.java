package org.shmem4j.shmem.sim;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * What came out of a simulation on a {@link Network}.
 *
 * @param pes how many PEs
 * @param nanos the predicted time, from the start until the last PE has left the job
 * @param ends when the PEs came to the end of their program, in nanoseconds
 * @param operations how many shmem operations all PEs have made
 * @param traffic what they have sent, of each kind; an answer is sent by who is asked
 * @param messages how many a PE has sent
 * @param bytes how many a PE has sent
 */
public record SimulationReport(
    int pes,
    double nanos,
    Spread ends,
    long operations,
    Map<MessageKind, Traffic> traffic,
    Spread messages,
    Spread bytes) {
  /** A report that no later change of the map changes. */
  public SimulationReport {
    traffic = Map.copyOf(traffic);
  }

  /** How a number differs among the PEs. */
  public record Spread(double least, double median, double most) {
    static Spread of(double[] byPe) {
      double[] sorted = byPe.clone();
      Arrays.sort(sorted);
      return new Spread(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }

    static Spread of(long[] byPe) {
      return of(LongStream.of(byPe).asDoubleStream().toArray());
    }
  }

  /** What all PEs have sent. */
  public record Traffic(long messages, long bytes) {
    private Traffic plus(Traffic other) {
      return new Traffic(messages + other.messages, bytes + other.bytes);
    }
  }

  /** What all PEs have sent, of all kinds. */
  public Traffic total() {
    return traffic.values().stream().reduce(new Traffic(0, 0), Traffic::plus);
  }

  static SimulationReport of(LogGp clock, List<Task> tasks) {
    Counts counts = clock.counts();
    Map<MessageKind, Traffic> traffic = new EnumMap<>(MessageKind.class);
    for (MessageKind kind : counts.kinds()) {
      traffic.put(
          kind,
          new Traffic(
              LongStream.of(counts.messages(kind)).sum(), LongStream.of(counts.bytes(kind)).sum()));
    }
    return new SimulationReport(
        clock.done().length,
        tasks.stream().mapToDouble(task -> task.time).max().orElse(0),
        Spread.of(clock.done()),
        tasks.stream().mapToLong(task -> task.operations).sum(),
        traffic,
        Spread.of(counts.messages()),
        Spread.of(counts.bytes()));
  }
}
