package org.shmem4j.shmem.internal.sync;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;

/** What a thread that has given up spinning waits for. */
public sealed interface Awaited {
  /** The key of a cell that no bell rings for. */
  long NO_BELL = Long.MIN_VALUE;

  /** Reads the cell with acquire. */
  long read();

  /** Whether a cell with that content ends the wait. */
  boolean holds(long cell);

  /** The bell's key of the cell. */
  long key();

  /** The highest key, if several cells are awaited. */
  default long lastKey() {
    return key();
  }

  /** The PE that must act, -1 if it can be any. */
  int debtor();

  /** Describes the wait to tools, in its wait record. */
  void describe(long record);

  /** For people: what, where, which value is there. */
  String describe();

  /** An element of a symmetric object, or a signal. */
  record Cell(
      SymmetricObject object,
      long index,
      long address,
      int width,
      Compare compare,
      long value,
      long key)
      implements Awaited {
    @Override
    public long read() {
      return Waiter.read(address, width);
    }

    @Override
    public boolean holds(long cell) {
      return compare.holds(cell, value);
    }

    @Override
    public int debtor() {
      return -1;
    }

    @Override
    public void describe(long record) {
      describe(record, ControlLayout.WAITS_FOR_CELL, 1);
    }

    private void describe(long record, int kind, int missing) {
      Memory.setLong(record + ControlLayout.OBJECT, object.id());
      Memory.setLong(record + ControlLayout.INDEX, index);
      Memory.setLong(record + ControlLayout.COMPARE, compare.ordinal());
      Memory.setLong(record + ControlLayout.EXPECTED, value);
      Memory.setLong(record + ControlLayout.MISSING, missing);
      Memory.setReleaseInt(record + ControlLayout.WAIT_KIND, kind);
    }

    @Override
    public String describe() {
      return object + " index=" + index + " until " + compare + " " + value + ", now=" + read();
    }
  }

  /** All cells of a set, of which {@code missing} is the first that has not been seen to hold. */
  record AllOf(CellSet set, Cell missing) implements Awaited {
    @Override
    public long read() {
      return missing.read();
    }

    @Override
    public boolean holds(long cell) {
      return missing.holds(cell);
    }

    @Override
    public long key() {
      return missing.key();
    }

    @Override
    public int debtor() {
      return missing.debtor();
    }

    @Override
    public void describe(long record) {
      missing.describe(record, ControlLayout.WAITS_FOR_ALL, set.missing());
    }

    @Override
    public String describe() {
      return "all of "
          + set.awaited()
          + " cells, "
          + set.missing()
          + " missing, the first "
          + missing.describe();
    }
  }

  /** Any cell of a set; what is read is which one holds. */
  record AnyOf(CellSet set) implements Awaited {
    @Override
    public long read() {
      return set.find();
    }

    @Override
    public boolean holds(long found) {
      return found != CellSet.NONE;
    }

    @Override
    public long key() {
      return set.lowestKey();
    }

    @Override
    public long lastKey() {
      return set.highestKey();
    }

    @Override
    public int debtor() {
      return -1;
    }

    @Override
    public void describe(long record) {
      set.first().describe(record, ControlLayout.WAITS_FOR_ANY, set.awaited());
    }

    @Override
    public String describe() {
      return "any of " + set.awaited() + " cells, the first " + set.first().describe();
    }
  }

  /** Another PE's ticket for a collective. */
  record Ticket(ControlBoard board, String call, int pe, long sequence, Compare compare)
      implements Awaited {
    @Override
    public long read() {
      return Waiter.read(board.address(pe), Long.BYTES);
    }

    @Override
    public boolean holds(long cell) {
      return compare.holds(ControlBoard.sequenceOf(cell), sequence);
    }

    @Override
    public long key() {
      return board.key(pe);
    }

    @Override
    public int debtor() {
      return pe;
    }

    @Override
    public void describe(long record) {
      Memory.setLong(record + ControlLayout.OBJECT, pe);
      Memory.setLong(record + ControlLayout.INDEX, board.number());
      Memory.setLong(record + ControlLayout.EXPECTED, sequence);
      Memory.setReleaseInt(record + ControlLayout.WAIT_KIND, ControlLayout.WAITS_FOR_TICKET);
    }

    @Override
    public String describe() {
      return describe(board.described(call), pe, board.numbered());
    }

    static String describe(String call, int pe, String which) {
      return "PE " + pe + " in " + call + ", " + which;
    }
  }

  /** Another PE's account of a collective that went wrong. */
  record Explanation(ControlBoard board, int pe, long address) implements Awaited {
    @Override
    public long read() {
      return Waiter.read(address, Long.BYTES);
    }

    @Override
    public boolean holds(long cell) {
      return cell == board.sequence();
    }

    @Override
    public long key() {
      return NO_BELL;
    }

    @Override
    public int debtor() {
      return pe;
    }

    @Override
    public void describe(long record) {
      Memory.setLong(record + ControlLayout.OBJECT, pe);
      Memory.setLong(record + ControlLayout.INDEX, board.number());
      Memory.setLong(record + ControlLayout.EXPECTED, board.sequence());
      Memory.setReleaseInt(record + ControlLayout.WAIT_KIND, ControlLayout.WAITS_FOR_EXPLANATION);
    }

    @Override
    public String describe() {
      return "PE " + pe + "'s account of the failed collective, " + board.numbered();
    }
  }
}
