package org.shmem4j.collectives;

import org.shmem4j.collectives.internal.Arguments;
import org.shmem4j.collectives.internal.Member;
import org.shmem4j.collectives.internal.Operation;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;

/**
 * What the members of a team do together with symmetric arrays (OpenSHMEM 1.6, Collective
 * Routines). All members make the same calls in the same order.
 *
 * <pre>{@code
 * Collectives all = Collectives.of(shmem.world());
 * SymmetricDoubles mine = shmem.doubles(3);
 * SymmetricDoubles sum = shmem.doubles(3);
 * mine.copyFrom(input);
 * all.reduce(Reduction.SUM, sum, mine, 3);
 * System.out.println(Arrays.toString(sum.toArray()));
 * }</pre>
 *
 * <p>Indices, counts and strides are in elements. PE numbers are the team's. Arrays are the world's
 * or of any team that has all members; target and source are of one type, and the same two on every
 * member, with equal indices, counts and other arguments unless a method says otherwise. A count of
 * 0 is legal and moves nothing.
 *
 * <p><b>Buffers.</b> Target and source need no barrier around a call, which is more than OpenSHMEM
 * 1.6 promises: nobody's target is written before that member has called, and when a call returns,
 * the target is complete and nobody reads the source any more. Elements of the target that have no
 * part in a call are not written. Target and source are different elements, or exactly the same (in
 * place).
 *
 * <p><b>Results.</b> Reductions and scans combine in the order of the members' numbers, from the
 * left, so that floating-point results have the same bits on every member and in every run.
 *
 * <p><b>Errors</b> are thrown on every member before anything is written: {@link SymmetryException}
 * with every member's call and call site if the calls differ or only some are wrong; if all are
 * wrong alike, {@link IllegalArgumentException} (arrays of two types, of another world or of a team
 * that lacks a member; overlapping target and source; a negative count; a stride below 1; a bitwise
 * reduction of floating-point numbers), {@link IndexOutOfBoundsException} (a range outside its
 * array, a root that is no member), {@link IllegalStateException} (a freed array) or {@link
 * NullPointerException}.
 *
 * <p>A member's threads may be in collectives of different teams at once; those of one team must be
 * ordered. Operations on contexts are not completed by a collective.
 */
public final class Collectives {
  private final Team team;
  private final Member member;

  private Collectives(Team team) {
    this.team = team;
    this.member = new Member(team);
  }

  /**
   * A team's collectives: always the same object for a team. Local.
   *
   * @throws IllegalStateException if the team is {@link Team#INVALID}
   */
  public static Collectives of(Team team) {
    return team.attachment(Collectives.class, Collectives::new);
  }

  /** The team whose members meet. */
  public Team team() {
    return team;
  }

  /**
   * Copies the beginning of the root's source to the beginning of every member's target, the root's
   * too (shmem_broadcast).
   */
  public <A extends SymmetricArray> void broadcast(A target, A source, long count, int root) {
    broadcast(target, 0, source, 0, count, root);
  }

  /** As {@link #broadcast(SymmetricArray, SymmetricArray, long, int)}, from given indices on. */
  public <A extends SymmetricArray> void broadcast(
      A target, long targetIndex, A source, long sourceIndex, long count, int root) {
    run(Operation.BROADCAST, target, targetIndex, 1, source, sourceIndex, 1, count, root, null);
  }

  /**
   * Copies all members' sources one after another, by number, into every member's target
   * (shmem_collect).
   *
   * @param count elements of this member; another may have another
   */
  public <A extends SymmetricArray> void collect(A target, A source, long count) {
    collect(target, 0, source, 0, count);
  }

  /** As {@link #collect(SymmetricArray, SymmetricArray, long)}, from given indices on. */
  public <A extends SymmetricArray> void collect(
      A target, long targetIndex, A source, long sourceIndex, long count) {
    run(Operation.COLLECT, target, targetIndex, source, sourceIndex, count);
  }

  /**
   * Copies all members' sources one after another, by number, into every member's target
   * (shmem_fcollect). The target holds the team's size times {@code count}.
   */
  public <A extends SymmetricArray> void fcollect(A target, A source, long count) {
    fcollect(target, 0, source, 0, count);
  }

  /** As {@link #fcollect(SymmetricArray, SymmetricArray, long)}, from given indices on. */
  public <A extends SymmetricArray> void fcollect(
      A target, long targetIndex, A source, long sourceIndex, long count) {
    run(Operation.FCOLLECT, target, targetIndex, source, sourceIndex, count);
  }

  /**
   * Copies block j of member i's source to block i of member j's target (shmem_alltoall). Both hold
   * a block for each member.
   *
   * @param count elements of a block
   */
  public <A extends SymmetricArray> void alltoall(A target, A source, long count) {
    alltoall(target, 0, source, 0, count);
  }

  /** As {@link #alltoall(SymmetricArray, SymmetricArray, long)}, from given indices on. */
  public <A extends SymmetricArray> void alltoall(
      A target, long targetIndex, A source, long sourceIndex, long count) {
    run(Operation.ALLTOALL, target, targetIndex, source, sourceIndex, count);
  }

  /**
   * As {@link #alltoall(SymmetricArray, SymmetricArray, long)} of elements that lie apart
   * (shmem_alltoalls).
   *
   * @param targetStride from one element of the target to the next; what is between is not written
   * @param sourceStride from one element of the source to the next
   */
  public <A extends SymmetricArray> void alltoalls(
      A target, A source, long targetStride, long sourceStride, long count) {
    alltoalls(target, 0, targetStride, source, 0, sourceStride, count);
  }

  /**
   * As {@link #alltoalls(SymmetricArray, SymmetricArray, long, long, long)}, from given indices on.
   */
  public <A extends SymmetricArray> void alltoalls(
      A target,
      long targetIndex,
      long targetStride,
      A source,
      long sourceIndex,
      long sourceStride,
      long count) {
    run(
        Operation.ALLTOALLS,
        target,
        targetIndex,
        targetStride,
        source,
        sourceIndex,
        sourceStride,
        count,
        Arguments.NONE,
        null);
  }

  /**
   * Combines the first elements of all members' sources, one by one, into every member's target
   * (shmem_sum_reduce and its like).
   */
  public <A extends SymmetricArray> void reduce(
      Reduction reduction, A target, A source, long count) {
    reduce(reduction, target, 0, source, 0, count);
  }

  /** As {@link #reduce(Reduction, SymmetricArray, SymmetricArray, long)}, from given indices on. */
  public <A extends SymmetricArray> void reduce(
      Reduction reduction, A target, long targetIndex, A source, long sourceIndex, long count) {
    run(
        Operation.REDUCE,
        target,
        targetIndex,
        1,
        source,
        sourceIndex,
        1,
        count,
        Arguments.NONE,
        reduction);
  }

  /**
   * Gives each member the sum of the sources of all up to and with itself (shmem_sum_inscan);
   * integers wrap.
   */
  public <A extends SymmetricArray> void sumInscan(A target, A source, long count) {
    sumInscan(target, 0, source, 0, count);
  }

  /** As {@link #sumInscan(SymmetricArray, SymmetricArray, long)}, from given indices on. */
  public <A extends SymmetricArray> void sumInscan(
      A target, long targetIndex, A source, long sourceIndex, long count) {
    run(Operation.SUM_INSCAN, target, targetIndex, source, sourceIndex, count);
  }

  /**
   * Gives each member the sum of the sources of all before it, PE 0 zeros (shmem_sum_exscan);
   * integers wrap.
   */
  public <A extends SymmetricArray> void sumExscan(A target, A source, long count) {
    sumExscan(target, 0, source, 0, count);
  }

  /** As {@link #sumExscan(SymmetricArray, SymmetricArray, long)}, from given indices on. */
  public <A extends SymmetricArray> void sumExscan(
      A target, long targetIndex, A source, long sourceIndex, long count) {
    run(Operation.SUM_EXSCAN, target, targetIndex, source, sourceIndex, count);
  }

  private void run(
      Operation operation,
      SymmetricArray target,
      long targetIndex,
      SymmetricArray source,
      long sourceIndex,
      long count) {
    run(operation, target, targetIndex, 1, source, sourceIndex, 1, count, Arguments.NONE, null);
  }

  private void run(
      Operation operation,
      SymmetricArray target,
      long targetIndex,
      long targetStride,
      SymmetricArray source,
      long sourceIndex,
      long sourceStride,
      long count,
      int root,
      Reduction reduction) {
    member.run(
        Arguments.of(
            operation,
            team.pes(),
            target,
            targetIndex,
            targetStride,
            source,
            sourceIndex,
            sourceStride,
            count,
            root,
            reduction));
  }

  /** Such as "collectives of world". */
  @Override
  public String toString() {
    return "collectives of " + team;
  }
}
