package org.shmem4j.shmem;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.shmem4j.shmem.internal.sync.Boards;
import org.shmem4j.shmem.internal.sync.TicketBoard;
import org.shmem4j.shmem.internal.sync.TicketBoard.Kind;

/**
 * Makes teams: every split is one by colour and key.
 *
 * <p>The members of the parent meet and tell each other colour, key and which boards they have
 * free, so each can compute all new teams and the first board that is free on all members of its
 * own. Then they meet once more, to agree that each could take it, as another thread of a PE may
 * have been faster and all try again; and to tell each other where the board's sequence must begin.
 */
final class TeamSplit {
  private static final int NO_COLOUR = -1;

  private final Team parent;
  private final Shmem shmem;

  TeamSplit(Team parent) {
    parent.checkAlive();
    this.parent = parent;
    this.shmem = parent.shmem();
  }

  /** A call, as the members compare it. */
  private record Call(Kind kind, long hash, String arguments, RuntimeException failure) {}

  Team strided(int start, int stride, int size, TeamConfig config) {
    long last = start + (long) stride * (size - 1L);
    String arguments = "start=" + start + " stride=" + stride + " size=" + size;
    RuntimeException failure = null;
    if (size < 1 || (stride == 0 && size != 1) || isOutside(start) || isOutside(last)) {
      failure =
          new IllegalArgumentException(
              "a strided team needs a size of at least 1, a stride that is not 0 if there are more,"
                  + " and all its PEs in the parent: parent="
                  + parent
                  + " "
                  + arguments
                  + " last="
                  + last
                  + " valid=0.."
                  + (parent.pes() - 1));
    }
    long distance = (long) parent.pe() - start;
    long key = stride == 0 ? distance : distance / stride;
    boolean isIn = stride == 0 ? distance == 0 : distance % stride == 0 && key >= 0 && key < size;
    long hash = TicketBoard.mix(TicketBoard.mix(start, stride), size);
    Call call = new Call(Kind.SPLIT_STRIDED, hash, arguments, failure);
    return split(call, isIn ? 0 : NO_COLOUR, isIn ? (int) key : 0, config);
  }

  private boolean isOutside(long pe) {
    return pe < 0 || pe >= parent.pes();
  }

  Team.Grid grid(int xRange, TeamConfig xConfig, TeamConfig yConfig) {
    RuntimeException failure =
        xRange >= 1
            ? null
            : new IllegalArgumentException(
                "a row has at least one PE: parent=" + parent + " xRange=" + xRange);
    int width = Math.clamp(xRange, 1, parent.pes());
    Call call = new Call(Kind.SPLIT_2D, xRange, "xRange=" + xRange, failure);
    int row = parent.pe() / width;
    int column = parent.pe() % width;
    Team x = split(call, row, column, xConfig);
    try {
      return new Team.Grid(x, split(call, column, row, yConfig));
    } catch (RuntimeException e) {
      // All members fail alike, and nobody has used the row yet.
      if (x.isValid()) {
        x.discard();
      }
      throw e;
    }
  }

  Team byColour(int colour, int key) {
    return split(
        new Call(Kind.SPLIT, 0, null, null), Math.max(colour, NO_COLOUR), key, TeamConfig.DEFAULT);
  }

  Team of(int[] pes) {
    String arguments = Arrays.toString(pes);
    RuntimeException failure = null;
    if (pes.length == 0
        || IntStream.of(pes).anyMatch(this::isOutside)
        || IntStream.of(pes).distinct().count() < pes.length) {
      failure =
          new IllegalArgumentException(
              "a team is made of one or more different PEs of its parent: parent="
                  + parent
                  + " pes="
                  + arguments
                  + " valid=0.."
                  + (parent.pes() - 1));
    }
    int key =
        IntStream.range(0, pes.length).filter(i -> pes[i] == parent.pe()).findFirst().orElse(-1);
    long hash = 0;
    for (int pe : pes) {
      hash = TicketBoard.mix(hash, pe + 1L);
    }
    Call call = new Call(Kind.TEAM_OF, hash, arguments, failure);
    return split(call, key < 0 ? NO_COLOUR : 0, key, TeamConfig.DEFAULT);
  }

  private Team split(Call call, int colour, int key, TeamConfig config) {
    boolean wasInside = parent.board().begin(call.kind);
    try {
      return splitAlone(call, colour, key, config);
    } finally {
      parent.board().end(wasInside);
    }
  }

  private Team splitAlone(Call call, int colour, int key, TeamConfig config) {
    if (config == null && call.failure == null) {
      RuntimeException failure =
          new IllegalArgumentException(
              "a team needs a configuration: parent="
                  + parent
                  + " config=null; TeamConfig.DEFAULT");
      return split(
          new Call(call.kind, call.hash, call.arguments, failure), colour, key, TeamConfig.DEFAULT);
    }
    parent.context().complete();
    while (true) {
      long free = shmem.boards().free();
      long[][] told =
          parent
              .board()
              .exchange(
                  call.kind,
                  call.hash,
                  call.arguments,
                  call.failure,
                  free,
                  (long) colour << 32 | (key & 0xffff_ffffL));
      checkBoards(told);
      int[] chosen = colour < 0 ? new int[0] : members(told, colour);
      int board = colour < 0 ? -1 : Long.numberOfTrailingZeros(commonBoards(told, chosen));
      boolean taken = colour >= 0 && shmem.boards().take(board);
      boolean allCould = false;
      try {
        long[][] agreement =
            parent
                .board()
                .exchange(
                    Kind.TEAM_AGREEMENT,
                    0,
                    null,
                    null,
                    taken || colour < 0 ? 1 : 0,
                    shmem.boards().highest());
        allCould = Arrays.stream(agreement).allMatch(each -> each[0] == 1);
        if (allCould) {
          return colour < 0 ? Team.INVALID : create(agreement, chosen, board, config);
        }
      } finally {
        if (taken && !allCould) {
          shmem.boards().giveBack(board);
        }
      }
    }
  }

  /** Who gives a colour, in the parent's numbers, by key and then by number. */
  private static int[] members(long[][] told, int colour) {
    return IntStream.range(0, told.length)
        .filter(i -> colour(told[i]) == colour)
        .boxed()
        .sorted((a, b) -> Integer.compare((int) told[a][1], (int) told[b][1]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static int colour(long[] told) {
    return (int) (told[1] >> 32);
  }

  private static long commonBoards(long[][] told, int[] members) {
    long common = -1;
    for (int member : members) {
      common &= told[member][0];
    }
    return common;
  }

  /** Every member looks at all new teams, so that all or none are made. */
  private void checkBoards(long[][] told) {
    int[] colours =
        IntStream.range(0, told.length)
            .map(i -> colour(told[i]))
            .filter(colour -> colour >= 0)
            .distinct()
            .toArray();
    for (int colour : colours) {
      int[] members = members(told, colour);
      if (commonBoards(told, members) == 0) {
        throw new ShmemException(
            "no more teams, for some PE is a member of too many, or the members have no board free"
                + " in common: parent="
                + parent
                + " members="
                + Arrays.toString(IntStream.of(members).map(parent::worldPe).toArray())
                + " limit="
                + (Long.SIZE - 2)
                + "; destroy teams that are no longer used");
      }
    }
  }

  private Team create(long[][] agreement, int[] chosen, int board, TeamConfig config) {
    long sequence = 0;
    int self = 0;
    int[] world = new int[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      sequence = Math.max(sequence, agreement[chosen[i]][1]);
      world[i] = parent.worldPe(chosen[i]);
      self = chosen[i] == parent.pe() ? i : self;
    }
    String name = "team#" + (board - Boards.SHARED);
    Team team =
        new Team(
            shmem,
            name,
            world,
            self,
            config,
            shmem.boards().open(board, name, world, self, sequence));
    shmem.add(team);
    return team;
  }
}
