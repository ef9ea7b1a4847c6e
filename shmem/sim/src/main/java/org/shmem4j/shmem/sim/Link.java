package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;

/** What one stream has on its way to one PE, in the order in which it was issued. */
final class Link {
  /** The stream's number in the simulation. */
  final int stream;

  /** The PE whose stream it is. */
  final int source;

  final int target;

  /** Raised by a fence: what comes after is delivered after what came before. */
  long epoch;

  /** Where it stands among the links that have something; -1 if it has nothing. */
  int place = -1;

  /** When what was sent last has left its source, in a simulation with a clock. */
  double left;

  /** When it is there. */
  double arrival;

  /** When the source knows that, or has what it has asked for. */
  double answer;

  /** When the source knows that of all that it has sent. */
  double settled;

  private final List<Part> parts = new ArrayList<>();

  Link(int stream, int source, int target) {
    this.stream = stream;
    this.source = source;
    this.target = target;
  }

  /** How many parts are on their way. */
  int size() {
    return parts.size();
  }

  Part get(int i) {
    return parts.get(i);
  }

  void add(Part part) {
    parts.add(part);
  }

  void remove(Part part) {
    parts.remove(part);
  }

  /** The part itself if it can be delivered now, or one that must come before it. */
  Part deliverable(Part part) {
    for (Part earlier : parts) {
      if (earlier == part) {
        return part;
      }
      if (earlier.mustPrecede(part)) {
        return deliverable(earlier);
      }
    }
    return part;
  }

  /** A part that can be delivered and must be, before one that is not on its way; or null. */
  Part ahead(Part other) {
    for (Part part : parts) {
      if (part.mustPrecede(other)) {
        return deliverable(part);
      }
    }
    return null;
  }

  /** Whether nothing must come before it. */
  boolean isDeliverable(Part part) {
    return deliverable(part) == part;
  }

  @Override
  public String toString() {
    return "stream " + stream + " of PE " + source + " to PE " + target;
  }
}
