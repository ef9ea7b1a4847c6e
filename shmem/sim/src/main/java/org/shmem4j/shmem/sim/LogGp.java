package org.shmem4j.shmem.sim;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How long things take on a {@link Network}. Each task has its own time, which operations advance;
 * what a program computes takes none.
 */
final class LogGp {
  /** Of a message of a meeting, and of a signal or cell. */
  private static final int WORD = Long.BYTES;

  private static final double NANOS_PER_TELLING = 25;

  private final Network network;
  private final int hosts;

  /** When an adapter takes the next message: those of the hosts, then of each PE for its host. */
  private final double[] free;

  /** When a PE came to its last meeting, or ended. */
  private final double[] done;

  private final double lookCost;
  private final Counts counts;

  LogGp(Network network, int pes) {
    this.network = network;
    this.hosts = network.host(pes - 1) + 1;
    this.free = new double[hosts + pes];
    this.done = new double[pes];
    this.lookCost = (hosts > 1 ? network.between() : network.within()).overhead();
    this.counts = new Counts(pes);
  }

  Counts counts() {
    return counts;
  }

  /** By PE, when it came to its last meeting. */
  double[] done() {
    return done;
  }

  private Network.Wire wire(Link link) {
    return network.wire(link.source, link.target);
  }

  /** Bytes leave a task for a PE; it goes on when the adapter has taken them. */
  void sends(Task task, Verb verb, Link link, long bytes) {
    Network.Wire wire = wire(link);
    task.time = takenFrom(link.source, link.target, task.time + wire.overhead(), bytes);
    link.left = task.time + wire.transfer(bytes);
    link.arrival = link.left + wire.latency();
    answered(link, link.arrival + wire.latency());
    counts.add(verb, link.source, bytes);
  }

  /** A task asks a PE for bytes and does not wait for them. */
  void asksFor(Task task, Verb verb, Link link, long bytes) {
    sends(task, verb, link, 0);
    answered(link, link.answer + wire(link).transfer(bytes));
    counts.add(verb, link.target, bytes);
  }

  private static void answered(Link link, double time) {
    link.answer = time;
    link.settled = Math.max(link.settled, time);
  }

  /** A task asks a PE, and its time is when the PE is asked. */
  void asks(Task task, Verb verb, Link link) {
    sends(task, verb, link, 0);
    task.time = link.arrival;
  }

  /** The PE that a task has asked now answers, and the task's time is when it has the answer. */
  void answers(Task task, Verb verb, Link link, long bytes) {
    Network.Wire wire = wire(link);
    double leaves = takenFrom(link.target, link.source, task.time, bytes);
    task.time = leaves + wire.transfer(bytes) + wire.latency();
    counts.add(verb, link.target, bytes);
  }

  /** When the adapter that a PE reaches another by takes a message. */
  private double takenFrom(int from, int to, double time, long bytes) {
    int host = network.host(from);
    int adapter = host == network.host(to) ? hosts + from : host;
    Network.Wire wire = network.wire(from, to);
    double taken = Math.max(time, free[adapter]);
    free[adapter] = taken + wire.transfer(bytes) + wire.gap();
    return taken;
  }

  /** When a part of what a task has just sent is delivered. */
  double arrival(Part part) {
    return switch (part.stage) {
      case SOURCE -> part.link.left;
      case DATA, UPDATE -> part.link.arrival;
      case RESULT -> part.link.answer;
    };
  }

  /** A task waits until it knows that all that links carry is there. */
  void settles(Task task, List<Link> links) {
    for (Link link : links) {
      task.time = Math.max(task.time, link.settled);
    }
  }

  /** A task has looked at a cell of its own that others update. */
  void looks(Task task) {
    task.time += lookCost;
  }

  /** A task asks for the time. If it does nothing else that takes time, so that loops end. */
  void tells(Task task) {
    if (task.time == task.told()) {
      task.time += NANOS_PER_TELLING;
    }
    task.tell();
  }

  void arrives(Meeting meeting, Task task) {
    meeting.time = Math.max(meeting.time, task.time);
    done[task.owner] = task.time;
  }

  /** All have come: the meeting's time is when they leave. */
  void completes(Meeting meeting) {
    int[] members = meeting.members();
    int[] sizes = sizes(members);
    int within = rounds(Arrays.stream(sizes).max().orElseThrow());
    int between = rounds(sizes.length);
    meeting.time += within * round(network.within()) + between * round(network.between());
    for (int member : members) {
      counts.add(Verb.MEETING, member, within + between, WORD);
    }
  }

  /** How many members each host has of those that have any. */
  private int[] sizes(int[] members) {
    int[] places = IntStream.of(members).map(network::host).sorted().toArray();
    int[] begins =
        IntStream.rangeClosed(0, places.length)
            .filter(i -> i == 0 || i == places.length || places[i] != places[i - 1])
            .toArray();
    return IntStream.range(1, begins.length).map(i -> begins[i] - begins[i - 1]).toArray();
  }

  /** Of a dissemination: in each, everybody tells another one. */
  private static int rounds(int members) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(members - 1);
  }

  private static double round(Network.Wire wire) {
    return 2 * wire.overhead() + wire.latency() + wire.transfer(WORD);
  }
}
