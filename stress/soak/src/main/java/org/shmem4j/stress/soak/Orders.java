package org.shmem4j.stress.soak;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a rank is to do.
 *
 * @param folder where its diary goes
 * @param seed of all its rounds
 * @param rounds how many at most
 * @param seconds how long at most
 * @param fault what happens to {@code victim}; null for nothing
 * @param delayMillis how long after it is ready a victim ends itself
 * @param standing whether the survivors stand in some wait when it happens, and not in rounds
 * @param alone whether a survivor handles the death itself, and does not end the job
 * @param plantedAt before which round PE 0 writes a wrong value, -1 for never; for tests
 */
record Orders(
    Path folder,
    long seed,
    int rounds,
    long seconds,
    Fault fault,
    int victim,
    long delayMillis,
    boolean standing,
    boolean alone,
    int plantedAt) {
  /** Rounds, and no fault. */
  static Orders peaceful(Path folder, long seed, int rounds, long seconds, int plantedAt) {
    return new Orders(folder, seed, rounds, seconds, null, -1, 0, false, false, plantedAt);
  }

  static Orders parse(String[] words) {
    return new Orders(
        Path.of(words[0]),
        Long.parseLong(words[1]),
        Integer.parseInt(words[2]),
        Long.parseLong(words[3]),
        words[4].equals("-") ? null : Fault.valueOf(words[4]),
        Integer.parseInt(words[5]),
        Long.parseLong(words[6]),
        Boolean.parseBoolean(words[7]),
        Boolean.parseBoolean(words[8]),
        Integer.parseInt(words[9]));
  }

  /** What {@link #parse} reads. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(folder.toString());
    words.add(Long.toString(seed));
    words.add(Integer.toString(rounds));
    words.add(Long.toString(seconds));
    words.add(fault == null ? "-" : fault.name());
    words.add(Integer.toString(victim));
    words.add(Long.toString(delayMillis));
    words.add(Boolean.toString(standing));
    words.add(Boolean.toString(alone));
    words.add(Integer.toString(plantedAt));
    return words;
  }
}
