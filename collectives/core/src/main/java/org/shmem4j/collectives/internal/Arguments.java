package org.shmem4j.collectives.internal;

import java.util.Objects;
import java.util.stream.LongStream;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.Team;

/**
 * What a call says. The members compare it by its hash; its text is what their errors show.
 *
 * @param count as the user gave it
 * @param root {@link #NONE} if the operation has none
 * @param reduction null if the operation has none
 */
public record Arguments(
    Operation operation,
    Elements target,
    Elements source,
    long count,
    int root,
    Reduction reduction) {
  /** No root. */
  public static final int NONE = -1;

  private static final long HASH_FACTOR = 0x9e37_79b9_7f4a_7c15L;

  /** Those of a call in a team of {@code pes}. */
  public static Arguments of(
      Operation operation,
      int pes,
      SymmetricArray target,
      long targetIndex,
      long targetStride,
      SymmetricArray source,
      long sourceIndex,
      long sourceStride,
      long count,
      int root,
      Reduction reduction) {
    // What a collect's target must hold is known when all have met.
    long targetLength =
        operation == Operation.COLLECT ? 0 : length(operation.targetBlocks(pes), count);
    long sourceLength = length(operation.sourceBlocks(pes), count);
    return new Arguments(
        operation,
        new Elements("target", target, targetIndex, targetStride, targetLength),
        new Elements("source", source, sourceIndex, sourceStride, sourceLength),
        count,
        root,
        reduction);
  }

  /** More than any array has if it is more than a long can count. */
  private static long length(int blocks, long count) {
    return count > Long.MAX_VALUE / blocks ? Long.MAX_VALUE : blocks * count;
  }

  /** What is wrong with them as far as this PE can tell alone, or null. */
  RuntimeException failure(Team team) {
    try {
      check(team);
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private void check(Team team) {
    if (count < 0) {
      throw new IllegalArgumentException("a count is not negative: count=" + count);
    }
    target.check();
    source.check();
    var _ = target.array().on(team);
    var _ = source.array().on(team);
    ElementType<?> type = source.array().type();
    if (target.array().type() != type) {
      throw new IllegalArgumentException("target and source are of one type: " + arrays());
    }
    checkOverlap(source);
    if (operation == Operation.BROADCAST && (root < 0 || root >= team.pes())) {
      throw new IndexOutOfBoundsException(
          "no such PE: team=" + team + " root=" + root + " valid=0.." + (team.pes() - 1));
    }
    if (operation == Operation.REDUCE
        && Objects.requireNonNull(reduction, "reduction").isBitwise()
        && (type == ElementType.FLOAT || type == ElementType.DOUBLE)) {
      throw new IllegalArgumentException(
          "bitwise reductions are for integers: reduction=" + reduction + " type=" + type);
    }
  }

  private void checkOverlap(Elements from) {
    if (target.overlaps(from) && !target.isSame(from)) {
      throw new IllegalArgumentException(
          "target and source have no element in common, or are exactly the same elements: "
              + arrays()
              + " targetElements="
              + target.length()
              + " sourceElements="
              + from.length());
    }
  }

  /**
   * A collect's, with what all have told.
   *
   * @param counts by member
   * @throws RuntimeException on every member alike, if the target is too short or overlaps the
   *     source of one of them
   */
  Arguments collecting(long[] counts) {
    long total = LongStream.of(counts).sum();
    Arguments all =
        new Arguments(operation, target.withLength(total), source, count, root, reduction);
    all.target.check();
    all.checkOverlap(source.withLength(LongStream.of(counts).max().getAsLong()));
    return all;
  }

  boolean isInPlace() {
    return target.isSame(source);
  }

  /** Of what must be equal on all members. */
  long hash() {
    long hash = operation == Operation.COLLECT ? 0 : count;
    hash = hash(hash, target);
    hash = hash(hash, source);
    hash = hash * HASH_FACTOR + root;
    return hash * HASH_FACTOR + (reduction == null ? 0 : reduction.ordinal() + 1);
  }

  private static long hash(long before, Elements elements) {
    SymmetricArray array = elements.array();
    long hash = before * HASH_FACTOR + (array == null ? 0 : array.offset() + 1);
    return (hash * HASH_FACTOR + elements.index()) * HASH_FACTOR + elements.stride();
  }

  private String arrays() {
    return target + " " + source;
  }

  /** Such as "target=longs#1[8] targetIndex=0 source=longs#2[4] sourceIndex=0 count=4 root=1". */
  @Override
  public String toString() {
    return (reduction == null ? "" : reduction + " ")
        + arrays()
        + " count="
        + count
        + (operation == Operation.BROADCAST ? " root=" + root : "");
  }
}
