/* The same cells through C OpenSHMEM (level 1.4: no put-with-signal, so put + fence + flag).
   oshcc -O3 -o shm shm.c ; oshrun -np N ./shm p2p|barrier [--short]
   One-sided cells: PE 0 drives PE 1, which sits in a barrier. */
#include "bench.h"
#include <shmem.h>

static int me, pes;
static const char *const PEER = "oshmem";

static void ping_pong(const char *op, size_t bytes, char *heap, const char *mine, long *flag) {
  int batches = latency_batches(bytes);
  long batch = latency_batch(bytes);
  long round = 0;
  *flag = 0;
  shmem_barrier_all();
  sample_count = 0;
  if (me < 2) {
    for (int b = -2; b < batches; b++) {
      double t = now_ns();
      for (long i = 0; i < batch; i++) {
        round++;
        if (me == 1) {
          shmem_long_wait_until(flag, SHMEM_CMP_EQ, round);
        }
        if (bytes) {
          shmem_putmem(heap, mine, bytes, 1 - me);
          shmem_fence();
        }
        shmem_long_p(flag, round, 1 - me);
        if (me == 0) {
          shmem_long_wait_until(flag, SHMEM_CMP_EQ, round);
        }
      }
      if (b >= 0) {
        samples[sample_count++] = (now_ns() - t) / batch / 2;
      }
    }
  }
  if (me == 0) {
    report(PEER, op, pes, bytes ? bytes : 8, "ns");
  }
  shmem_barrier_all();
}

static void words(unsigned long *word) {
  unsigned long sum = 0, next = 0;
  const long batch = WORD_BATCH;
#define WORD(op, code)            \
  SAMPLE(batch, code, );          \
  report(PEER, op, pes, 8, "ns"); \
  shmem_quiet()
  WORD("p+quiet", { shmem_ulong_p(word, i, 1); shmem_quiet(); });
  WORD("p", { shmem_ulong_p(word, i, 1); });
  WORD("g", { sum += shmem_ulong_g(word, 1); });
  WORD("atomic_fetch", { sum += shmem_ulong_atomic_fetch(word, 1); });
  WORD("atomic_set", { shmem_ulong_atomic_set(word, i, 1); });
  WORD("swap", { sum += shmem_ulong_atomic_swap(word, i, 1); });
  shmem_ulong_atomic_set(word, 0, 1);
  shmem_quiet();
  WORD("compare_swap", {
    sum += shmem_ulong_atomic_compare_swap(word, next, next + 1, 1);
    next++;
  });
  WORD("fetch_add", { sum += shmem_ulong_atomic_fetch_add(word, 3, 1); });
  WORD("fetch_inc", { sum += shmem_ulong_atomic_fetch_inc(word, 1); });
  WORD("add", { shmem_ulong_atomic_add(word, 3, 1); });
  WORD("inc", { shmem_ulong_atomic_inc(word, 1); });
  WORD("fetch_and", { sum += shmem_ulong_atomic_fetch_and(word, i | 1, 1); });
  WORD("fetch_or", { sum += shmem_ulong_atomic_fetch_or(word, i, 1); });
  WORD("fetch_xor", { sum += shmem_ulong_atomic_fetch_xor(word, i, 1); });
  WORD("and", { shmem_ulong_atomic_and(word, i | 1, 1); });
  WORD("or", { shmem_ulong_atomic_or(word, i, 1); });
  WORD("xor", { shmem_ulong_atomic_xor(word, i, 1); });
  __asm__ volatile("" ::"r"(sum));
}

static void copies(char *heap, char *mine) {
  for (int k = 0; k < LATENCY_SIZES; k++) {
    size_t bytes = latency_sizes[k];
    long batch = copy_batch(bytes);
    SAMPLE(batch, { shmem_putmem(heap, mine, bytes, 1); shmem_quiet(); }, );
    report(PEER, "put+quiet", pes, bytes, "ns");
    SAMPLE(batch, { shmem_getmem(mine, heap, bytes, 1); }, );
    report(PEER, "get", pes, bytes, "ns");
  }
  for (size_t bytes = 8; bytes <= LARGEST; bytes = next_size(bytes)) {
    /* blocking, as shmem4j's; over shared memory the nbi forms are no faster, with a window or
       without one */
    long batch = bandwidth_batch(bytes);
    SAMPLE(batch, { shmem_putmem(heap, mine, bytes, 1); }, shmem_quiet());
    report_bandwidth(PEER, "put_bandwidth", pes, bytes);
    SAMPLE(batch, { shmem_getmem(mine, heap, bytes, 1); }, );
    report_bandwidth(PEER, "get_bandwidth", pes, bytes);
  }
}

static void p2p(void) {
  char *heap = shmem_align(4096, LARGEST);
  long *flag = shmem_align(4096, 4096);
  unsigned long *word = shmem_align(4096, 4096);
  double *median = shmem_align(4096, 4096);
  char *mine = aligned_alloc(4096, LARGEST);
  memset(mine, 1, LARGEST);
  memset(heap, me, LARGEST);
  *flag = 0;
  *word = 0;
  shmem_barrier_all();
  ping_pong("signal_pingpong", 0, heap, mine, flag);
  for (int k = 0; k < LATENCY_SIZES; k++) {
    ping_pong("put_signal_pingpong", latency_sizes[k], heap, mine, flag);
  }
  if (me == 0) {
    words(word);
  }
  shmem_barrier_all();
  if (me < 2) {
    /* both PEs on PE 0's word, both for the whole time: the mean of their medians */
    SAMPLE(CONTENDED_BATCH, { shmem_ulong_atomic_fetch_add(word, 1, 0); }, );
    median[0] = median_sample();
  }
  shmem_barrier_all();
  if (me == 0) {
    report_one(PEER, "fetch_add_contended", pes, 8, (median[0] + shmem_double_g(median, 1)) / 2,
               "ns");
    copies(heap, mine);
  }
  shmem_barrier_all();
}

static void barriers(void) {
  int oversubscribed = pes > 2;
  int batch = oversubscribed ? 10 : 100;
  int batches = (oversubscribed ? 5000 : 10000) / shorter;
  double *cpus = shmem_align(4096, 4096);
  for (int i = 0; i < 5 * batch; i++) {
    shmem_barrier_all();
  }
  sample_count = 0;
  double cpu = cpu_ns();
  for (int b = 0; b < batches; b++) {
    double t = now_ns();
    for (int i = 0; i < batch; i++) {
      shmem_barrier_all();
    }
    samples[sample_count++] = (now_ns() - t) / batch;
  }
  *cpus = cpu_ns() - cpu;
  shmem_barrier_all();
  if (me == 0) {
    report(PEER, "barrier", pes, 0, "ns");
    double sum = 0;
    for (int k = 0; k < pes; k++) {
      sum += shmem_double_g(cpus, k);
    }
    report_one(PEER, "barrier_cpu", pes, 0, sum / ((double)pes * batches * batch), "ns");
  }
  shmem_barrier_all();
}

int main(int count, char **values) {
  const char *suite = arguments(count, values, "p2p");
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  if (!strcmp(suite, "barrier")) {
    barriers();
  } else {
    p2p();
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
