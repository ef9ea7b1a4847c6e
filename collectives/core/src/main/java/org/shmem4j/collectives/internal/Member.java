package org.shmem4j.collectives.internal;

import java.util.HashMap;
import java.util.Map;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Team;

/** This PE as a member of a team, in one collective at a time. */
public final class Member {
  private final Team team;
  private final Map<ElementType<?>, Block> blocks = new HashMap<>();

  /** Creates a team's. */
  public Member(Team team) {
    this.team = team;
  }

  /** Checks a call, meets the others and moves the data. */
  public void run(Arguments given) {
    String call = given.operation().call();
    team.collective(call, () -> runAlone(call, given));
  }

  private void runAlone(String call, Arguments given) {
    Arguments arguments = given;
    RuntimeException failure = given.failure(team);
    long[] counts = null;
    if (given.operation() == Operation.COLLECT) {
      counts = team.exchange(call, given.hash(), given, failure, given.count());
      arguments = given.collecting(counts);
    } else {
      team.meet(call, given.hash(), given, failure);
    }
    if (arguments.target().length() > 0) {
      Movement move = new Movement(team, arguments, counts, block(arguments));
      Algorithms.choose(move).run(move);
    }
  }

  private Block block(Arguments arguments) {
    ElementType<?> type = arguments.target().array().type();
    Block block = blocks.get(type);
    if (block == null) {
      block = Block.of(arguments.target().array());
      blocks.put(type, block);
    }
    return block;
  }
}
