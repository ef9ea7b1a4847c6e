/* The machine's own limits, in plain C over a shared mapping of two pinned processes: ping-pongs,
   memcpy both ways, single loads and stores, atomics alone and contended.
   gcc -O3 -march=native -o phys phys.c ; ./phys [--short] */
#include "bench.h"
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  _Alignas(128) _Atomic uint64_t to_child;
  _Alignas(128) _Atomic uint64_t to_parent;
  _Alignas(128) _Atomic uint64_t gate;
  _Alignas(128) _Atomic uint64_t word;
  _Alignas(128) double child_result;
  _Alignas(4096) char payload[2][1 << 20];
} shared_t;

static shared_t *shared;

static inline uint64_t acquire(_Atomic uint64_t *word) {
  return atomic_load_explicit(word, memory_order_acquire);
}

static inline void release(_Atomic uint64_t *word, uint64_t value) {
  atomic_store_explicit(word, value, memory_order_release);
}

static char *private_buffer(size_t bytes, int fill) {
  char *buffer = mmap(0, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  memset(buffer, fill, bytes);
  return buffer;
}

static char *shared_buffer(size_t bytes, int fill) {
  char *buffer = mmap(0, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  memset(buffer, fill, bytes);
  return buffer;
}

/* Half a round trip: each side copies `bytes` into the other's buffer, stores the round number
   with release, and waits for the other's with acquire. bytes == 0: the flags alone. */
static void ping_pong(const char *op, size_t bytes) {
  int batches = latency_batches(bytes);
  long batch = latency_batch(bytes);
  uint64_t rounds = (uint64_t)(batches + 2) * batch;
  shared->to_child = shared->to_parent = 0;
  pid_t child = fork();
  char *mine = private_buffer(1 << 20, child ? 1 : 2);
  if (!child) {
    pin(1);
    for (uint64_t round = 1; round <= rounds; round++) {
      while (acquire(&shared->to_child) != round) {
      }
      if (bytes) {
        memcpy(shared->payload[0], mine, bytes);
      }
      release(&shared->to_parent, round);
    }
    _exit(0);
  }
  pin(0);
  sample_count = 0;
  uint64_t round = 1;
  for (int b = -2; b < batches; b++) {
    double t = now_ns();
    for (uint64_t end = round + batch; round < end; round++) {
      if (bytes) {
        memcpy(shared->payload[1], mine, bytes);
      }
      release(&shared->to_child, round);
      while (acquire(&shared->to_parent) != round) {
      }
    }
    if (b >= 0) {
      samples[sample_count++] = (now_ns() - t) / batch / 2;
    }
  }
  waitpid(child, 0, 0);
  report("phys", op, 2, bytes ? bytes : 8, "ns");
  munmap(mine, 1 << 20);
}

/* One process copying between a private and a shared buffer, the same buffers each time. */
static void copies(size_t largest) {
  char *mine = private_buffer(largest, 1);
  char *theirs = shared_buffer(largest, 2);
  for (int k = 0; k < LATENCY_SIZES; k++) {
    size_t bytes = latency_sizes[k];
    long batch = copy_batch(bytes);
    SAMPLE(batch, { memcpy(theirs, mine, bytes); atomic_thread_fence(memory_order_seq_cst); }, );
    report("phys", "put+quiet", 2, bytes, "ns");
    SAMPLE(batch, { memcpy(mine, theirs, bytes); __asm__ volatile("" ::"r"(mine) : "memory"); }, );
    report("phys", "get", 2, bytes, "ns");
  }
  for (size_t bytes = 8; bytes <= largest; bytes = next_size(bytes)) {
    long batch = bandwidth_batch(bytes);
    SAMPLE(batch, { memcpy(theirs, mine, bytes); __asm__ volatile("" ::"r"(theirs) : "memory"); },
           atomic_thread_fence(memory_order_seq_cst));
    report_bandwidth("phys", "put_bandwidth", 2, bytes);
    SAMPLE(batch, { memcpy(mine, theirs, bytes); __asm__ volatile("" ::"r"(mine) : "memory"); }, );
    report_bandwidth("phys", "get_bandwidth", 2, bytes);
  }
}

/* Single words: loads, stores and atomics of one process on one line. */
static void words(void) {
  _Atomic uint64_t *word = &shared->word;
  uint64_t sum = 0, next = 0;
  const long batch = WORD_BATCH;
#define WORD(op, code)             \
  SAMPLE(batch, code, );           \
  report("phys", op, 2, 8, "ns")
  WORD("p+quiet", { release(word, i); atomic_thread_fence(memory_order_seq_cst); });
  WORD("p", { release(word, i); });
  WORD("g", { sum += acquire(word); });
  WORD("atomic_fetch", { sum += atomic_load(word); });
  WORD("atomic_set", { atomic_store(word, i); });
  WORD("swap", { sum += atomic_exchange(word, i); });
  next = 0;
  atomic_store(word, 0);
  WORD("compare_swap", {
    uint64_t expected = next;
    atomic_compare_exchange_strong(word, &expected, next + 1);
    sum += expected;
    next++;
  });
  WORD("fetch_add", { sum += atomic_fetch_add(word, 3); });
  WORD("fetch_inc", { sum += atomic_fetch_add(word, 1); });
  WORD("add", { atomic_fetch_add(word, 3); });
  WORD("inc", { atomic_fetch_add(word, 1); });
  WORD("fetch_and", { sum += atomic_fetch_and(word, i | 1); });
  WORD("fetch_or", { sum += atomic_fetch_or(word, i); });
  WORD("fetch_xor", { sum += atomic_fetch_xor(word, i); });
  WORD("and", { atomic_fetch_and(word, i | 1); });
  WORD("or", { atomic_fetch_or(word, i); });
  WORD("xor", { atomic_fetch_xor(word, i); });
  __asm__ volatile("" ::"r"(sum));
}

/* fetch_add by two processes on one word, both for the whole time: the mean of their medians. */
static void contended(void) {
  shared->gate = 0;
  pid_t child = fork();
  pin(child ? 0 : 1);
  atomic_fetch_add(&shared->gate, 1);
  while (acquire(&shared->gate) != 2) {
  }
  uint64_t sum = 0;
  SAMPLE(CONTENDED_BATCH, { sum += atomic_fetch_add(&shared->word, 1); }, );
  __asm__ volatile("" ::"r"(sum));
  double median = median_sample();
  if (!child) {
    shared->child_result = median;
    _exit(0);
  }
  waitpid(child, 0, 0);
  report_one("phys", "fetch_add_contended", 2, 8, (median + shared->child_result) / 2, "ns");
}

int main(int count, char **values) {
  arguments(count, values, "");
  shared = (shared_t *)shared_buffer(sizeof(shared_t), 0);
  ping_pong("signal_pingpong", 0);
  for (int k = 0; k < LATENCY_SIZES; k++) {
    ping_pong("put_signal_pingpong", latency_sizes[k]);
  }
  pin(0);
  words();
  contended();
  copies(LARGEST);
  return 0;
}
