package org.shmem4j.stress.bench;

import org.shmem4j.shmem.Shmem;

/**
 * Barriers of all PEs: the wall time of one, and the CPU time of all PEs per PE and barrier, which
 * is what more PEs than cores pay.
 */
final class BarrierSuite {
  private static final int WARM_UP_ROUNDS = 50;

  private final Shmem shmem;
  private final Sampler sampler;
  private final Results results;

  BarrierSuite(Shmem shmem, Sampler sampler, Results results) {
    this.shmem = shmem;
    this.sampler = sampler;
    this.results = results;
  }

  void run() {
    measure(new Op("barrier", this::barrierAll), "barrier_cpu");
    measure(new Op("sync", this::syncAll), "sync_cpu");
  }

  private void measure(Op op, String cpuName) {
    if (!results.wants(op.name()) && !results.wants(cpuName)) {
      return;
    }
    int batch = shmem.pes() > 2 ? 10 : 100;
    int batches = (shmem.pes() > 2 ? 5000 : 10_000) / (sampler.brief() ? 5 : 1);
    Agreement agreement = new Agreement(shmem);
    ProcessCpu clock = new ProcessCpu();
    Sampler.WarmUp warmUp = sampler.new WarmUp(sharing());
    do {
      op.loop().run(WARM_UP_ROUNDS);
    } while (!agreement.all(warmUp.done()));

    op.loop().run(5 * batch);
    sampler.clear();
    long cpu = clock.nanoseconds();
    for (int b = 0; b < batches; b++) {
      long start = System.nanoTime();
      op.loop().run(batch);
      sampler.add((double) (System.nanoTime() - start) / batch);
    }
    cpu = clock.nanoseconds() - cpu;

    long ofAll = agreement.sum(cpu);
    Measurement wall = sampler.latency(op.name(), shmem.pes(), 0);
    wall = sampler.withDetails(wall, op.loop(), 1);
    sampler.clear();
    sampler.add((double) ofAll / ((double) shmem.pes() * batches * batch));
    if (shmem.pe() == 0) {
      results.add(wall);
      results.add(sampler.latency(cpuName, shmem.pes(), 0));
    }
  }

  /** How many PEs share a core; twice that when they do, for there is more to compile then. */
  private int sharing() {
    int cores = Runtime.getRuntime().availableProcessors();
    // a bound PE sees one core, and shares it with nobody
    return cores == 1 || shmem.pes() <= cores ? 1 : 2 * Math.ceilDiv(shmem.pes(), cores);
  }

  private void barrierAll(int times) {
    Shmem pe = shmem;
    for (int i = 0; i < times; i++) {
      pe.barrierAll();
    }
  }

  private void syncAll(int times) {
    Shmem pe = shmem;
    for (int i = 0; i < times; i++) {
      pe.syncAll();
    }
  }
}
