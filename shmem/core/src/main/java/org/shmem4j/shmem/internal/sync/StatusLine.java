package org.shmem4j.shmem.internal.sync;

import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;

/** What a sleeping thread waits for, left in its wait record so that tools can explain a hang. */
final class StatusLine {
  private static final int NONE = 0;
  private static final int CELL = 1;
  private static final int TICKET = 2;
  private static final int EXPLANATION = 3;

  private StatusLine() {}

  /** Describes a wait; the kind comes last and makes it valid. */
  static void write(long record, Awaited awaited) {
    Memory.setLong(record + ControlLayout.SINCE, System.nanoTime());
    Memory.setOpaqueLong(record + ControlLayout.KEY, awaited.key());
    int kind =
        switch (awaited) {
          case Awaited.Cell cell -> {
            Memory.setLong(record + ControlLayout.OBJECT, cell.object().id());
            Memory.setLong(record + ControlLayout.INDEX, cell.index());
            Memory.setLong(record + ControlLayout.COMPARE, cell.compare().ordinal());
            Memory.setLong(record + ControlLayout.EXPECTED, cell.value());
            yield CELL;
          }
          case Awaited.Ticket ticket -> {
            Memory.setLong(record + ControlLayout.OBJECT, ticket.pe());
            Memory.setLong(record + ControlLayout.EXPECTED, ticket.sequence());
            yield TICKET;
          }
          case Awaited.Explanation explanation -> {
            Memory.setLong(record + ControlLayout.OBJECT, explanation.pe());
            Memory.setLong(record + ControlLayout.EXPECTED, explanation.sequence());
            yield EXPLANATION;
          }
        };
    Memory.setReleaseInt(record + ControlLayout.WAIT_KIND, kind);
  }

  /** Says that the record's thread no longer waits. */
  static void clear(long record) {
    Memory.setReleaseInt(record + ControlLayout.WAIT_KIND, NONE);
  }
}
