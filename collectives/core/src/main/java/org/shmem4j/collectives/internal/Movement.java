package org.shmem4j.collectives.internal;

import java.lang.foreign.MemorySegment;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.Team;

/**
 * One PE's part in a collective whose members have all arrived: what an algorithm can do. Elements
 * are numbered from 0 within the target's and the source's range.
 */
final class Movement {
  private final Team team;
  private final Arguments arguments;
  private final long[] counts;
  private final Block block;
  private final SymmetricArray target;
  private final SymmetricArray source;
  private final MemorySegment own;
  private final int bytes;
  private boolean hasStored;

  /**
   * Creates one.
   *
   * @param counts by member, null if all have the call's count
   */
  Movement(Team team, Arguments arguments, long[] counts, Block block) {
    this.team = team;
    this.arguments = arguments;
    this.counts = counts;
    this.block = block;
    this.target = arguments.target().array().on(team);
    this.source = arguments.source().array().on(team);
    this.own = target.segment();
    this.bytes = target.type().bytes();
  }

  Operation operation() {
    return arguments.operation();
  }

  /** This PE's number. */
  int pe() {
    return team.pe();
  }

  int pes() {
    return team.pes();
  }

  int root() {
    return arguments.root();
  }

  Reduction reduction() {
    return arguments.reduction();
  }

  /** Elements that each member gives to another, or combines. */
  long count() {
    return arguments.count();
  }

  /** Elements that a member gives to a collect. */
  long count(int peer) {
    return counts == null ? count() : counts[peer];
  }

  int elementBytes() {
    return bytes;
  }

  /** Whether target and source are the same elements. */
  boolean isInPlace() {
    return arguments.isInPlace();
  }

  /** For elements on their way. */
  Block block() {
    return block;
  }

  /** Copies elements of a member's source to elements of this PE's target. */
  void pull(int peer, long from, long to, long count) {
    Elements sources = arguments.source();
    Elements targets = arguments.target();
    if (peer == pe() && from == to && isInPlace()) {
      return;
    }
    if (sources.stride() == 1 && targets.stride() == 1) {
      source.get(sources.at(from), own, targets.at(to) * bytes, count, peer);
      return;
    }
    for (long i = 0; i < count; i++) {
      source.get(sources.at(from + i), own, targets.at(to + i) * bytes, 1, peer);
    }
  }

  /** Copies elements of a member's source to the beginning of one of the block's arrays. */
  void load(int peer, long from, MemorySegment to, int count) {
    Elements sources = arguments.source();
    if (sources.stride() == 1) {
      source.get(sources.at(from), to, 0, count, peer);
      return;
    }
    for (int i = 0; i < count; i++) {
      source.get(sources.at(from + i), to, (long) i * bytes, 1, peer);
    }
  }

  /** Copies from the beginning of one of the block's arrays to elements of a member's target. */
  void store(int peer, long to, MemorySegment from, int count) {
    hasStored = true;
    Elements targets = arguments.target();
    if (targets.stride() == 1) {
      target.put(targets.at(to), from, 0, count, peer);
      return;
    }
    for (int i = 0; i < count; i++) {
      target.put(targets.at(to + i), from, (long) i * bytes, 1, peer);
    }
  }

  /** Copies from the beginning of one of the block's arrays to the first of this PE's target. */
  void keep(MemorySegment from, int count) {
    MemorySegment.copy(from, 0, own, arguments.target().at(0) * bytes, (long) count * bytes);
  }

  /**
   * Says that this PE is done with the others' arrays, and returns when all others are done with
   * its own. Every algorithm does that once.
   */
  void leave() {
    if (hasStored) {
      team.context().quiet();
    }
    // Another hash than at the entry: nobody may take one for the other.
    team.meet(operation().call(), ~arguments.hash(), arguments, null);
  }
}
