package org.shmem4j.stress.litmus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.shmem4j.launcher.Main;

/**
 * Runs rows across processes: as many as possible in one job, and those after one that did not end
 * in a fresh one.
 *
 * @param limitSeconds that a row may take
 * @param options of {@code run}, for every job
 */
record LitmusJobs(Placement placement, long seed, int limitSeconds, List<String> options) {
  private static final String HEAP = "--heap-size=32m";
  private static final int STARTING_SECONDS = 60;

  /** The launcher could not run the job, or was told to end by HUP, INT, PIPE, TERM. */
  private static final Set<Integer> STOPPED = Set.of(2, 125, 126, 127, 129, 130, 141, 143);

  /** No more jobs are to run. */
  static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int exitCode;

    StoppedException(int exitCode) {
      super("stopped: exit code=" + exitCode, null, false, false);
      this.exitCode = exitCode;
    }

    int exitCode() {
      return exitCode;
    }
  }

  /** A row, and how often it is tried. */
  record Assignment(Row row, long trials) {}

  /** As this, in jobs whose waiters sleep at once. */
  LitmusJobs asleep() {
    List<String> more = new ArrayList<>(options);
    more.addAll(List.of("--wait=sleep", "--jvm-arg=-Dshmem4j.wait.impatient=true"));
    return new LitmusJobs(placement, seed, limitSeconds, more);
  }

  /** Runs rows that all have so many PEs. */
  List<Finding> run(int pes, List<Assignment> rows) {
    List<Finding> findings = new ArrayList<>();
    while (findings.size() < rows.size()) {
      findings.addAll(job(pes, rows.subList(findings.size(), rows.size())));
    }
    return findings;
  }

  /** The findings of one job: of all rows, or of those up to the first that did not end. */
  private List<Finding> job(int pes, List<Assignment> rows) {
    try {
      Path folder = Files.createTempDirectory("shmem4j-litmus");
      try {
        Files.write(folder.resolve(LitmusMain.ROWS), rows.stream().map(LitmusMain::line).toList());
        int code = Main.execute(command(pes, folder, rows.size()).toArray(String[]::new));
        if (STOPPED.contains(code)) {
          throw new StoppedException(code);
        }
        return findings(pes, rows, LitmusMain.results(folder), code);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the results of a job could not be read", e);
    }
  }

  private List<Finding> findings(
      int pes, List<Assignment> rows, List<LitmusMain.Result> results, int code) {
    String job = pes + " PEs, " + placement;
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      Row row = rows.get(i).row();
      boolean isLast = i == rows.size() - 1;
      String failure = isLast && code != 0 ? "ended, but then the job's code was " + code : null;
      findings.add(new Finding(row, job, results.get(i).outcomes(), failure));
    }
    if (results.size() < rows.size()) {
      Row stuck = rows.get(results.size()).row();
      String failure =
          "did not end within " + limitSeconds + " s, or failed: the job's code was " + code;
      findings.add(new Finding(stuck, job, Map.of(), failure));
    }
    return findings;
  }

  private List<String> command(int pes, Path folder, int rows) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("run", "-n", Integer.toString(pes), HEAP));
    command.add("--timeout=" + (STARTING_SECONDS + (long) limitSeconds * rows) + "s");
    command.addAll(placement.options());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), LitmusMain.class.getName()));
    command.addAll(List.of(folder.toString(), Long.toString(seed), Integer.toString(limitSeconds)));
    return command;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** What a rank needs besides the core: this class's jar. */
  private static String classPath() {
    try {
      return Path.of(LitmusMain.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class comes from a strange place", e);
    }
  }
}
