package org.shmem4j.stress.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Times loops. Many short batches are timed and their median is reported, so that a preemption
 * spoils a batch and not the figure. Nothing is allocated while a clock runs.
 */
final class Sampler {
  private static final int CAPACITY = 20_000;
  private static final int FEWEST_BATCHES = 9;
  private static final int SINGLES = 20_000;
  private static final int WARM_UP_BATCH = 50;
  private static final int WARM_UP_ROUNDS = 1000;
  private static final long LONGEST_SINGLE_NS = 10_000_000_000L;
  private static final long MILLISECOND = 1_000_000L;

  private final boolean brief;
  private final long budgetNs;
  private final double[] samples = new double[CAPACITY];
  private final CompilationMXBean compilation = ManagementFactory.getCompilationMXBean();
  private int count;

  Sampler(boolean brief) {
    this.brief = brief;
    this.budgetNs = (brief ? 15L : 150L) * MILLISECOND;
  }

  boolean brief() {
    return brief;
  }

  /** Forgets the samples. */
  void clear() {
    count = 0;
  }

  /** Adds the time per operation of one batch. */
  void add(double nanoseconds) {
    if (count < CAPACITY) {
      samples[count++] = nanoseconds;
    }
  }

  /** Runs the loop often enough to be compiled, and until the compilers have nothing to do. */
  void warmUp(Loop loop) {
    WarmUp warmUp = new WarmUp(1);
    int rounds = 0;
    do {
      long until = System.nanoTime() + 5 * MILLISECOND;
      while (System.nanoTime() < until) {
        loop.run(WARM_UP_BATCH);
        rounds++;
      }
    } while (rounds < WARM_UP_ROUNDS || !warmUp.done());
  }

  /** Times batches of the loop until the time given to a cell is used. */
  void sample(Loop loop, int batch) {
    loop.run(batch / 4 + 1);
    clear();
    long until = System.nanoTime() + budgetNs;
    long now;
    do {
      long start = System.nanoTime();
      loop.run(batch);
      now = System.nanoTime();
      samples[count++] = (double) (now - start) / batch;
    } while (count < CAPACITY && (count < FEWEST_BATCHES || now < until));
  }

  /** Returns the median of the samples, which get sorted. */
  double median() {
    Arrays.sort(samples, 0, count);
    return percentile(0.5);
  }

  /** Returns the samples as a cell of latencies. */
  Measurement latency(String op, int pes, long bytes) {
    return cell(op, pes, bytes, Measurement.NANOSECONDS);
  }

  /** Returns the samples as they are. */
  Measurement cell(String op, int pes, long bytes, String unit) {
    double median = median();
    return new Measurement(
        BenchMain.OURS, op, pes, bytes, median, percentile(0.1), percentile(0.9), unit);
  }

  /** Returns the samples as a cell of bandwidths; bytes per nanosecond are GB/s. */
  Measurement bandwidth(String op, int pes, long bytes) {
    double median = median();
    return new Measurement(
        BenchMain.OURS,
        op,
        pes,
        bytes,
        bytes / median,
        bytes / percentile(0.9),
        bytes / percentile(0.1),
        Measurement.BANDWIDTH);
  }

  /**
   * Adds to the cell, in a full run, how long single operations took and what they allocated.
   *
   * @param scale what a single time is multiplied with: 0.5 for half round trips
   */
  Measurement withDetails(Measurement cell, Loop loop, double scale) {
    if (brief) {
      return cell;
    }
    Histogram histogram = new Histogram(LONGEST_SINGLE_NS, 3);
    int singles = singles(cell.bytes());
    for (int k = 0; k < singles; k++) {
      long start = System.nanoTime();
      loop.run(1);
      histogram.recordValue(Math.min(System.nanoTime() - start, LONGEST_SINGLE_NS));
    }
    int allocating = Math.min(singles, 1000);
    long before = Allocation.ofThisThread();
    loop.run(allocating);
    double allocated = (double) (Allocation.ofThisThread() - before) / allocating;
    return new Measurement(
        cell.source(),
        cell.op(),
        cell.pes(),
        cell.bytes(),
        cell.median(),
        cell.p10(),
        cell.p90(),
        cell.unit(),
        Optional.of(
            new Percentiles(
                histogram.getValueAtPercentile(50) * scale,
                histogram.getValueAtPercentile(90) * scale,
                histogram.getValueAtPercentile(99) * scale,
                histogram.getValueAtPercentile(99.9) * scale)),
        Optional.of(allocated));
  }

  /** How many operations are timed one by one; the same on both sides of a ping-pong. */
  private static int singles(long bytes) {
    return bytes >= 1 << 20 ? SINGLES / 50 : bytes >= 1 << 16 ? SINGLES / 5 : SINGLES;
  }

  private double percentile(double p) {
    return samples[(int) (p * (count - 1) + 0.5)];
  }

  /**
   * Says when a loop is warm: it has run for some time, and no compilation has ended lately. On a
   * bound PE the compilers share the one core with the loop, and with more PEs than cores they
   * share it with other PEs' compilers, so counting rounds alone would not do.
   */
  final class WarmUp {
    private final long start = System.nanoTime();
    private final long atLeast;
    private final long atMost;
    private long quietSince = start;
    private long compiled = compilationTime();

    /**
     * Begins a warm-up.
     *
     * @param sharing how many PEs share a core
     */
    WarmUp(int sharing) {
      atLeast = (brief ? 40L : 200L) * sharing * MILLISECOND;
      atMost = 15 * atLeast;
    }

    /** Whether the loop is warm by now. */
    boolean done() {
      long now = System.nanoTime();
      long time = compilationTime();
      if (time != compiled) {
        compiled = time;
        quietSince = now;
      }
      return now - start > atMost || (now - start > atLeast && now - quietSince > atLeast / 2);
    }

    private long compilationTime() {
      return compilation == null ? 0 : compilation.getTotalCompilationTime();
    }
  }
}
