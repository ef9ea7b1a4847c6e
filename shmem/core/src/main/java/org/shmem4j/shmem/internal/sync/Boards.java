package org.shmem4j.shmem.internal.sync;

import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.internal.control.ControlLayout;

/**
 * The ticket boards of a PE: which ones its teams use, and the highest sequence number that any has
 * seen. Lives as long as the PE's process, also when it leaves the job and joins again: what stands
 * on a board outlives the team.
 */
public final class Boards {
  /** The world's board. */
  public static final int WORLD = 0;

  /** The board of the PEs that share memory. */
  public static final int SHARED = 1;

  private static final long PREDEFINED = 1L << WORLD | 1L << SHARED;

  private Maker maker;
  private final List<TicketBoard> open = new ArrayList<>();
  private long free = ~PREDEFINED;
  private long highest;
  private long world;
  private long shared;

  /** Makes a PE's view of a board; the parameters are {@link TicketBoard}'s. */
  public interface Maker {
    TicketBoard make(int number, String team, int[] members, int self, long sequence);
  }

  /** Creates a PE's. */
  public Boards(Maker maker) {
    assert ControlLayout.BOARD_COUNT == Long.SIZE : "a bit per board";
    this.maker = maker;
  }

  /** Goes on with another waiter's, as the PE has joined the job again. */
  public synchronized Boards joinedAgain(Maker next) {
    maker = next;
    return this;
  }

  /** The board of a predefined team, on which the sequence goes on when the PE joins again. */
  public synchronized TicketBoard predefined(int number, String team, int[] members, int self) {
    return create(number, team, members, self, number == WORLD ? world : shared);
  }

  /** A bit for each board that no team uses. */
  public synchronized long free() {
    return free;
  }

  /**
   * The highest sequence number on any board that is free or taken; to be told after {@link #take},
   * as until then another thread may use the board for a team that comes and goes.
   */
  public synchronized long highest() {
    return highest;
  }

  /** Takes a board, unless another thread of this PE has. */
  public synchronized boolean take(int number) {
    boolean taken = (free >>> number & 1) != 0;
    free &= ~(1L << number);
    return taken;
  }

  /** Gives back a board that has been taken and not opened. */
  public synchronized void giveBack(int number) {
    free |= 1L << number;
  }

  /**
   * Opens a board that has been taken.
   *
   * @param sequence at least as high as any that a member has used on it
   */
  public synchronized TicketBoard open(
      int number, String team, int[] members, int self, long sequence) {
    return create(number, team, members, self, sequence);
  }

  private TicketBoard create(int number, String team, int[] members, int self, long sequence) {
    TicketBoard board = maker.make(number, team, members, self, sequence);
    open.add(board);
    return board;
  }

  /** Makes a team's board free. */
  public synchronized void close(TicketBoard board) {
    open.remove(board);
    highest = Math.max(highest, board.sequence());
    free |= 1L << board.number();
  }

  /** Makes all boards free, as the PE has left the job. */
  public synchronized void closeAll() {
    for (TicketBoard board : open) {
      switch (board.number()) {
        case WORLD -> world = board.sequence();
        case SHARED -> shared = board.sequence();
        default -> highest = Math.max(highest, board.sequence());
      }
    }
    open.clear();
    free = ~PREDEFINED;
  }
}
