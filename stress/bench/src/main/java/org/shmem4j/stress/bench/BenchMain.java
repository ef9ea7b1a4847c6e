package org.shmem4j.stress.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.shmem4j.shmem.Shmem;

/**
 * The benchmark's program, one JVM a PE; {@code shmem4j bench} starts it.
 *
 * <p>Arguments: the file that PE 0 writes its cells to, and what to do, as {@link Assignment} says.
 */
public final class BenchMain {
  static final String OURS = "shmem4j";

  private BenchMain() {}

  /**
   * Joins the job and measures.
   *
   * @param args the file and the assignment
   */
  public static void main(String[] args) {
    List<String> arguments = List.of(args);
    Path file = Path.of(arguments.getFirst());
    Assignment assignment = Assignment.parse(arguments.subList(1, arguments.size()));
    Shmem.run(shmem -> run(shmem, assignment, file));
  }

  private static void run(Shmem shmem, Assignment assignment, Path file)
      throws InterruptedException {
    Results results = new Results(assignment.filter());
    Sampler sampler = new Sampler(assignment.brief());
    switch (assignment.suite()) {
      case P2P -> new PairSuite(shmem, sampler, results).run();
      case BARRIER -> new BarrierSuite(shmem, sampler, results).run();
      case WAIT -> new WaitSuite(shmem, sampler, results, assignment.waiting()).run();
      case RING -> new RingSuite(shmem, sampler, results).run(assignment.rounds());
    }
    if (shmem.pe() == 0) {
      try {
        Files.write(file, results.all().stream().map(Measurement::line).toList());
      } catch (IOException e) {
        throw new UncheckedIOException("the results could not be written: file=" + file, e);
      }
    }
  }
}
