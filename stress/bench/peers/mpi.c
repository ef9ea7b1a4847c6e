/* The same cells through MPI's one-sided operations; each is followed by a flush, since MPI says
   nothing of completion before one.
   mpicc -O3 -o mpib mpi.c ; mpirun -np N --mca osc sm ./mpib p2p|barrier [--short]
   osc sm: Debian's Open MPI 4.1.4 otherwise takes a slower path, and compare_swap crashes in it. */
#include "bench.h"
#include <mpi.h>

static int me, pes;
static const char *const PEER = "mpi";
static MPI_Win win;
static const MPI_Aint FLAG = LARGEST, WORD_AT = LARGEST + 4096;

/* The target polls its own window; every eighth time it lets the library make progress. */
static void wait_for(volatile long *flag, long value) {
  int polls = 0;
  while (*flag != value) {
    MPI_Win_sync(win);
    if ((++polls & 7) == 0) {
      int found;
      MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
  }
}

static void ping_pong(const char *op, size_t bytes, char *heap, const char *mine) {
  volatile long *flag = (volatile long *)(heap + FLAG);
  int batches = latency_batches(bytes);
  long batch = latency_batch(bytes);
  long round = 0;
  *flag = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  sample_count = 0;
  if (me < 2) {
    for (int b = -2; b < batches; b++) {
      double t = now_ns();
      for (long i = 0; i < batch; i++) {
        round++;
        if (me == 1) {
          wait_for(flag, round);
        }
        if (bytes) {
          MPI_Put(mine, bytes, MPI_BYTE, 1 - me, 0, bytes, MPI_BYTE, win);
          MPI_Win_flush(1 - me, win);
        }
        MPI_Accumulate(&round, 1, MPI_LONG, 1 - me, FLAG, 1, MPI_LONG, MPI_REPLACE, win);
        MPI_Win_flush(1 - me, win);
        if (me == 0) {
          wait_for(flag, round);
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
  MPI_Barrier(MPI_COMM_WORLD);
}

static void one_sided(char *mine) {
  for (int k = 0; k < LATENCY_SIZES; k++) {
    size_t bytes = latency_sizes[k];
    long batch = copy_batch(bytes);
    SAMPLE(batch, {
      MPI_Put(mine, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
      MPI_Win_flush(1, win);
    }, );
    report(PEER, "put+quiet", pes, bytes, "ns");
    SAMPLE(batch, {
      MPI_Get(mine, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
      MPI_Win_flush(1, win);
    }, );
    report(PEER, "get", pes, bytes, "ns");
  }
  for (size_t bytes = 8; bytes <= LARGEST; bytes = next_size(bytes)) {
    long batch = bandwidth_batch(bytes);
    SAMPLE(batch, { MPI_Put(mine, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win); },
           MPI_Win_flush(1, win));
    report_bandwidth(PEER, "put_bandwidth", pes, bytes);
    SAMPLE(batch, { MPI_Get(mine, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win); },
           MPI_Win_flush(1, win));
    report_bandwidth(PEER, "get_bandwidth", pes, bytes);
  }
}

static void words(void) {
  long one = 1, three = 3, result = 0, expected = 0, next = 0;
  const long batch = WORD_BATCH;
#define WORD(op, code)            \
  SAMPLE(batch, { code; MPI_Win_flush(1, win); }, ); \
  report(PEER, op, pes, 8, "ns")
#define FETCH(value, how) \
  MPI_Fetch_and_op(&(value), &result, MPI_LONG, 1, WORD_AT, how, win)
#define ACCUMULATE(value, how) \
  MPI_Accumulate(&(value), 1, MPI_LONG, 1, WORD_AT, 1, MPI_LONG, how, win)
  WORD("p+quiet", MPI_Put(&one, 1, MPI_LONG, 1, WORD_AT, 1, MPI_LONG, win));
  WORD("g", MPI_Get(&result, 1, MPI_LONG, 1, WORD_AT, 1, MPI_LONG, win));
  WORD("atomic_fetch", FETCH(one, MPI_NO_OP));
  WORD("atomic_set", ACCUMULATE(one, MPI_REPLACE));
  WORD("swap", FETCH(one, MPI_REPLACE));
  long zero = 0;
  ACCUMULATE(zero, MPI_REPLACE);
  MPI_Win_flush(1, win);
  WORD("compare_swap", {
    expected = next++;
    MPI_Compare_and_swap(&next, &expected, &result, MPI_LONG, 1, WORD_AT, win);
  });
  WORD("fetch_add", FETCH(three, MPI_SUM));
  WORD("fetch_inc", FETCH(one, MPI_SUM));
  WORD("add", ACCUMULATE(three, MPI_SUM));
  WORD("inc", ACCUMULATE(one, MPI_SUM));
  WORD("fetch_and", FETCH(one, MPI_BAND));
  WORD("fetch_or", FETCH(one, MPI_BOR));
  WORD("fetch_xor", FETCH(one, MPI_BXOR));
}

/* A barrier that leaves the library time to serve the other side while it waits. */
static void serve(void) {
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void p2p(void) {
  char *heap;
  MPI_Win_allocate(LARGEST + 8192, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &heap, &win);
  memset(heap, 0, LARGEST + 8192);
  char *mine = aligned_alloc(4096, LARGEST);
  memset(mine, 1, LARGEST);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  ping_pong("signal_pingpong", 0, heap, mine);
  for (int k = 0; k < LATENCY_SIZES; k++) {
    ping_pong("put_signal_pingpong", latency_sizes[k], heap, mine);
  }
  if (me == 0) {
    words();
  }
  serve();
  double median = 0, sum = 0;
  if (me < 2) {
    long one = 1, result;
    SAMPLE(CONTENDED_BATCH, {
      MPI_Fetch_and_op(&one, &result, MPI_LONG, 0, WORD_AT, MPI_SUM, win);
      MPI_Win_flush(0, win);
    }, );
    median = median_sample();
  }
  serve();
  MPI_Reduce(&median, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0) {
    report_one(PEER, "fetch_add_contended", pes, 8, sum / 2, "ns");
    one_sided(mine);
  }
  serve();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static void barriers(void) {
  int oversubscribed = pes > 2;
  int batch = oversubscribed ? 10 : 100;
  int batches = (oversubscribed ? 5000 : 10000) / shorter;
  for (int i = 0; i < 5 * batch; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
  }
  sample_count = 0;
  double cpu = cpu_ns();
  for (int b = 0; b < batches; b++) {
    double t = now_ns();
    for (int i = 0; i < batch; i++) {
      MPI_Barrier(MPI_COMM_WORLD);
    }
    samples[sample_count++] = (now_ns() - t) / batch;
  }
  cpu = cpu_ns() - cpu;
  double sum = 0;
  MPI_Reduce(&cpu, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0) {
    report(PEER, "barrier", pes, 0, "ns");
    report_one(PEER, "barrier_cpu", pes, 0, sum / ((double)pes * batches * batch), "ns");
  }
}

int main(int count, char **values) {
  const char *suite = arguments(count, values, "p2p");
  MPI_Init(&count, &values);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &pes);
  if (!strcmp(suite, "barrier")) {
    barriers();
  } else {
    p2p();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
