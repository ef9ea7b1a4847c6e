package org.shmem4j.shmem.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "1,1",
        "4096,4096",
        "64m,67108864",
        "64M,67108864",
        "64MB,67108864",
        "64 MiB,67108864",
        "1.5g,1610612736",
        " 1k ,1024",
        "1.0000001k,1025",
        "0.5,1",
        "0.0001k,1",
        "2t,2199023255552",
        "32767T,36027697507336192",
        "100b,100",
      })
  void shouldReadWhatPeopleWrite(String text, long bytes) {
    assertEquals(bytes, ByteSize.parse(text, "size"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0.0",
        "0k",
        "-1",
        "-1k",
        "abc",
        "99999t",
        "32768T",
        "",
        " ",
        "k",
        "1kk",
        "1e9",
        "1,5g",
        "1.g",
        ".5g",
        "0x10",
        "1 2",
        "99999999999999999999999999",
        "NaN",
        "1p"
      })
  void shouldRefuseEverythingElse(String text) {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class, () -> ByteSize.parse(text, "SHMEM_SYMMETRIC_SIZE"));
    assertEquals(
        "a size must be a positive number with an optional suffix K, M, G or T, below 32768T:"
            + " SHMEM_SYMMETRIC_SIZE="
            + text
            + "; write for example 64M or 1.5G",
        error.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "0,0 bytes",
    "1,1 bytes",
    "1023,1023 bytes",
    "1024,1 KiB",
    "1025,1025 bytes",
    "1536,1536 bytes",
    "67108864,64 MiB",
    "1610612736,1536 MiB",
    "1125899906842624,1024 TiB",
  })
  void shouldWriteTheLargestUnitThatDivides(long bytes, String text) {
    assertEquals(text, ByteSize.format(bytes));
  }

  @Test
  void shouldReadBackWhatItWrites() {
    for (long bytes = 1; bytes < 1L << 50; bytes *= 3) {
      assertEquals(bytes, ByteSize.parse(ByteSize.format(bytes).replace(" bytes", ""), "size"));
    }
  }
}
