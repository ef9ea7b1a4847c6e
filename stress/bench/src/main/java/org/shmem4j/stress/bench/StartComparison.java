package org.shmem4j.stress.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * What a start costs, in CPU seconds a rank, against a bare {@code java} with an AOT cache of its
 * own; in interleaved pairs.
 */
final class StartComparison {
  /** What a rank's own processes take. */
  static final String RANK = "start_cpu_rank";

  /** What the whole command takes, its launcher included, divided by the number of ranks. */
  static final String COMMAND = "start_cpu_command";

  static final String PEER = "java+AOT";
  static final String SECONDS = "s";

  /** A single start of 0.1 s is short; a sample has at least so many. */
  private static final int JVMS_PER_SAMPLE = 3;

  private final Runs runs;
  private final int pairs;
  private final String filter;
  private final PrintWriter progress;

  /** Where the measurements come from, in CPU seconds. */
  interface Runs {
    /** Starts a bare {@code java}. */
    double bare();

    /** Runs the whole command. */
    double command(int ranks);

    /** Runs the command and counts the ranks alone, all together. */
    double ranks(int ranks);
  }

  /**
   * Prepares a comparison.
   *
   * @param runs what starts us and the peer
   * @param pairs how many interleaved pairs
   * @param filter part of the names of the operations to compare; empty for all
   * @param progress where to say what is going on
   */
  StartComparison(Runs runs, int pairs, String filter, PrintWriter progress) {
    this.runs = runs;
    this.pairs = pairs;
    this.filter = filter;
    this.progress = progress;
  }

  /** Runs all pairs at one number of ranks. */
  List<Row> run(int ranks) {
    List<Samples> cells = new ArrayList<>();
    if (RANK.contains(filter)) {
      cells.add(new Samples(RANK, ranks, runs::ranks));
    }
    if (COMMAND.contains(filter)) {
      cells.add(new Samples(COMMAND, ranks, runs::command));
    }
    for (int pair = 0; pair < pairs && !cells.isEmpty(); pair++) {
      progress.printf("start, %d PEs: pair %d of %d%n", ranks, pair + 1, pairs);
      progress.flush();
      for (Samples cell : cells) {
        cell.addPair(pair);
      }
    }
    return cells.stream().map(Samples::row).toList();
  }

  private final class Samples {
    private final String op;
    private final int ranks;
    private final IntToDoubleFunction start;
    private final double[] ours = new double[pairs];
    private final double[] theirs = new double[pairs];

    Samples(String op, int ranks, IntToDoubleFunction start) {
      this.op = op;
      this.ranks = ranks;
      this.start = start;
    }

    void addPair(int pair) {
      int times = Math.max(1, JVMS_PER_SAMPLE / ranks);
      for (int i = 0; i < times; i++) {
        ours[pair] += start.applyAsDouble(ranks) / ranks / times;
      }
      for (int i = 0; i < JVMS_PER_SAMPLE; i++) {
        theirs[pair] += runs.bare() / JVMS_PER_SAMPLE;
      }
    }

    Row row() {
      double[] ratios = new double[pairs];
      for (int i = 0; i < pairs; i++) {
        ratios[i] = ours[i] / theirs[i];
      }
      return new Row(
          new Row.Key(op, 0, ranks, PEER),
          RatioStatistics.of(ours).median(),
          RatioStatistics.of(theirs).median(),
          SECONDS,
          RatioStatistics.of(ratios));
    }
  }
}
