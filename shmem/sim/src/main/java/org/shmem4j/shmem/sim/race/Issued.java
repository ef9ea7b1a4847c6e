package org.shmem4j.shmem.sim.race;

/**
 * A put, {@code p} or signal, which arrives some time after it was issued: the handle for {@link
 * Races#delivered}.
 */
public final class Issued extends Access {
  final long number; // among those of its stream to its target, from 1
  final boolean adds; // to what the cell carried before, instead of replacing it
  Carried carried; // to the cell, until delivered; null if nobody can wait for it
  Access freed; // what ended the life of its bytes before it arrived, or null
  boolean delivered;
  Issued previous; // of those on their way to the same target
  Issued next;

  Issued(
      AccessKind kind,
      Stream stream,
      int target,
      long offset,
      long bytes,
      boolean adds,
      Object site) {
    super(kind, stream.pe, stream, target, offset, bytes, site);
    this.number = stream.issue(target);
    this.adds = adds;
  }

  @Override
  boolean isCompleteIn(Knowledge known) {
    return known.delivered(stream.number, target).contains(number);
  }

  @Override
  boolean isBefore(Access later) {
    return isCompleteIn(later.by.known())
        || (later.stream == stream && number <= stream.fenced(target));
  }

  boolean overlaps(long from, long to) {
    return offset < to && from < offset + bytes;
  }
}
