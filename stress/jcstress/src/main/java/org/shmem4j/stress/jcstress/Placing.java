package org.shmem4j.stress.jcstress;

import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.Scheduler;
import org.openjdk.jcstress.os.topology.PresetRegularTopology;
import org.openjdk.jcstress.os.topology.Topology;
import org.openjdk.jcstress.os.topology.TopologyParseException;
import org.shmem4j.stress.litmus.Row;

/** Where the actors of a row run, and how many trials that allows at a time. */
enum Placing {
  /** Each actor on a processor of its own. */
  ROOMY(AffinityMode.LOCAL, "THREAD_SPIN_WAIT", 256, 40, 1),
  /** More actors than processors, which JCStress by itself leaves out without a word. */
  CROWDED(AffinityMode.NONE, "THREAD_YIELD", 64, 16, 3);

  /** As many processors as JCStress is told of when actors are to be crowded. */
  private static final int PRETENDED = 4;

  /** Room for the blocks of all trials on a PE. */
  private static final long DATA_BYTES = 8 << 20;

  private final AffinityMode affinity;
  private final String spinStyle;
  private final int strideSize;
  private final int strideCount;
  private final int cuts;

  /**
   * A placing.
   *
   * @param cuts into how many an iteration is cut: JCStress first looks for the most trials that
   *     end in the time of one, which takes long where trials are slow
   */
  Placing(AffinityMode affinity, String spinStyle, int strideSize, int strideCount, int cuts) {
    this.affinity = affinity;
    this.spinStyle = spinStyle;
    this.strideSize = strideSize;
    this.strideCount = strideCount;
    this.cuts = cuts;
  }

  /** Where so many actors run on a machine of so many processors. */
  static Placing of(int actors, int processors) {
    return actors <= processors ? ROOMY : CROWDED;
  }

  AffinityMode affinity() {
    return affinity;
  }

  /** What JCStress may take at a time. */
  int processors(int real) {
    return this == ROOMY ? real : PRETENDED;
  }

  Scheduler scheduler(int real) {
    try {
      return new Scheduler(
          this == ROOMY ? Topology.get() : new PresetRegularTopology(1, PRETENDED, 1),
          processors(real));
    } catch (TopologyParseException e) {
      throw new IllegalStateException("a machine of one node is one", e);
    }
  }

  /** JCStress's options. */
  Options options(Mode mode, Path report) {
    Options options =
        new Options(
            new String[] {
              "-r", report.toString(),
              "-sc", "false",
              "-pth", "false",
              "-iters", Integer.toString(mode.iterations() * cuts),
              "-time", Integer.toString(mode.millis() / cuts),
              "-strideSize", Integer.toString(strideSize),
              "-strideCount", Integer.toString(strideCount),
              "-spinStyle", spinStyle
            });
    try {
      if (options.parse()) {
        return options;
      }
    } catch (IOException e) {
      throw new IllegalStateException("JCStress prints no help here", e);
    }
    throw new IllegalStateException("JCStress does not know its options: placing=" + this);
  }

  /** How many strides of a row's trials have room. */
  int strides(Row row) {
    long strideBytes = Math.max(1, (long) strideSize * row.dataLength() * Long.BYTES);
    return Math.clamp(DATA_BYTES / strideBytes, 1, strideCount);
  }

  /** See {@link World#SLOTS}. */
  int slots(Row row) {
    return 2 * strideSize * strides(row);
  }
}
