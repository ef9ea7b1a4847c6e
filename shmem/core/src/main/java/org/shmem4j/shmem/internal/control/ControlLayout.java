package org.shmem4j.shmem.internal.control;

import org.shmem4j.shmem.internal.memory.Mutation;

/**
 * The control file of a job, the one structure that all its PEs and its launcher share besides the
 * heaps. Numbers are in native byte order; each word has one writer or is changed by atomics only.
 *
 * <pre>
 *        0 +-----------------------------------------------------------+
 *          | magic (8) | version (4) | PEs (4) | heap bytes per PE (8)  |  written once, by the creator
 *          | flags (8) | alignment of the heaps (8)                     |
 *      128 | failure (8): 0, or (pe + 1) << 32 | exit code              |  CAS by who sees a death first
 *      256 | exit (8): 0, or EXIT_CALLED | caller << 32 | status        |  CAS by globalExit
 *     4096 +-----------------------------------------------------------+
 *          | block of PE 0, 45056 bytes                                 |
 *    49152 | block of PE 1 ...                                          |
 *          +-----------------------------------------------------------+
 *
 *  block of a PE
 *        0 | state (4) | 0 (4) | pid (8), 0 if unborn or ended          |  the PE; DEAD by who sees it
 *      128 | asleep (8): a bit per wait record                          |  the PE's threads, atomic
 *      256 | sleeps (8) | wake-ups by the backstop (8)                  |  the PE's threads, atomic
 *     1024 | 16 wait records of 128 bytes                               |
 *     4096 | 64 boards of 128 bytes: the world's, and one per team      |  the PE
 *    12288 | 64 accounts of 512 bytes, one per board                    |  the PE
 *
 *  board: where a team's members meet
 *        0 | ticket (8) | hash (8) | three values (24)                  |  of collectives of even number
 *       64 | ticket (8) | hash (8) | three values (24)                  |  of odd number
 *
 *  account: what the PE did in a collective that went wrong
 *        0 | the collective's number (8), written last | length (4) | text, UTF-8
 *
 *  wait record, owned by one waiting thread at a time
 *        0 | bell (4): futex word | kind of wait (4)                    |  bell: notifiers, atomic
 *        8 | first key of the awaited cells (8)                         |
 *       16 | timespec of the sleep (16)                                 |
 *       32 | object (8) | index (8)                                     |
 *       48 | comparison (8) | expected value (8)                        |
 *       64 | since, in nanoseconds of the monotonic clock (8)           |
 *       72 | last key of the awaited cells (8) | missing cells (8)      |
 * </pre>
 */
public final class ControlLayout {
  /** "SHMEM4J" and a zero. */
  public static final long MAGIC = 0x00_4a_34_4d_45_4d_48_53L;

  /** Raised with every change of this drawing. */
  public static final int VERSION = 3;

  /** Offset of the magic word. */
  public static final long MAGIC_OFFSET = 0;

  /** Offset of the version. */
  public static final long VERSION_OFFSET = 8;

  /** Offset of the number of PEs. */
  public static final long PES_OFFSET = 12;

  /** Offset of the heap's size. */
  public static final long HEAP_BYTES_OFFSET = 16;

  /** Offset of the flags. */
  public static final long FLAGS_OFFSET = 24;

  /** Flag: waiters may sleep on a futex, so notifiers ring bells. */
  public static final long FLAG_MAY_SLEEP = 1;

  /** Flag: ranks map their heaps through Chronicle. */
  public static final long FLAG_CHRONICLE = 2;

  /** Flag: the heaps' space was not reserved. */
  public static final long FLAG_SPARSE = 4;

  /** Flag: misuse is looked for that costs time to find. */
  public static final long FLAG_CHECKED = 8;

  /** Offset of the heaps' alignment. */
  public static final long ALIGNMENT_OFFSET = 32;

  /** Offset of the failure word. */
  public static final long FAILURE_OFFSET = 128;

  /** Offset of the exit word. */
  public static final long EXIT_OFFSET = 256;

  /** Set in the exit word once a PE has called globalExit. */
  public static final long EXIT_CALLED = 1L << 62;

  private static final long FIRST_BLOCK = 4096;
  private static final long BLOCK_BYTES = 45_056;

  /** In a block: the state. */
  public static final long STATE = 0;

  /** In a block: the process. */
  public static final long PID = 8;

  /** In a block: which wait records are asleep. */
  public static final long ASLEEP = 128;

  /** In a block: how often a thread slept. */
  public static final long SLEEPS = 256;

  /** In a block: how often only the backstop ended a sleep whose condition held. */
  public static final long BACKSTOPS = 264;

  /** Offset of the wait records in a PE's block. */
  public static final long RECORDS = 1024;

  private static final long RECORD_BYTES = 128;

  /** How many threads of a PE can sleep on bells at once. */
  public static final int RECORD_COUNT = 16;

  /** In a wait record: the futex word. */
  public static final long BELL = 0;

  /**
   * In a wait record: the kind of wait, which is written last and makes the rest valid. A reader
   * reads it, then the rest, then it and the time again; if they differ the wait was another.
   */
  public static final long WAIT_KIND = 4;

  /** Kind of wait: the record is free. */
  public static final int WAITS_FOR_NOTHING = 0;

  /** Kind of wait: an element of an object, named by its id and index. */
  public static final int WAITS_FOR_CELL = 1;

  /** Kind of wait: the PE that the object field names, in the collective expected. */
  public static final int WAITS_FOR_TICKET = 2;

  /** Kind of wait: that PE's account of a collective that went wrong. */
  public static final int WAITS_FOR_EXPLANATION = 3;

  /** Kind of wait: all elements or signals of a set; the record names the first that is missing. */
  public static final int WAITS_FOR_ALL = 4;

  /** Kind of wait: any element or signal of a set; the record names the first. */
  public static final int WAITS_FOR_ANY = 5;

  /** In a wait record: the key of the awaited cell, the lowest of a set. */
  public static final long KEY = 8;

  /** In a wait record: a struct timespec. */
  public static final long TIMESPEC = 16;

  /** In a wait record: which object is awaited. */
  public static final long OBJECT = 32;

  /** In a wait record: which element of it. */
  public static final long INDEX = 40;

  /** In a wait record: the comparison, a constant of Compare. */
  public static final long COMPARE = 48;

  /** In a wait record: the value compared with, or a sequence number. */
  public static final long EXPECTED = 56;

  /** In a wait record: since when. */
  public static final long SINCE = 64;

  /** In a wait record: the key of the awaited cell, the highest of a set. */
  public static final long LAST_KEY = 72;

  /** In a wait record: how many cells were missing when the wait fell asleep. */
  public static final long MISSING = 80;

  /** How many teams a PE can be a member of at once, the predefined ones included. */
  public static final int BOARD_COUNT = 64;

  private static final long BOARDS = 4096;
  private static final long BOARD_BYTES = 128;
  private static final long TICKET_BYTES = 64;

  /** From a ticket to the hash of the call's arguments. */
  public static final long TICKET_HASH = 8;

  /** From a ticket to the first of the values that the PE tells the others. */
  public static final long TICKET_VALUES = 16;

  /** How many values a PE can tell. */
  public static final int VALUE_COUNT = 3;

  private static final long ACCOUNTS = 12_288;
  private static final long ACCOUNT_BYTES = 512;

  /** In an account: length of the text; the bytes follow. */
  public static final long TEXT = 8;

  /** How long a text can be. */
  public static final int TEXT_CAPACITY = (int) (ACCOUNT_BYTES - TEXT - 4);

  private ControlLayout() {}

  /** Size of the control file. */
  public static long bytes(int pes) {
    return FIRST_BLOCK + pes * BLOCK_BYTES;
  }

  /** Offset of a PE's block. */
  public static long block(int pe) {
    return FIRST_BLOCK + pe * BLOCK_BYTES;
  }

  /** Offset of a PE's ticket for a collective of a board. */
  public static long ticket(int pe, int board, long sequence) {
    return block(pe) + BOARDS + board * BOARD_BYTES + cell(sequence) * TICKET_BYTES;
  }

  private static long cell(long sequence) {
    return Mutation.TICKET_CELL.isOn() ? 0 : sequence & 1;
  }

  /** Offset of a PE's account of the last collective of a board that went wrong. */
  public static long account(int pe, int board) {
    return block(pe) + ACCOUNTS + board * ACCOUNT_BYTES;
  }

  /** Offset of a wait record. */
  public static long record(int pe, int record) {
    return block(pe) + RECORDS + record * RECORD_BYTES;
  }
}
