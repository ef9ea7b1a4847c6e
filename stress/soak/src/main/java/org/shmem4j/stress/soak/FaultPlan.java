package org.shmem4j.stress.soak;

import java.util.List;
import java.util.Random;
import org.shmem4j.shmem.job.JobSpec;

/**
 * What a job with a fault is like: decided by its seed.
 *
 * @param launched whether our launcher starts the ranks; if not a survivor handles the death itself
 * @param standing whether the survivors stand in some wait when the victim dies
 * @param delayMillis from when the ranks are ready to the fault
 * @param rounds how many at most; endless unless the survivors are to stand
 */
record FaultPlan(
    long seed,
    int pes,
    Fault fault,
    int victim,
    boolean launched,
    boolean standing,
    long delayMillis,
    int rounds,
    JobSpec.Waiting waiting) {
  private static final long LONGEST_DELAY_MILLIS = 700;
  private static final int ENDLESS = Integer.MAX_VALUE;
  private static final int FEW_ROUNDS = 5;

  /** Fewer in a job than this would have no survivor. */
  static final int FEWEST_PES = 2;

  static FaultPlan of(long seed, List<Integer> sizes) {
    Random random = new Random(Round.mix(seed, -7));
    List<Integer> fitting = sizes.stream().filter(n -> n >= FEWEST_PES).toList();
    int pes = fitting.get(Math.floorMod(random.nextInt(), fitting.size()));
    Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
    boolean launched = random.nextBoolean();
    boolean standing = fault.isDeath() && random.nextBoolean();
    // One chance in eight that the job may have ended already.
    boolean near = !standing && random.nextInt(8) == 0;
    int rounds = standing || near ? random.nextInt(FEW_ROUNDS) + 1 : ENDLESS;
    return new FaultPlan(
        seed,
        pes,
        fault,
        random.nextInt(pes),
        launched,
        standing,
        random.nextLong(near ? LONGEST_DELAY_MILLIS / 10 : LONGEST_DELAY_MILLIS),
        rounds,
        JobSpec.Waiting.values()[random.nextInt(JobSpec.Waiting.values().length)]);
  }

  @Override
  public String toString() {
    return fault
        + " of PE "
        + victim
        + " of "
        + pes
        + (launched ? ", our launcher" : ", no launcher")
        + (standing ? ", the others waiting" : ", the others in rounds")
        + ", wait="
        + waiting
        + ", after "
        + delayMillis
        + " ms";
  }
}
