package org.shmem4j.stress.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a rank tells whoever looks after the job: a file, a line for each entry, a kind and fields.
 */
record Diary(Path file) {
  /** What entries are about. */
  enum Entry {
    /** Its process: pid. */
    PID,
    /** It has begun; a fault may happen. */
    READY,
    /** It is about to end itself: when. */
    DYING,
    /** It has seen another die: when, PE, exit code, what it was doing. */
    PEER_FAILED,
    /** After that, its memory is as it should be. */
    INTACT,
    /** Something is not as it should be: a text, and how many rounds show it. */
    WRONG,
    /** It is about to leave the job. */
    CLOSING,
    /** It has left the job with the others: rounds, operations. */
    DONE
  }

  static Diary of(Path folder, int pe) {
    return new Diary(folder.resolve("pe-" + pe));
  }

  void write(Entry entry, Object... fields) {
    StringBuilder line = new StringBuilder(entry.name());
    for (Object field : fields) {
      line.append('\t').append(String.valueOf(field).replaceAll("\\s+", " "));
    }
    line.append('\n');
    try {
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("a diary cannot be written: file=" + file, e);
    }
  }

  /** The fields of an entry; empty if it is not there. */
  Optional<List<String>> find(Entry entry) {
    try {
      // The last line may be about to be written.
      String text = Files.exists(file) ? Files.readString(file) : "";
      return text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(line -> Arrays.asList(line.split("\t", -1)))
          .filter(fields -> fields.getFirst().equals(entry.name()))
          .map(fields -> fields.subList(1, fields.size()))
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("a diary cannot be read: file=" + file, e);
    }
  }

  boolean has(Entry entry) {
    return find(entry).isPresent();
  }
}
