package org.shmem4j.collectives.internal;

/** Chooses the algorithm for a call: the one place that does. All members choose the same. */
final class Algorithms {
  /** Up to here a reduction's latency counts, and not its traffic. */
  private static final int ONE_SHOT_BYTES = 2 * 1024;

  private static final Algorithm BROADCAST = new PullBroadcast();
  private static final Algorithm COLLECT = new PullCollect();
  private static final Algorithm ALLTOALL = new PullAlltoall();
  private static final Algorithm ALLTOALL_IN_PLACE = new SwapAlltoall();
  private static final Algorithm REDUCE_SMALL = new OneShotReduce();
  private static final Algorithm REDUCE = new SlicedReduce();
  private static final Algorithm INSCAN = new SlicedScan(true);
  private static final Algorithm EXSCAN = new SlicedScan(false);

  private Algorithms() {}

  static Algorithm choose(Movement move) {
    return switch (move.operation()) {
      case BROADCAST -> BROADCAST;
      case COLLECT, FCOLLECT -> COLLECT;
      case ALLTOALL, ALLTOALLS -> move.isInPlace() ? ALLTOALL_IN_PLACE : ALLTOALL;
      case REDUCE -> move.count() <= ONE_SHOT_BYTES / move.elementBytes() ? REDUCE_SMALL : REDUCE;
      case SUM_INSCAN -> INSCAN;
      case SUM_EXSCAN -> EXSCAN;
    };
  }
}
