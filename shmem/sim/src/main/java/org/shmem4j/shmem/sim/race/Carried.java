package org.shmem4j.shmem.sim.race;

/**
 * What a release by a signal, a {@code p} or an atomic carries to its cell: what the PE knew then,
 * how far its own program and plain stores are ahead of it, and what is delivered by the time it
 * arrives.
 *
 * @param known what its PE knew
 * @param progress how far the PE is, and the release itself
 * @param delivered those of the same stream to the same target that are ahead, and itself
 */
record Carried(Knowledge known, Progress progress, Delivered delivered) implements Clock {
  Release release() {
    return progress.heard();
  }

  @Override
  public Knowledge addTo(Knowledge before) {
    Release release = release();
    Knowledge both = before.hasHeard(release) ? before : before.plus(known);
    return both.plus(release.by.number, progress)
        .plus(release.stream.number, release.target, delivered);
  }
}
