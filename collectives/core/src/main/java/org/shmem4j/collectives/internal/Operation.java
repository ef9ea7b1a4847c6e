package org.shmem4j.collectives.internal;

/** The collectives, by their names as a user writes them. */
public enum Operation {
  /** One member's elements to all. */
  BROADCAST("broadcast", false, false),
  /** All members' elements, of different numbers, to all. */
  COLLECT("collect", false, false),
  /** All members' elements, of equal numbers, to all. */
  FCOLLECT("fcollect", true, false),
  /** A block from each to each. */
  ALLTOALL("alltoall", true, true),
  /** A block from each to each, whose elements lie apart. */
  ALLTOALLS("alltoalls", true, true),
  /** All members' elements combined, to all. */
  REDUCE("reduce", false, false),
  /** The sum of the members up to each. */
  SUM_INSCAN("sumInscan", false, false),
  /** The sum of the members before each. */
  SUM_EXSCAN("sumExscan", false, false);

  private final String call;
  private final boolean targetHasBlocks;
  private final boolean sourceHasBlocks;

  Operation(String call, boolean targetHasBlocks, boolean sourceHasBlocks) {
    this.call = call;
    this.targetHasBlocks = targetHasBlocks;
    this.sourceHasBlocks = sourceHasBlocks;
  }

  String call() {
    return call;
  }

  /** How many times the call's count the target has, in a team of so many. */
  int targetBlocks(int pes) {
    return targetHasBlocks ? pes : 1;
  }

  /** How many times the call's count the source has. */
  int sourceBlocks(int pes) {
    return sourceHasBlocks ? pes : 1;
  }
}
