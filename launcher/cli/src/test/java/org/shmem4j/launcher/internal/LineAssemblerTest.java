package org.shmem4j.launcher.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LineAssemblerTest {
  private static final int LIMIT = 8;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final OutputSink sink = new OutputSink(written, failure -> {});
  private final LineAssembler zero = assembler("0: ");
  private final LineAssembler one = assembler("1: ");

  private LineAssembler assembler(String tag) {
    return new LineAssembler(tag.getBytes(US_ASCII), LIMIT, sink);
  }

  private static void accept(LineAssembler lines, String text) {
    lines.accept(text.getBytes(US_ASCII), text.length());
  }

  private void assertWritten(String expected) {
    assertEquals(expected, written.toString(US_ASCII));
  }

  @Test
  void shouldTagEveryLine() {
    accept(zero, "ab\n\ncd\n");

    assertWritten("0: ab\n0: \n0: cd\n");
  }

  @Test
  void shouldKeepLinesWholeThatComeInPieces() {
    accept(zero, "a");
    accept(one, "x");
    accept(zero, "b\nc");
    accept(one, "y\n");
    accept(zero, "d\n");

    assertWritten("0: ab\n1: xy\n0: cd\n");
  }

  @Test
  void shouldWriteNothingOfHalfALine() {
    accept(zero, "half");

    assertWritten("");
  }

  @Test
  void shouldEndAHalfLineAtTheEndOfTheStream() {
    accept(zero, "half");
    zero.end();

    assertWritten("0: half\n");
  }

  @Test
  void shouldNotBreakALineOfExactlyTheLimit() {
    accept(zero, "12345678\n");

    assertWritten("0: 12345678\n");
  }

  @Test
  void shouldBreakALineBeyondTheLimit() {
    accept(zero, "12345678abcdefgh9\n");

    assertWritten("0: 12345678\n0: abcdefgh\n0: 9\n");
  }

  @Test
  void shouldBreakALineBeyondTheLimitThatComesInPieces() {
    for (char c : "12345678".toCharArray()) {
      accept(zero, String.valueOf(c));
    }
    assertWritten("");
    accept(zero, "9");
    zero.end();

    assertWritten("0: 12345678\n0: 9\n");
  }

  @Test
  void shouldShowAHalfLineThatIsIdle() {
    accept(zero, "name? ");
    zero.flushIfIdle(System.nanoTime(), 0);

    assertWritten("0: name? ");
  }

  @Test
  void shouldNotShowAHalfLineThatStillGrows() {
    accept(zero, "name? ");
    zero.flushIfIdle(System.nanoTime(), Long.MAX_VALUE);

    assertWritten("");
  }

  @Test
  void shouldGoOnWithAShownHalfLine() {
    accept(zero, "name? ");
    zero.flushIfIdle(System.nanoTime(), 0);
    accept(zero, "Jo\nnext\n");

    assertWritten("0: name? Jo\n0: next\n");
  }

  @Test
  void shouldTagTheRestOfAHalfLineThatAnotherRankBroke() {
    accept(zero, "name? ");
    zero.flushIfIdle(System.nanoTime(), 0);
    accept(one, "hey\n");
    accept(zero, "Jo\n");

    assertWritten("0: name? \n1: hey\n0: Jo\n");
  }

  @Test
  void shouldEndAShownHalfLineAtTheEndOfTheStream() {
    accept(zero, "name? ");
    zero.flushIfIdle(System.nanoTime(), 0);
    zero.end();

    assertWritten("0: name? \n");
  }

  @Test
  void shouldKeepAllBytesWhateverThePieces() {
    Random random = new Random(42);
    StringBuilder expected = new StringBuilder();
    LineAssembler lines = new LineAssembler(new byte[0], 1000, sink);
    for (int i = 0; i < 2000; i++) {
      String piece = "x".repeat(random.nextInt(40)) + (random.nextInt(3) == 0 ? "\n" : "");
      expected.append(piece);
      accept(lines, piece);
    }
    lines.end();

    assertEquals(expected.toString().strip(), written.toString(US_ASCII).strip());
  }

  @Test
  void shouldTellOnceThatNothingCanBeWritten() {
    AtomicReference<IOException> told = new AtomicReference<>();
    OutputSink broken =
        new OutputSink(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
              }
            },
            failure -> assertEquals(null, told.getAndSet(failure)));
    LineAssembler lines = new LineAssembler(new byte[0], LIMIT, broken);

    accept(lines, "a\n");
    accept(lines, "b\n");

    assertNotNull(told.get());
  }
}
