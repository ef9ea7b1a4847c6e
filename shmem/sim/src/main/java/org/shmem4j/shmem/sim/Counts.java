package org.shmem4j.shmem.sim;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** How many messages and bytes each PE has sent, by their kind. */
final class Counts {
  private final int pes;
  private final Map<MessageKind, long[]> messages = new EnumMap<>(MessageKind.class);
  private final Map<MessageKind, long[]> bytes = new EnumMap<>(MessageKind.class);

  Counts(int pes) {
    this.pes = pes;
  }

  void add(Verb verb, int pe, long size) {
    add(verb, pe, 1, size);
  }

  /** Adds messages of one size. */
  void add(Verb verb, int pe, int count, long size) {
    MessageKind kind = MessageKind.of(verb);
    messages.computeIfAbsent(kind, absent -> new long[pes])[pe] += count;
    bytes.computeIfAbsent(kind, absent -> new long[pes])[pe] += count * size;
  }

  /** What messages have been sent for. */
  Set<MessageKind> kinds() {
    return messages.keySet();
  }

  /** By PE. */
  long[] messages(MessageKind kind) {
    return messages.get(kind);
  }

  /** By PE. */
  long[] bytes(MessageKind kind) {
    return bytes.get(kind);
  }

  /** By PE, of all kinds. */
  long[] messages() {
    return sum(messages.values());
  }

  /** By PE, of all kinds. */
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
