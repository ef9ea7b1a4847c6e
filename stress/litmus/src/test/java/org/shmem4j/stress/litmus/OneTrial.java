package org.shmem4j.stress.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shmem4j.shmem.Shmem;

/**
 * A row as a program of its own, as small as can be: one trial, and nothing after it. Found by its
 * name, as a simulator loads it.
 */
public final class OneTrial {
  private OneTrial() {}

  /**
   * Plays a PE's parts. Collective.
   *
   * @param seen gets what each part has seen, and the arbiter last
   * @param begins is told when everything is prepared
   * @param ends is told when the last word of this PE is spoken
   */
  public static void run(Shmem shmem, String row, long[] seen, Runnable begins, Runnable ends) {
    play(shmem, Rows.named(row), seen, begins, ends);
  }

  /** Plays L35, which ends its job. Collective over two PEs; returns what PE 0 has seen. */
  public static Set<String> leave(long puts) {
    return Leaving.run(puts).map(Map::keySet).orElse(Set.of());
  }

  private static void play(Shmem shmem, Row row, long[] seen, Runnable begins, Runnable ends) {
    try (Pe pe = Pe.create(shmem, row, 1)) {
      pe.clear();
      shmem.barrierAll();
      begins.run();
      playParts(row, pe, seen);
      if (row.arbiter() != null) {
        pe.quietContexts();
        shmem.barrierAll();
        if (shmem.pe() == 0) {
          seen[row.parts().size()] = row.arbiter().run(pe, 0);
        }
      }
      ends.run();
      shmem.barrierAll();
    }
  }

  private static void playParts(Row row, Pe pe, long[] seen) {
    List<Integer> own = row.partsOf(pe.shmem.pe());
    List<Thread> others = new ArrayList<>();
    for (int part : own.subList(1, own.size())) {
      others.add(Thread.ofPlatform().start(() -> playPart(row, pe, seen, part)));
    }
    playPart(row, pe, seen, own.getFirst());
    for (Thread other : others) {
      try {
        other.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts a part", e);
      }
    }
  }

  private static void playPart(Row row, Pe pe, long[] seen, int part) {
    seen[part] = row.parts().get(part).program().run(pe, 0);
  }
}
