package org.shmem4j.shmem.sim.race;

/**
 * What a release by a signal, a {@code p} or an atomic carries to its cell: what the PE knew then,
 * how far its own program and plain stores are ahead of it, and what is delivered by the time it
 * arrives.
 *
 * @param release the operation
 * @param known what its PE knew
 * @param program the time until when the PE's reads and atomics are ahead
 * @param stores the time until when the PE's plain stores are ahead
 * @param delivered those of the same stream to the same target that are ahead, and itself
 */
record Carried(Release release, Knowledge known, long program, long stores, Delivered delivered)
    implements Clock {

  @Override
  public Knowledge addTo(Knowledge before) {
    Knowledge both = before.hasHeard(release) ? before : before.plus(known);
    return both.plus(release.by.number, new Progress(program, stores, release))
        .plus(release.stream.number, release.target, delivered);
  }
}
