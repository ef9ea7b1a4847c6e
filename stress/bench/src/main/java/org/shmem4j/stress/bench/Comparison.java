package org.shmem4j.stress.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Compares us with the peers in interleaved pairs of short runs: ours, a peer, ours, a peer and so
 * on, since single runs on one machine differ by more than what is compared. Plain C also runs
 * before and after, to show how far the machine itself drifted.
 */
final class Comparison {
  private final Runs runs;
  private final int pairs;
  private final String filter;
  private final PrintWriter progress;
  private final Set<Peer> present;
  private final Map<Row.Key, Samples> samples = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private boolean failed;

  /** Where the measurements come from. */
  interface Runs {
    /** Runs our benchmark once, in its short form. */
    List<Measurement> ours(Suite suite, int pes);

    /** Runs a peer's program once, in its short form. */
    List<Measurement> theirs(Peer peer, Suite suite, int pes);
  }

  /**
   * Prepares a comparison.
   *
   * @param runs what runs us and the peers
   * @param present the peers that there are
   * @param pairs how many interleaved pairs
   * @param filter part of the names of the operations to compare; empty for all
   * @param progress where to say what is going on
   */
  Comparison(Runs runs, Set<Peer> present, int pairs, String filter, PrintWriter progress) {
    this.runs = runs;
    this.present = EnumSet.noneOf(Peer.class);
    this.present.addAll(present);
    this.pairs = pairs;
    this.filter = filter;
    this.progress = progress;
  }

  /** What one cell's pairs measured, in the order of the pairs. */
  private static final class Samples {
    private final Measurement first;
    private final List<Double> ours = new ArrayList<>();
    private final List<Double> theirs = new ArrayList<>();

    Samples(Measurement first) {
      this.first = first;
    }
  }

  /** Runs all pairs of one suite at one number of PEs. */
  void run(Suite suite, int pes) {
    if (present.isEmpty()) {
      return;
    }
    List<Measurement> before = floor(suite, pes);
    for (int pair = 1; pair <= pairs; pair++) {
      progress.printf("%s, %d PEs: pair %d of %d%n", suite.id(), pes, pair, pairs);
      progress.flush();
      List<Measurement> ours = runs.ours(suite, pes);
      for (Peer peer : List.copyOf(present)) {
        try {
          add(ours, runs.theirs(peer, suite, pes));
        } catch (Jobs.FailedRunException e) {
          present.remove(peer);
          failed = true;
          note(e.getMessage());
        }
      }
    }
    drift(suite, pes, before, floor(suite, pes));
  }

  /** Whether a peer that was there could not be compared to the end. */
  boolean failed() {
    return failed;
  }

  /** What a reader of the table should know: peers that failed, and the machine's drift. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** The table. */
  List<Row> rows() {
    // all peers of a cell together, cells in the order of our suites
    Map<List<Object>, List<Row>> cells = new LinkedHashMap<>();
    samples.forEach((key, cell) ->
        cells
            .computeIfAbsent(List.of(key.op(), key.bytes(), key.pes()), same -> new ArrayList<>())
            .add(row(key, cell)));
    return cells.values().stream().flatMap(List::stream).toList();
  }

  private void add(List<Measurement> ours, List<Measurement> theirs) {
    for (Measurement our : ours) {
      for (Measurement their : Peer.matching(theirs, our)) {
        Samples cell =
            samples.computeIfAbsent(Row.Key.of(our, their.source()), key -> new Samples(our));
        cell.ours.add(our.median());
        cell.theirs.add(their.median());
      }
    }
  }

  private static Row row(Row.Key key, Samples cell) {
    double[] ratios = new double[cell.ours.size()];
    for (int i = 0; i < ratios.length; i++) {
      double ours = cell.ours.get(i);
      double theirs = cell.theirs.get(i);
      ratios[i] = cell.first.moreIsBetter() ? theirs / ours : ours / theirs;
    }
    return new Row(
        key, median(cell.ours), median(cell.theirs), cell.first.unit(), RatioStatistics.of(ratios));
  }

  private static double median(List<Double> values) {
    return RatioStatistics.median(
        values.stream().mapToDouble(Double::doubleValue).sorted().toArray());
  }

  private List<Measurement> floor(Suite suite, int pes) {
    return present.contains(Peer.PHYS) ? runs.theirs(Peer.PHYS, suite, pes) : List.of();
  }

  private void drift(Suite suite, int pes, List<Measurement> before, List<Measurement> after) {
    double[] ratios =
        before.stream()
            .filter(cell -> cell.op().contains(filter))
            .flatMap(cell ->
                Peer.matching(after, cell).stream()
                    .filter(later -> later.source().equals(cell.source()))
                    .map(later ->
                        cell.moreIsBetter()
                            ? cell.median() / later.median()
                            : later.median() / cell.median()))
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    if (ratios.length > 0) {
      note(
          String.format(
              Locale.ROOT,
              "drift of plain C, after / before, %s at %d PEs: median %.2f, from %.2f to %.2f over"
                  + " %d cells",
              suite.id(),
              pes,
              RatioStatistics.median(ratios),
              ratios[0],
              Arrays.stream(ratios).max().orElseThrow(),
              ratios.length));
    }
  }

  private void note(String text) {
    notes.add(text);
    progress.println(text);
    progress.flush();
  }
}
