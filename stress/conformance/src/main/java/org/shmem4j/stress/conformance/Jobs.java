package org.shmem4j.stress.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.shmem4j.launcher.Main;

/**
 * Runs cases in jobs of one size: as many as possible in one job, and those after a failed case in
 * a fresh one.
 *
 * @param catalog the class that gives the cases, by a method {@code all()}
 * @param options of {@code run}, for every job
 */
record Jobs(
    Class<?> catalog,
    int pes,
    Form form,
    int roundsFactor,
    int limitSeconds,
    List<String> options) {
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

  /** How a job ended, how long the cases took that all PEs passed, and why others failed. */
  private record End(int code, Map<String, Long> passed, Map<String, String> failed) {}

  /** Runs those of the cases that are meant for so many PEs. */
  List<Outcome> run(List<Case> cases) {
    Map<String, String> failures = new HashMap<>();
    Map<String, Long> millis = new HashMap<>();
    List<Case> wanted = cases.stream().filter(c -> c.fewestPes() <= pes).toList();
    List<Case> shared = new ArrayList<>(wanted.stream().filter(Case::sharesItsJob).toList());
    while (!shared.isEmpty()) {
      Case last = shared.getLast();
      End end = job(shared);
      Map<String, String> failed = new HashMap<>(end.failed);
      Map<String, Long> passed = end.passed;
      shared.removeIf(c -> passed.containsKey(c.name()) || failed.containsKey(c.name()));
      if (failed.isEmpty() && !shared.isEmpty()) {
        // A PE died and could not say so: in the first case that not all have passed.
        failed.put(shared.removeFirst().name(), "the job ended with code " + end.code);
      } else if (failed.isEmpty() && end.code != 0) {
        failed.put(last.name(), "passed, but then the job ended with code " + end.code);
      }
      failures.putAll(failed);
      millis.putAll(passed);
    }
    for (Case alone : wanted) {
      if (!alone.sharesItsJob()) {
        End end = job(List.of(alone));
        failures.putAll(end.failed);
        if (end.code != alone.exitCode()) {
          failures.putIfAbsent(
              alone.name(), "the job ended with code " + end.code + ", not " + alone.exitCode());
        }
      }
    }
    return wanted.stream()
        .map(c ->
            new Outcome(
                c.name(), pes, form, millis.getOrDefault(c.name(), 0L), failures.get(c.name())))
        .toList();
  }

  private End job(List<Case> cases) {
    try {
      Path folder = Files.createTempDirectory("shmem4j-conformance");
      try {
        Files.write(folder.resolve(CaseMain.CASES), cases.stream().map(Case::name).toList());
        int code = Main.execute(command(folder, cases.size()).toArray(String[]::new));
        if (STOPPED.contains(code)) {
          throw new StoppedException(code);
        }
        return read(folder, code);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the results of a job could not be read", e);
    }
  }

  private List<String> command(Path folder, int cases) {
    boolean threads = form == Form.THREADS;
    List<String> command = new ArrayList<>();
    command.addAll(List.of("run", "-n", threads ? "1" : Integer.toString(pes)));
    command.addAll(List.of("--timeout=" + (STARTING_SECONDS + limitSeconds * cases) + "s", HEAP));
    if (pes > Runtime.getRuntime().availableProcessors()) {
      // Compilers in the background would take the processors from the PEs that share them.
      command.add("--jvm-arg=-XX:TieredStopAtLevel=1");
    }
    command.addAll(options);
    if (threads) {
      command.addAll(List.of("--env=SHMEM_SYMMETRIC_SIZE=32m"));
    }
    command.addAll(List.of("-cp", classPath(), CaseMain.class.getName()));
    command.addAll(List.of(catalog.getName(), folder.toString()));
    command.addAll(List.of(Integer.toString(roundsFactor), Integer.toString(limitSeconds)));
    command.add(threads ? Integer.toString(pes) : "0");
    return command;
  }

  private End read(Path folder, int code) throws IOException {
    Map<String, Integer> passes = new HashMap<>();
    Map<String, Long> passed = new HashMap<>();
    Map<String, String> failed = new HashMap<>();
    for (int pe = 0; pe < pes; pe++) {
      Path results = CaseMain.results(folder, pe);
      for (String line : Files.exists(results) ? Files.readAllLines(results) : List.<String>of()) {
        String[] fields = line.split("\t", 3);
        if (fields[0].equals(CaseMain.PASSED)) {
          passes.merge(fields[1], 1, Integer::sum);
          passed.putIfAbsent(fields[1], Long.valueOf(fields[2]));
        } else {
          failed.putIfAbsent(fields[1], "PE " + pe + ": " + fields[2]);
        }
      }
    }
    passed.keySet().removeIf(name -> passes.get(name) < pes);
    return new End(code, passed, failed);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** What a PE needs besides the core: this class's jar. */
  private static String classPath() {
    try {
      return Path.of(CaseMain.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class comes from a strange place", e);
    }
  }
}
