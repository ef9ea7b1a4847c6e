package org.shmem4j.stress.suites.programs;

import static org.shmem4j.stress.suites.programs.Check.equal;

import java.io.File;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.shmem4j.shmem.Shmem;

/** Chronicle Map and Queue beside symmetric memory: PE 0 writes, all read. */
public final class MapAndQueue {
  private MapAndQueue() {}

  /** Runs as one PE: {@code FOLDER}. */
  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    Shmem.run(shmem -> {
      map(shmem, folder.resolve("map.dat").toFile());
      queue(shmem, folder.resolve("queue"));
      System.out.println("well");
    });
  }

  private static void map(Shmem shmem, File file) throws Exception {
    if (shmem.pe() == 0) {
      try (ChronicleMap<Long, String> map = open(file)) {
        map.put(7L, "seven");
      }
    }
    shmem.barrierAll();
    try (ChronicleMap<Long, String> map = open(file)) {
      equal("seven", map.get(7L), "map");
      map.put((long) -shmem.pe(), "of " + shmem.pe());
      shmem.barrierAll();
      for (long pe = 0; pe < shmem.pes(); pe++) {
        equal("of " + pe, map.get(-pe), "map");
      }
      shmem.barrierAll();
    }
  }

  private static ChronicleMap<Long, String> open(File file) throws Exception {
    return ChronicleMap.of(Long.class, String.class)
        .averageValueSize(10)
        .entries(1_000)
        .createPersistedTo(file);
  }

  private static void queue(Shmem shmem, Path folder) {
    if (shmem.pe() == 0) {
      try (ChronicleQueue queue = ChronicleQueue.single(folder.toString());
          var appender = queue.createAppender()) {
        for (int i = 0; i < 100; i++) {
          appender.writeText("message " + i);
        }
      }
    }
    shmem.barrierAll();
    try (ChronicleQueue queue = ChronicleQueue.single(folder.toString());
        var tailer = queue.createTailer()) {
      for (int i = 0; i < 100; i++) {
        equal("message " + i, tailer.readText(), "queue");
      }
    }
    shmem.barrierAll();
  }
}
