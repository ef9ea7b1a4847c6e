package org.shmem4j.shmem.sim;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** How many messages and bytes each PE has sent, by what for. */
final class Counts {
  private final int pes;
  private final Map<Verb, long[]> messages = new EnumMap<>(Verb.class);
  private final Map<Verb, long[]> bytes = new EnumMap<>(Verb.class);

  Counts(int pes) {
    this.pes = pes;
  }

  void add(Verb verb, int pe, long size) {
    add(verb, pe, 1, size);
  }

  /** Adds messages of one size. */
  void add(Verb verb, int pe, int count, long size) {
    messages.computeIfAbsent(verb, absent -> new long[pes])[pe] += count;
    bytes.computeIfAbsent(verb, absent -> new long[pes])[pe] += count * size;
  }

  /** What messages have been sent for. */
  Set<Verb> verbs() {
    return messages.keySet();
  }

  /** By PE. */
  long[] messages(Verb verb) {
    return messages.get(verb);
  }

  /** By PE. */
  long[] bytes(Verb verb) {
    return bytes.get(verb);
  }

  /** By PE, for all purposes. */
  long[] messages() {
    return sum(messages.values());
  }

  /** By PE, for all purposes. */
  long[] bytes() {
    return sum(bytes.values());
  }

  private long[] sum(Collection<long[]> parts) {
    long[] sums = new long[pes];
    for (long[] part : parts) {
      for (int pe = 0; pe < pes; pe++) {
        sums[pe] += part[pe];
      }
    }
    return sums;
  }
}
