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
 * <p>Arguments: the suite ({@code p2p} or {@code barrier}), the file that PE 0 writes its cells to,
 * {@code short} or {@code full}, and the part of a name that the operations have in common (may be
 * left out).
 */
public final class BenchMain {
  static final String OURS = "shmem4j";
  static final String SHORT = "short";
  static final String FULL = "full";

  private BenchMain() {}

  /**
   * Joins the job and measures.
   *
   * @param args the suite, the file, the length and the filter
   */
  public static void main(String[] args) {
    if (args.length < 3 || args.length > 4) {
      throw new IllegalArgumentException(
          "the benchmark takes a suite, a file, short or full, and a filter: arguments="
              + List.of(args));
    }
    Suite suite = Suite.of(args[0]);
    Path file = Path.of(args[1]);
    boolean brief = args[2].equals(SHORT);
    String filter = args.length == 4 ? args[3] : "";
    Shmem.run(shmem -> run(shmem, suite, brief, filter, file));
  }

  private static void run(Shmem shmem, Suite suite, boolean brief, String filter, Path file) {
    Results results = new Results(filter);
    Sampler sampler = new Sampler(brief);
    switch (suite) {
      case P2P -> new PairSuite(shmem, sampler, results).run();
      case BARRIER -> new BarrierSuite(shmem, sampler, results).run();
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
