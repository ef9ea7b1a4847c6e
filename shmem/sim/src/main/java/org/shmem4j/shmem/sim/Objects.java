package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricObject;

/** Which objects are, or were last, where in the PEs' heaps, so that reports can name them. */
final class Objects {
  private record Named(
      String name, long bytes, int elementBytes, boolean isSignal, StackTraceElement made) {
    /** Whether it has an offset if it begins at {@code start}. */
    boolean holds(long start, long offset) {
      return start <= offset && offset < start + Math.max(1, bytes);
    }
  }

  private record Place(int pe, long offset) {}

  private final List<TreeMap<Long, Named>> byPe = new ArrayList<>();

  /** In the order in which they were freed. */
  private final SequencedMap<Place, Named> freed = new LinkedHashMap<>();

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
            new Named(nameOf(object), object.byteSize(), elementBytes, !isArray, made));
  }

  /** Without its length, for indices follow. */
  private static String nameOf(SymmetricObject object) {
    String text = object.toString();
    return text.substring(0, text.indexOf('['));
  }

  /** The object that begins there is no more; returns how long it was. */
  long closed(int pe, long offset) {
    Named named = byPe.get(pe).get(offset);
    if (named == null) {
      return 0;
    }
    var _ = freed.putLast(new Place(pe, offset), named);
    return named.bytes;
  }

  /** The last object that was freed at a place; what is there if there was none. */
  String freedName(int pe, long offset, long bytes) {
    for (Map.Entry<Place, Named> entry : freed.sequencedEntrySet().reversed()) {
      Place place = entry.getKey();
      if (place.pe == pe && entry.getValue().holds(place.offset, offset)) {
        return entry.getValue().name;
      }
    }
    return name(pe, offset, bytes);
  }

  /** The object with a range of a PE's heap, and which of its elements the range is. */
  String name(int pe, long offset, long bytes) {
    Map.Entry<Long, Named> entry = at(pe, offset);
    if (entry == null) {
      return "offset " + offset;
    }
    Named named = entry.getValue();
    if (named.isSignal) {
      return named.name;
    }
    long first = (offset - entry.getKey()) / named.elementBytes;
    long last = (offset + Math.max(1, bytes) - 1 - entry.getKey()) / named.elementBytes;
    return named.name + "[" + (first == last ? "" : first + "..") + last + "]";
  }

  /** Where in the program that object was made, for the end of a sentence; empty if not known. */
  String made(int pe, long offset) {
    Map.Entry<Long, Named> entry = at(pe, offset);
    return entry == null || entry.getValue().made == null
        ? ""
        : "; " + entry.getValue().name + " was made at " + Op.line(entry.getValue().made);
  }

  private Map.Entry<Long, Named> at(int pe, long offset) {
    Map.Entry<Long, Named> entry = byPe.get(pe).floorEntry(offset);
    return entry != null && entry.getValue().holds(entry.getKey(), offset) ? entry : null;
  }
}
