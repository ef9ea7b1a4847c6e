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
import org.shmem4j.stress.bench.Assignment.Waiting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench}: measures what operations and barriers cost here. */
@Command(
    name = "bench",
    description = "Measures latency, bandwidth, barriers, waiting and starts on this machine.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "The median is over many short batches. '1op' and the columns after it are single",
      "operations, each timed on its own, and the bytes that one allocates.",
      "scripts/bench-compare compares with plain C, C OpenSHMEM and MPI.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:measured",
      "1:a run failed, or the ring needed its backstop",
      "2:the command line is wrong"
    })
final class BenchCommand implements Callable<Integer> {
  private static final List<Integer> BARRIER_PES = List.of(2, 4, 8);
  private static final int FAILED = 1;
  private static final List<Integer> START_PES = List.of(1, 16);
  private static final int WAIT_PES = 2;
  private static final int FEWEST_RING_PES = 4;

  enum Choice {
    P2P(Suite.P2P),
    BARRIER(Suite.BARRIER),
    START(),
    WAIT(Suite.WAIT),
    RING(Suite.RING),
    SIMULATION(),
    ALL(Suite.P2P, Suite.BARRIER);

    @SuppressWarnings("ImmutableEnumChecker") // it is, by List.of
    private final List<Suite> suites;

    Choice(Suite... suites) {
      this.suites = List.of(suites);
    }
  }

  private static final Set<Choice> PEERLESS =
      EnumSet.of(Choice.WAIT, Choice.RING, Choice.SIMULATION);

  @Spec private CommandSpec spec;

  @Option(
      names = "--suite",
      paramLabel = "SUITE",
      description = {
        "p2p: two PEs; barrier: 2, 4 and 8 PEs; all (default): both.",
        "start: CPU seconds of 'run -n 1' and '-n 16 hello' against a bare java, in pairs.",
        "wait: what a PE that is blocked for a second takes of a core.",
        "ring: a token goes round more PEs than processors; counts wake-ups by the backstop.",
        "simulation: operations under 'check' against bare hand-overs of virtual threads.",
      })
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

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of the ring (default: ${DEFAULT-VALUE}).")
  private long rounds = 100_000;

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
      description =
          "Interleaved pairs of --compare and of the suite start (default: ${DEFAULT-VALUE}).")
  private int pairs = 9;

  @Option(
      names = "--rows",
      paramLabel = "FILE",
      description = "Write the rows of a comparison to FILE, as a JSON array.")
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
    if (rounds < 1) {
      throw new ParameterException(
          spec.commandLine(), "a ring needs at least one round: --rounds " + rounds);
    }
    if (peers != null && PEERLESS.contains(suite)) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no peer of this suite: --suite "
              + suite.name().toLowerCase(Locale.ROOT)
              + " --compare");
    }
    try {
      return switch (suite) {
        case START -> compareStarts();
        case SIMULATION -> simulate();
        default -> peers == null ? measure() : compare();
      };
    } catch (Jobs.FailedRunException e) {
      spec.commandLine().getErr().println("shmem4j: " + e.getMessage());
      return FAILED;
    }
  }

  private int measure() {
    List<Measurement> measurements = new ArrayList<>();
    for (Part part : parts()) {
      progress().printf("%s, %d PEs%n", part.assignment().suite().id(), part.pes());
      progress().flush();
      measurements.addAll(Jobs.ours(part.assignment(), part.pes()));
    }
    print(json ? Tables.json(measurements) : Tables.text(measurements));
    return neededBackstop(measurements) ? FAILED : 0;
  }

  /** Whether a wake-up was lost, which nobody would notice but by this. */
  private boolean neededBackstop(List<Measurement> measurements) {
    boolean needed =
        measurements.stream()
            .anyMatch(cell -> cell.op().equals(RingSuite.BACKSTOPS) && cell.median() > 0);
    if (needed) {
      progress().println("shmem4j: a signal woke nobody, only the backstop did");
    }
    return needed;
  }

  private int compare() throws IOException {
    String wanted = filter.toLowerCase(Locale.ROOT);
    Comparison comparison =
        new Comparison(new ShortRuns(peers, wanted), present(), pairs, wanted, progress());
    for (Part part : parts()) {
      comparison.run(part.assignment().suite(), part.pes());
    }
    List<Row> rows = new ArrayList<>(comparison.rows());
    if (suite == Choice.ALL) {
      rows.addAll(starts(wanted));
    }
    print(rows, comparison.notes());
    return comparison.failed() || rows.isEmpty() ? FAILED : 0;
  }

  private int simulate() {
    SimulationSpeed.run(pes == null ? SimulationSpeed.PES : List.of(pes), json)
        .forEach(spec.commandLine().getOut()::println);
    spec.commandLine().getOut().flush();
    return 0;
  }

  private int compareStarts() throws IOException {
    List<Row> rows = starts(filter.toLowerCase(Locale.ROOT));
    print(rows, List.of());
    return rows.isEmpty() ? FAILED : 0;
  }

  private List<Row> starts(String wanted) {
    List<Row> rows = new ArrayList<>();
    if (StartComparison.RANK.contains(wanted) || StartComparison.COMMAND.contains(wanted)) {
      try (Starts starts = new Starts()) {
        StartComparison comparison = new StartComparison(starts, pairs, wanted, progress());
        for (int n : pes == null ? START_PES : List.of(pes)) {
          rows.addAll(comparison.run(n));
        }
      }
    }
    return rows;
  }

  private void print(List<Row> rows, List<String> notes) throws IOException {
    PrintWriter people = json ? progress() : spec.commandLine().getOut();
    people.println();
    people.print(Tables.ratioText(rows));
    notes.forEach(people::println);
    people.flush();
    if (json) {
      print(Tables.ratioJson(rows));
    }
    if (rowsFile != null) {
      Files.writeString(rowsFile, Tables.ratioJson(rows) + System.lineSeparator());
    }
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
      return Jobs.ours(Assignment.of(suite, true, filter), pes);
    }

    @Override
    public List<Measurement> theirs(Peer peer, Suite suite, int pes) {
      return Jobs.peer(peer, peers, suite, pes);
    }
  }

  private record Part(Assignment assignment, int pes) {}

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (Suite part : suite.suites) {
      switch (part) {
        case P2P -> parts.add(new Part(Assignment.of(part, brief, filter), pesOr(2)));
        case BARRIER -> {
          for (int n : pes == null ? BARRIER_PES : List.of(pes)) {
            parts.add(new Part(Assignment.of(part, brief, filter), n));
          }
        }
        case WAIT -> {
          for (Waiting waiting : List.of(Waiting.SPIN, Waiting.SLEEP)) {
            parts.add(new Part(new Assignment(part, brief, waiting, filter, 0), pesOr(WAIT_PES)));
          }
        }
        case RING -> {
          // more PEs than processors sleep anyway; fewer are to do it here too
          int n = Math.max(FEWEST_RING_PES, 2 * Runtime.getRuntime().availableProcessors());
          parts.add(new Part(new Assignment(part, brief, Waiting.SLEEP, filter, rounds), pesOr(n)));
        }
      }
    }
    return parts;
  }

  private int pesOr(int otherwise) {
    return pes == null ? otherwise : pes;
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
