package org.shmem4j.stress.bench;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * What happens between two PEs. PE 0 drives the one-sided operations, while the others wait in a
 * barrier.
 */
final class PairSuite {
  private static final int WARM_UP_ROUNDS = 500;
  private static final int CONTENDED_BATCH = 500;

  private final Shmem shmem;
  private final Sampler sampler;
  private final Results results;
  private final Agreement agreement;
  private final int peer;
  private final SymmetricLongs word;
  private final SymmetricLongs heap;
  private final PingPong pingPong;
  private final boolean drives;
  private long sink;

  PairSuite(Shmem shmem, Sampler sampler, Results results) {
    this.shmem = shmem;
    this.sampler = sampler;
    this.results = results;
    this.agreement = new Agreement(shmem);
    this.drives = shmem.pe() == 0;
    this.peer = 1 % shmem.pes();
    this.word = shmem.longs(16);
    this.heap = shmem.longs(Sizes.LARGEST / Long.BYTES);
    this.pingPong = new PingPong(heap, shmem.signal(), shmem.pe());
  }

  void run() {
    if (shmem.pes() >= 2) {
      pingPongs();
      contended();
    }
    if (drives) {
      words();
      copies();
      word.set(1, sink);
    }
    shmem.barrierAll();
  }

  private void pingPongs() {
    if (results.wants("signal_pingpong")) {
      warmUpPair(pingPong::signals);
      pingPong("signal_pingpong", pingPong::signals, 0);
    }
    if (results.wants("put_signal_pingpong")) {
      warmUpPair(times -> {
        for (int bytes : Sizes.warmUp()) {
          pingPong.bytes(bytes);
          pingPong.puts(times);
        }
      });
      for (int bytes : Sizes.latency()) {
        pingPong.bytes(bytes);
        pingPong("put_signal_pingpong", pingPong::puts, bytes);
      }
    }
  }

  private void pingPong(String op, Loop loop, int bytes) {
    int batch = Sizes.latencyBatch(bytes);
    int batches = Sizes.latencyBatches(bytes, sampler.brief());
    shmem.barrierAll();
    if (shmem.pe() < 2) {
      loop.run(2 * batch);
      sampler.clear();
      for (int b = 0; b < batches; b++) {
        long start = System.nanoTime();
        loop.run(batch);
        sampler.add((System.nanoTime() - start) / 2.0 / batch);
      }
      Measurement cell = sampler.latency(op, shmem.pes(), Math.max(bytes, Long.BYTES));
      cell = sampler.withDetails(cell, loop, 0.5);
      if (drives) {
        results.add(cell);
      }
    }
    shmem.barrierAll();
  }

  /** Warms a loop of PE 0 and PE 1 until it is warm on both. */
  private void warmUpPair(Loop loop) {
    Sampler.WarmUp warmUp = sampler.new WarmUp(1);
    boolean done;
    do {
      if (shmem.pe() < 2) {
        loop.run(WARM_UP_ROUNDS);
      }
      done = agreement.all(warmUp.done());
    } while (!done);
  }

  /** PE 0 and PE 1 on one word, both for the whole time: the mean of their medians. */
  private void contended() {
    if (!results.wants("fetch_add_contended")) {
      return;
    }
    Loop loop = this::fetchAddAtZero;
    sampler.warmUp(loop);
    shmem.barrierAll();
    double median = 0;
    if (shmem.pe() < 2) {
      sampler.sample(loop, CONTENDED_BATCH);
      median = sampler.median();
    }
    double mean = agreement.sum(Math.round(median * 1000)) / 2.0 / 1000;
    if (drives) {
      sampler.clear();
      sampler.add(mean);
      results.add(sampler.latency("fetch_add_contended", shmem.pes(), Long.BYTES));
    }
  }

  private void fetchAddAtZero(int times) {
    SymmetricLongs target = word;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += target.atomicFetchAdd(0, 1, 0);
    }
    sink += sum;
  }

  private void words() {
    WordOps ops = new WordOps(shmem, word, peer);
    for (Op op : ops.all()) {
      if (results.wants(op.name())) {
        sampler.warmUp(op.loop());
        sampler.sample(op.loop(), WordOps.BATCH);
        Measurement cell = sampler.latency(op.name(), shmem.pes(), Long.BYTES);
        results.add(sampler.withDetails(cell, op.loop(), 1));
      }
    }
    sink += ops.sink();
  }

  private void copies() {
    CopyOps ops = new CopyOps(shmem, heap, peer);
    for (Op op : ops.latencies()) {
      if (results.wants(op.name())) {
        warmUpSizes(ops, op.loop());
        for (int bytes : Sizes.latency()) {
          ops.bytes(bytes);
          sampler.sample(op.loop(), Sizes.copyBatch(bytes));
          Measurement cell = sampler.latency(op.name(), shmem.pes(), bytes);
          results.add(sampler.withDetails(cell, op.loop(), 1));
        }
      }
    }
    for (Op op : ops.bandwidths()) {
      if (results.wants(op.name())) {
        warmUpSizes(ops, op.loop());
        for (int bytes : Sizes.bandwidth(sampler.brief())) {
          ops.bytes(bytes);
          sampler.sample(op.loop(), Sizes.bandwidthBatch(bytes));
          results.add(sampler.bandwidth(op.name(), shmem.pes(), bytes));
        }
      }
    }
  }

  /** Copies of different sizes take different ways, and each must be warm. */
  private void warmUpSizes(CopyOps ops, Loop loop) {
    sampler.warmUp(times -> {
      for (int bytes : Sizes.warmUp()) {
        ops.bytes(bytes);
        loop.run(times);
      }
    });
  }
}
