package org.shmem4j.stress.jcstress;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.stress.litmus.Pe;
import org.shmem4j.stress.litmus.Program;
import org.shmem4j.stress.litmus.Row;
import org.shmem4j.stress.litmus.Rows;

/**
 * The PEs of a JVM in which JCStress runs a row: threads, each with mappings of its own, that hand
 * out what actors need and then wait for the end of the JVM.
 */
public final class World {
  /**
   * System property: how many trials have cells of their own. At least twice as many as JCStress
   * keeps, as it makes a new state before it gives up the one that it replaces.
   */
  static final String SLOTS = "shmem4j.stress.slots";

  /** Space is taken on first touch. */
  private static final long HEAP_BYTES = 1L << 28;

  private static final int FAILED = 70;

  private final Row row;
  private final int slots;
  private final Pe[] pes;
  private final AtomicLong used = new AtomicLong();

  private World(Row row, int slots) {
    this.row = row;
    this.slots = slots;
    this.pes = new Pe[row.pes()];
  }

  /** The PEs for a row, started. */
  public static World of(String row) {
    World world = new World(Rows.named(row), Integer.getInteger(SLOTS, 1 << 15));
    if (world.isAsleep()) {
      System.setProperty("shmem4j.wait.impatient", "true"); // before a waiter is made
    }
    world.start();
    Watchdog.watch(world.row, world.used::get);
    return world;
  }

  private boolean isAsleep() {
    return row.reach() == Row.Reach.SLEEPING;
  }

  private void start() {
    CountDownLatch ready = new CountDownLatch(pes.length);
    Thread.ofPlatform().daemon().name("world").start(() -> runJob(ready));
    try {
      ready.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while PEs start: row=" + row, e);
    }
  }

  private void runJob(CountDownLatch ready) {
    boolean maySleep = isAsleep() || JobSpec.fromSettings(pes.length).maySleep();
    try {
      Shmem.threads(
          new JobSpec(pes.length, HEAP_BYTES, HeapBacking.MAPPED, true, maySleep),
          shmem -> {
            pes[shmem.pe()] = Pe.create(shmem, row, slots);
            ready.countDown();
            Thread.sleep(Long.MAX_VALUE);
          });
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(FAILED);
    }
  }

  /** A PE. */
  public Pe pe(int pe) {
    return pes[pe];
  }

  /** What a part of the row does, by its place among all. */
  public Program part(int part) {
    return row.parts().get(part).program();
  }

  /** What looks when all is over. */
  public Program arbiter() {
    return row.arbiter();
  }

  /** A trial that nobody uses, its cells cleared on all PEs: index of its first cell. */
  public long freshSlot() {
    int slot = (int) (used.getAndIncrement() % slots);
    for (Pe pe : pes) {
      pe.clear(slot);
    }
    return Pe.at(slot);
  }
}
