/* Barriers in plain C: N processes, a central counter and a generation word in shared memory;
   waiting by spinning (with a CPU for each), by sched_yield or by a futex, after 50 tries. Prints the wall time
   of a barrier and the CPU time of all ranks per rank and barrier.
   gcc -O3 -march=native -o obar obar.c ; ./obar N [--short] */
#include "bench.h"
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_PES 256
enum mode { SPIN, YIELD, FUTEX };
static const char *const peer_names[] = {"phys-spin", "phys-yield", "phys-futex"};

typedef struct {
  _Alignas(128) _Atomic int count;
  _Alignas(128) _Atomic int generation;
  _Alignas(128) _Atomic int64_t cpu;
} shared_t;

static shared_t *shared;

static void barrier(int pes, enum mode mode) {
  int generation = atomic_load(&shared->generation);
  if (atomic_fetch_add(&shared->count, 1) == pes - 1) {
    atomic_store(&shared->count, 0);
    atomic_store(&shared->generation, generation + 1);
    if (mode == FUTEX) {
      syscall(SYS_futex, &shared->generation, FUTEX_WAKE, INT_MAX, 0, 0, 0);
    }
    return;
  }
  int tries = 0;
  while (atomic_load_explicit(&shared->generation, memory_order_acquire) == generation) {
    if (mode == SPIN) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    } else if (++tries > 50) {
      if (mode == YIELD) {
        sched_yield();
      } else {
        syscall(SYS_futex, &shared->generation, FUTEX_WAIT, generation, 0, 0, 0);
      }
    }
  }
}

static void rank(int me, int pes, enum mode mode, int batches, int batch) {
  if (fits(pes)) {
    pin(me);
  }
  for (int i = 0; i < 5 * batch; i++) {
    barrier(pes, mode);
  }
  sample_count = 0;
  double cpu = cpu_ns();
  for (int b = 0; b < batches; b++) {
    double t = now_ns();
    for (int i = 0; i < batch; i++) {
      barrier(pes, mode);
    }
    samples[sample_count++] = (now_ns() - t) / batch;
  }
  atomic_fetch_add(&shared->cpu, (int64_t)(cpu_ns() - cpu));
}

int main(int count, char **values) {
  int pes = atoi(arguments(count, values, "2"));
  if (pes < 1 || pes > MAX_PES) {
    fprintf(stderr, "usage: obar N [--short], N from 1 to %d\n", MAX_PES);
    return 2;
  }
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (enum mode mode = fits(pes) ? SPIN : YIELD; mode <= FUTEX; mode++) {
    int batch = pes > 2 ? 10 : 100;
    int batches = (pes > 2 ? 5000 : 10000) / shorter;
    if (mode == FUTEX) {
      /* two pinned PEs sleep in each futex barrier, 40 us, and pass a spinning one in 0.2 us */
      batch = 10;
      batches = 2000 / shorter;
    }
    shared->count = shared->generation = 0;
    shared->cpu = 0;
    for (int k = 1; k < pes; k++) {
      if (!fork()) {
        rank(k, pes, mode, batches, batch);
        _exit(0);
      }
    }
    /* rank 0 is a child too, so that nothing it inherits (its pinning) outlives the mode */
    pid_t zero = fork();
    if (!zero) {
      rank(0, pes, mode, batches, batch);
      report(peer_names[mode], "barrier", pes, 0, "ns");
      _exit(0);
    }
    for (int k = 0; k < pes; k++) {
      wait(0);
    }
    report_one(peer_names[mode], "barrier_cpu", pes, 0,
               (double)shared->cpu / ((double)pes * batches * batch), "ns");
  }
  return 0;
}
