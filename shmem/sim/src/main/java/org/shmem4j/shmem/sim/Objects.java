package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricObject;

/** Which objects are, or were last, where in the PEs' heaps, so that reports can name them. */
final class Objects {
  private record Named(
      String name, long bytes, int elementBytes, boolean isSignal, StackTraceElement made) {}

  private final List<TreeMap<Long, Named>> byPe = new ArrayList<>();

  Objects(int pes) {
    for (int pe = 0; pe < pes; pe++) {
      byPe.add(new TreeMap<>());
    }
  }

  void opened(int pe, SymmetricObject object, StackTraceElement made) {
    boolean isArray = object instanceof SymmetricArray;
    int elementBytes = isArray ? ((SymmetricArray) object).type().bytes() : Long.BYTES;
    Map<Long, Named> there =
        byPe.get(pe).subMap(object.offset(), object.offset() + Math.max(1, object.byteSize()));
    there.clear();
    byPe.get(pe)
        .put(
            object.offset(),
            new Named(object.toString(), object.byteSize(), elementBytes, !isArray, made));
  }

  /** How long the object is, or was, that begins there. */
  long bytes(int pe, long offset) {
    Named named = byPe.get(pe).get(offset);
    return named == null ? 0 : named.bytes;
  }

  /** The object with a range of a PE's heap, and which of its elements the range is. */
  String name(int pe, long offset, long bytes) {
    Map.Entry<Long, Named> entry = byPe.get(pe).floorEntry(offset);
    if (entry == null || offset >= entry.getKey() + Math.max(1, entry.getValue().bytes)) {
      return "offset " + offset;
    }
    Named named = entry.getValue();
    String made = named.made == null ? "" : " (made at " + Op.line(named.made) + ")";
    if (named.isSignal) {
      return named.name.replaceAll("\\[.*", "") + made;
    }
    long first = (offset - entry.getKey()) / named.elementBytes;
    long last = (offset + Math.max(1, bytes) - 1 - entry.getKey()) / named.elementBytes;
    return named.name
        + (first == last ? " element " + first : " elements " + first + ".." + last)
        + made;
  }
}
