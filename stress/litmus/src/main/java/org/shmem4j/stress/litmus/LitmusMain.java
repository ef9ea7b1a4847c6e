package org.shmem4j.stress.litmus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.stress.litmus.LitmusJobs.Assignment;

/**
 * Runs rows as a rank; {@code shmem4j litmus} starts it.
 *
 * <p>Arguments: a folder, the seed, the seconds that a row may take. The folder's file {@link
 * #ROWS} holds a line for each row, its number in {@link Rows#all} and its trials; PE 0 writes
 * {@link #RESULTS}, a line for each row that it has ended: its number, and for each outcome how
 * often it was seen and its text, separated by tabs.
 */
public final class LitmusMain {
  static final String ROWS = "rows";
  static final String RESULTS = "results";
  private static final String SEPARATOR = "\t";
  private static final int LATE = 1;

  /** A line of the results. */
  record Result(int row, Map<String, Long> outcomes) {}

  private LitmusMain() {}

  /** Runs as one PE. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    long seed = Long.parseLong(args[1]);
    Duration limit = Duration.ofSeconds(Long.parseLong(args[2]));
    List<Assignment> rows =
        Files.readAllLines(folder.resolve(ROWS)).stream().map(LitmusMain::assignment).toList();
    Assignment first = rows.getFirst();
    if (first.row().reach() == Row.Reach.LEAVING) {
      Leaving.run(first.trials())
          .ifPresent(outcomes -> write(folder, new Result(number(first.row()), outcomes)));
      return;
    }
    Shmem.run(shmem -> {
      for (Assignment assignment : rows) {
        run(shmem, folder, assignment, seed, limit);
      }
    });
  }

  /** How a row and its trials are told to the ranks. */
  static String line(Assignment assignment) {
    return number(assignment.row()) + " " + assignment.trials();
  }

  private static Assignment assignment(String line) {
    String[] words = line.split(" ", -1);
    return new Assignment(Rows.all().get(Integer.parseInt(words[0])), Long.parseLong(words[1]));
  }

  private static int number(Row row) {
    return Rows.all().indexOf(row);
  }

  private static void run(
      Shmem shmem, Path folder, Assignment assignment, long seed, Duration limit) {
    Row row = assignment.row();
    long trials = assignment.trials();
    Thread alarm = alarm(limit);
    Map<String, Long> outcomes =
        Trials.run(shmem, row, trials, Trials.slots(row, trials), seed + number(row));
    alarm.interrupt();
    if (shmem.pe() == 0) {
      write(folder, new Result(number(row), outcomes));
    }
  }

  /** Ends this JVM unless it is interrupted in time: the row waits for what never comes. */
  private static Thread alarm(Duration limit) {
    return Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            Thread.sleep(limit);
            Runtime.getRuntime().halt(LATE);
          } catch (InterruptedException e) {
            // in time
          }
        });
  }

  private static void write(Path folder, Result result) {
    StringBuilder line = new StringBuilder().append(result.row);
    result.outcomes.forEach(
        (text, count) -> line.append(SEPARATOR).append(count).append(SEPARATOR).append(text));
    try {
      Files.writeString(
          folder.resolve(RESULTS),
          line.append('\n'),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the results cannot be written: folder=" + folder, e);
    }
  }

  /** The rows that have ended, in their order. */
  static List<Result> results(Path folder) throws IOException {
    Path file = folder.resolve(RESULTS);
    return !Files.exists(file)
        ? List.of()
        : Files.readAllLines(file).stream().map(LitmusMain::parse).toList();
  }

  private static Result parse(String line) {
    String[] words = line.split(SEPARATOR, -1);
    Map<String, Long> outcomes = new LinkedHashMap<>();
    for (int i = 1; i < words.length; i += 2) {
      outcomes.put(words[i + 1], Long.valueOf(words[i]));
    }
    return new Result(Integer.parseInt(words[0]), outcomes);
  }
}
