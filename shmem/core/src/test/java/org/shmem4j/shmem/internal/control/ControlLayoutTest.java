package org.shmem4j.shmem.internal.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ControlLayoutTest {
  private static final long APART = 128;

  private static void assertApart(long... offsets) {
    for (int i = 1; i < offsets.length; i++) {
      long distance = offsets[i] - offsets[i - 1];
      assertTrue(distance >= APART, offsets[i - 1] + " and " + offsets[i]);
    }
  }

  @Test
  void shouldKeepWordsOfDifferentWritersOnDifferentPairsOfCacheLines() {
    assertApart(
        ControlLayout.FLAGS_OFFSET - 24,
        ControlLayout.FAILURE_OFFSET,
        ControlLayout.EXIT_OFFSET,
        ControlLayout.block(0) + ControlLayout.STATE,
        ControlLayout.block(0) + ControlLayout.ASLEEP,
        ControlLayout.block(0) + ControlLayout.SLEEPS,
        ControlLayout.record(0, 0),
        ControlLayout.record(0, 1),
        ControlLayout.record(0, ControlLayout.RECORD_COUNT - 1),
        ControlLayout.ticket(0, 0, 0),
        ControlLayout.ticket(0, 1, 0),
        ControlLayout.ticket(0, ControlLayout.BOARD_COUNT - 1, 0),
        ControlLayout.account(0, 0),
        ControlLayout.account(0, 1),
        ControlLayout.account(0, ControlLayout.BOARD_COUNT - 1),
        ControlLayout.block(1));
  }

  @Test
  void shouldFitEachPartIntoThePlaceOfItsOwn() {
    assertEquals(4096, ControlLayout.block(0));
    assertEquals(4096 + 45_056, ControlLayout.block(1));
    assertEquals(ControlLayout.block(7), ControlLayout.bytes(7));
    long lastRecord = ControlLayout.record(0, ControlLayout.RECORD_COUNT - 1);
    assertTrue(lastRecord + APART <= ControlLayout.ticket(0, 0, 0));
    assertTrue(ControlLayout.MISSING + Long.BYTES <= APART);
    long values = ControlLayout.TICKET_VALUES + ControlLayout.VALUE_COUNT * Long.BYTES;
    assertTrue(ControlLayout.ticket(0, 3, 0) + values <= ControlLayout.ticket(0, 3, 1));
    assertTrue(ControlLayout.ticket(0, 3, 1) + values <= ControlLayout.ticket(0, 4, 0));
    int lastBoard = ControlLayout.BOARD_COUNT - 1;
    assertTrue(ControlLayout.ticket(0, lastBoard, 1) + values <= ControlLayout.account(0, 0));
    long text = ControlLayout.TEXT + 4 + ControlLayout.TEXT_CAPACITY;
    assertEquals(ControlLayout.account(0, 1), ControlLayout.account(0, 0) + text);
    assertEquals(ControlLayout.block(1), ControlLayout.account(0, lastBoard) + text);
    assertTrue(ControlLayout.RECORD_COUNT <= Long.SIZE, "a bit of the asleep word per record");
  }

  @Test
  void shouldAlignEveryWord() {
    for (long offset :
        new long[] {
          ControlLayout.HEAP_BYTES_OFFSET,
          ControlLayout.FLAGS_OFFSET,
          ControlLayout.FAILURE_OFFSET,
          ControlLayout.EXIT_OFFSET,
          ControlLayout.PID,
          ControlLayout.ticket(0, 1, 1),
          ControlLayout.TICKET_HASH,
          ControlLayout.TICKET_VALUES,
          ControlLayout.account(0, 1),
          ControlLayout.ASLEEP,
          ControlLayout.SLEEPS,
          ControlLayout.BACKSTOPS,
          ControlLayout.KEY,
          ControlLayout.TIMESPEC,
          ControlLayout.OBJECT,
          ControlLayout.INDEX,
          ControlLayout.COMPARE,
          ControlLayout.EXPECTED,
          ControlLayout.SINCE,
          ControlLayout.LAST_KEY,
          ControlLayout.MISSING,
        }) {
      assertEquals(0, offset % Long.BYTES);
    }
    assertEquals(0, ControlLayout.BELL % Integer.BYTES);
  }

  @Test
  void shouldAlternateTickets() {
    assertEquals(ControlLayout.ticket(3, 5, 0), ControlLayout.ticket(3, 5, 2));
    assertEquals(ControlLayout.ticket(3, 5, 1), ControlLayout.ticket(3, 5, 3));
    assertEquals(64, ControlLayout.ticket(3, 5, 1) - ControlLayout.ticket(3, 5, 0));
    assertEquals(ControlLayout.block(3) + 4096 + 5 * 128, ControlLayout.ticket(3, 5, 0));
  }

  @Test
  void shouldNotOverflowWithManyPes() {
    assertEquals(4096 + 65_536L * 45_056, ControlLayout.bytes(65_536));
    assertEquals(4096 + 65_535L * 45_056, ControlLayout.block(65_535));
  }

  @Test
  void shouldSpellItsName() {
    byte[] bytes = new byte[8];
    for (int i = 0; i < 8; i++) {
      bytes[i] = (byte) (ControlLayout.MAGIC >>> (8 * i));
    }
    assertEquals("SHMEM4J\0", new String(bytes, StandardCharsets.US_ASCII));
  }
}
