package org.shmem4j.stress.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;

/**
 * Runs cases, as a rank or as all PEs in threads; {@code shmem4j conformance} starts it.
 *
 * <p>Arguments: a class whose {@code all()} gives the cases, a folder, the factor of all rounds,
 * the seconds that a case may take, the number of threads or 0. The folder's file {@code cases}
 * holds the names; each PE writes {@code pe-N}, a line for each case that it has passed, with its
 * milliseconds, or failed, with the reason.
 */
public final class CaseMain {
  static final String CASES = "cases";
  static final String PASSED = "passed";
  static final String FAILED = "failed";
  private static final Pattern STATUS = Pattern.compile("status=([0-9]+)$");

  private final Path folder;
  private final List<Case> cases;
  private final Duration limit;

  private CaseMain(String catalog, Path folder, Duration limit) throws IOException {
    Map<String, Case> all =
        catalog(catalog).stream().collect(Collectors.toMap(Case::name, Function.identity()));
    this.folder = folder;
    this.cases = Files.readAllLines(folder.resolve(CASES)).stream().map(all::get).toList();
    this.limit = limit;
  }

  @SuppressWarnings("unchecked")
  private static List<Case> catalog(String className) {
    try {
      return (List<Case>) Class.forName(className).getMethod("all").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this class has no cases: " + className, e);
    }
  }

  /** The file that a PE writes. */
  static Path results(Path folder, int pe) {
    return folder.resolve("pe-" + pe);
  }

  /** Runs as one PE, or as several. */
  public static void main(String[] args) throws IOException {
    // Standard output is the command's.
    System.setOut(System.err);
    Around.multiplyBy(Integer.parseInt(args[2]));
    Duration limit = Duration.ofSeconds(Long.parseLong(args[3]));
    CaseMain main = new CaseMain(args[0], Path.of(args[1]), limit);
    int threads = Integer.parseInt(args[4]);
    if (threads == 0) {
      Shmem.run(main::run);
    } else {
      main.runThreads(threads);
    }
  }

  private void runThreads(int threads) {
    try {
      Shmem.threads(threads, this::run);
    } catch (ShmemException e) {
      Matcher globalExit = STATUS.matcher(String.valueOf(e.getMessage()));
      if (globalExit.find() && e.getCause() == null) {
        System.exit(Integer.parseInt(globalExit.group(1)));
      }
      throw e;
    }
  }

  private void run(Shmem shmem) {
    Path results = results(folder, shmem.pe());
    try (Alarm alarm = new Alarm(limit)) {
      for (Case c : cases) {
        alarm.set(late -> write(results, FAILED, c, late));
        long start = System.nanoTime();
        run(c, shmem, results);
        write(results, PASSED, c, Long.toString((System.nanoTime() - start) / 1_000_000));
      }
    }
  }

  private static void run(Case c, Shmem shmem, Path results) {
    try {
      c.run(shmem);
    } catch (PeerFailedException e) {
      throw e; // that peer's failure is what counts
    } catch (Exception | AssertionError | LinkageError e) { // no globalExit of threads
      write(results, FAILED, c, reason(e));
      throw new AssertionError("case \"" + c.name() + "\" failed on PE " + shmem.pe(), e);
    }
  }

  private static String reason(Throwable thrown) {
    String text = String.valueOf(thrown);
    return thrown.getCause() == null ? text : text + ", cause: " + reason(thrown.getCause());
  }

  private static void write(Path results, String how, Case c, String text) {
    String line = String.join("\t", how, c.name(), text.replaceAll("\\s+", " "));
    try {
      Files.writeString(results, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the result cannot be written: file=" + results, e);
    }
  }
}
