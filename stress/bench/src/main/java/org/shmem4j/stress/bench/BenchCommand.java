package org.shmem4j.stress.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench}: measures what operations and barriers cost here. */
@Command(
    name = "bench",
    description = "Measures latency, bandwidth and barriers between PEs on this machine.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "The median is over many short batches. '1op' and the columns after it are single",
      "operations, each timed on its own, and the bytes that one allocates.",
      "scripts/bench-compare compares with plain C, C OpenSHMEM and MPI.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:measured", "1:a run failed", "2:the command line is wrong"})
final class BenchCommand implements Callable<Integer> {
  private static final List<Integer> BARRIER_PES = List.of(2, 4, 8);
  private static final int FAILED = 1;

  enum Choice {
    P2P,
    BARRIER,
    ALL
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--suite",
      paramLabel = "SUITE",
      description = "p2p: two PEs; barrier: 2, 4 and 8 PEs; all (default).")
  private Choice suite = Choice.ALL;

  @Option(
      names = {"-n", "-np", "--pes"},
      paramLabel = "N",
      description = "Number of PEs, instead of the suite's own.")
  private Integer pes;

  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      description = "Only operations whose name contains TEXT.")
  private String filter = "";

  @Option(names = "--short", description = "A few seconds, without single operations.")
  private boolean brief;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Option(
      names = "--compare",
      paramLabel = "DIR",
      description =
          "Compare with the C programs that stress/bench/peers/build.sh built in DIR, in"
              + " interleaved pairs of short runs; a ratio below 1 means that we are better.")
  private Path peers;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "Interleaved pairs of --compare (default: ${DEFAULT-VALUE}).")
  private int pairs = 9;

  @Option(
      names = "--rows",
      paramLabel = "FILE",
      description = "Write the rows of --compare to FILE, as a JSON array.")
  private Path rowsFile;

  @Override
  public Integer call() throws IOException {
    if (pes != null && pes < 1) {
      throw new ParameterException(spec.commandLine(), "a job needs at least one PE: -n " + pes);
    }
    if (pairs < 1) {
      throw new ParameterException(
          spec.commandLine(), "a comparison needs at least one pair: --pairs " + pairs);
    }
    try {
      return peers == null ? measure() : compare();
    } catch (Jobs.FailedRunException e) {
      spec.commandLine().getErr().println("shmem4j: " + e.getMessage());
      return FAILED;
    }
  }

  private int measure() {
    List<Measurement> measurements = new ArrayList<>();
    for (Part part : parts()) {
      progress().printf("%s, %d PEs%n", part.suite().id(), part.pes());
      progress().flush();
      measurements.addAll(Jobs.ours(part.suite(), part.pes(), brief, filter));
    }
    print(json ? Tables.json(measurements) : Tables.text(measurements));
    return 0;
  }

  private int compare() throws IOException {
    String wanted = filter.toLowerCase(Locale.ROOT);
    Comparison comparison =
        new Comparison(new ShortRuns(peers, wanted), present(), pairs, wanted, progress());
    for (Part part : parts()) {
      comparison.run(part.suite(), part.pes());
    }
    List<Row> rows = comparison.rows();
    PrintWriter people = json ? progress() : spec.commandLine().getOut();
    people.println();
    people.print(Tables.ratioText(rows));
    comparison.notes().forEach(people::println);
    people.flush();
    if (json) {
      print(Tables.ratioJson(rows));
    }
    if (rowsFile != null) {
      Files.writeString(rowsFile, Tables.ratioJson(rows) + System.lineSeparator());
    }
    return comparison.failed() || rows.isEmpty() ? FAILED : 0;
  }

  private Set<Peer> present() {
    Set<Peer> present = EnumSet.noneOf(Peer.class);
    for (Peer peer : Peer.values()) {
      if (peer.isIn(peers)) {
        present.add(peer);
      } else {
        progress()
            .println(
                peer.title()
                    + " is not compared: it is not in "
                    + peers
                    + ", stress/bench/peers/build.sh says why");
      }
    }
    if (present.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "the folder holds none of the C programs: --compare " + peers);
    }
    return present;
  }

  private record ShortRuns(Path peers, String filter) implements Comparison.Runs {
    @Override
    public List<Measurement> ours(Suite suite, int pes) {
      return Jobs.ours(suite, pes, true, filter);
    }

    @Override
    public List<Measurement> theirs(Peer peer, Suite suite, int pes) {
      return Jobs.peer(peer, peers, suite, pes);
    }
  }

  private record Part(Suite suite, int pes) {}

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    if (suite != Choice.BARRIER) {
      parts.add(new Part(Suite.P2P, pes == null ? 2 : pes));
    }
    if (suite != Choice.P2P) {
      for (int n : pes == null ? BARRIER_PES : List.of(pes)) {
        parts.add(new Part(Suite.BARRIER, n));
      }
    }
    return parts;
  }

  private PrintWriter progress() {
    return spec.commandLine().getErr();
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text.stripTrailing());
    out.flush();
  }
}
