package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A stream's links to the PEs that it has sent something to. */
final class Links {
  /** Up to so many PEs each has a place of its own. */
  private static final int DENSE = 256;

  private final int stream;
  private final int source;
  private final Link[] byPe;
  private final Map<Integer, Link> byNumber = new HashMap<>();
  private final List<Link> all = new ArrayList<>();

  Links(int stream, int source, int pes) {
    this.stream = stream;
    this.source = source;
    this.byPe = pes <= DENSE ? new Link[pes] : null;
  }

  /** The link to a PE. */
  Link to(int pe) {
    Link link = byPe != null ? byPe[pe] : byNumber.get(pe);
    return link != null ? link : add(new Link(stream, source, pe));
  }

  private Link add(Link link) {
    if (byPe != null) {
      byPe[link.target] = link;
    } else {
      byNumber.put(link.target, link);
    }
    all.add(link);
    return link;
  }

  /** In the order of their first use. */
  List<Link> all() {
    return all;
  }
}
