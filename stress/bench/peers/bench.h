/* What the C peers share: clocks, pinning, sampling and the output line. No third-party code.

   Every program prints lines of one form, which the comparison reads:
       peer,op,PEs,bytes,median,p10,p90,unit
   `peer` is the name a ratio table shows (phys, phys-spin, oshmem, mpi ...), `op` the name of the
   same operation in shmem4j's own benchmark. Many short batches are timed and their median is
   reported, so that a preemption spoils a batch and not the figure. */
#ifndef BENCH_H
#define BENCH_H
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BENCH_MAX 20000
#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)

/* Operations per timed batch on single words, alone and contended: as in WordOps, PairSuite. */
#define WORD_BATCH 2000
#define CONTENDED_BATCH 500

static double samples[BENCH_MAX]; /* ns per operation, one a batch */
static int sample_count;
static double budget_ns = 150e6; /* time given to a one-sided cell; 15 ms in the short mode */
static int shorter = 1;          /* divides the batches of a two-sided cell; 5 in the short mode */

/* Sizes of the put-and-flag ping-pong and of the put and get latencies; in the short mode those of
   the bandwidths too, with LARGEST. */
static const size_t latency_sizes[] = {8, 64, 1024, 4096, 65536, 1048576};
#define LATENCY_SIZES ((int)(sizeof latency_sizes / sizeof latency_sizes[0]))
#define LARGEST (16 * MIB)

/* The size of a bandwidth cell that follows `bytes`: powers of two from 8 B; in the short mode the
   latency sizes and the largest. */
static inline size_t next_size(size_t bytes) {
  if (shorter == 1) {
    return bytes * 2;
  }
  for (int k = 0; k < LATENCY_SIZES; k++) {
    if (latency_sizes[k] > bytes) {
      return latency_sizes[k];
    }
  }
  return bytes < LARGEST ? LARGEST : 2 * LARGEST;
}

static inline double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* CPU time of all threads of this process. */
static inline double cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Whether each PE can have a CPU of its own. */
static inline int fits(int pes) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) == 0 && pes <= CPU_COUNT(&allowed);
}

/* Pins this process to the k-th CPU of those it may use. */
static inline void pin(int k) {
  static cpu_set_t allowed;
  static int known;
  cpu_set_t one;
  if (!known) {
    known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  }
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (CPU_ISSET(cpu, &allowed) && k-- == 0) {
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      if (sched_setaffinity(0, sizeof one, &one)) {
        perror("pin");
      }
      return;
    }
  }
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double percentile(const double *sorted, int n, double p) {
  return sorted[(int)(p * (n - 1) + 0.5)];
}

static inline double median_sample(void) {
  qsort(samples, sample_count, sizeof(double), compare_doubles);
  return percentile(samples, sample_count, .5);
}

static void report(const char *peer, const char *op, int pes, size_t bytes, const char *unit) {
  double median = median_sample();
  printf("%s,%s,%d,%zu,%.5g,%.5g,%.5g,%s\n", peer, op, pes, bytes, median,
         percentile(samples, sample_count, .1), percentile(samples, sample_count, .9), unit);
  fflush(stdout);
}

static void report_one(const char *peer, const char *op, int pes, size_t bytes, double value,
                       const char *unit) {
  sample_count = 1;
  samples[0] = value;
  report(peer, op, pes, bytes, unit);
}

/* Reports samples of ns per operation as a bandwidth: bytes per ns are GB/s. */
static void report_bandwidth(const char *peer, const char *op, int pes, size_t bytes) {
  for (int i = 0; i < sample_count; i++) {
    samples[i] = bytes / samples[i];
  }
  report(peer, op, pes, bytes, "GB/s");
}

/* Rounds per timed batch of a ping-pong. */
static inline long latency_batch(size_t bytes) {
  return bytes >= MIB ? 4 : bytes >= 64 * KIB ? 20 : 200;
}

/* Copies per timed batch of a one-sided latency cell. */
static inline long copy_batch(size_t bytes) {
  return bytes >= MIB ? 4 : bytes >= 64 * KIB ? 20 : 1000;
}

/* Batches of a two-sided latency cell; both sides must count the same, so no clock decides. */
static inline int latency_batches(size_t bytes) {
  return (bytes >= MIB ? 200 : bytes >= 64 * KIB ? 500 : 2000) / shorter;
}

/* Copies per timed batch of a bandwidth cell: 8 MiB, but no more than 4,096 copies. */
static inline long bandwidth_batch(size_t bytes) {
  long copies = 8 * MIB / bytes;
  return copies < 1 ? 1 : copies > 4096 ? 4096 : copies;
}

/* Samples `code`, `batch` times a sample with `end` after each batch, until the budget is used.
   `i` counts the operations of a batch. */
#define SAMPLE(batch, code, end)                                                     \
  do {                                                                               \
    for (long i = 0; i < (batch) / 4 + 1; i++) {                                     \
      code;                                                                          \
    }                                                                                \
    end;                                                                             \
    double until = now_ns() + budget_ns;                                             \
    sample_count = 0;                                                                \
    do {                                                                             \
      double t = now_ns();                                                           \
      for (long i = 0; i < (batch); i++) {                                           \
        code;                                                                        \
      }                                                                              \
      end;                                                                           \
      samples[sample_count++] = (now_ns() - t) / (batch);                            \
    } while (sample_count < BENCH_MAX && (sample_count < 9 || now_ns() < until));    \
  } while (0)

/* Takes `--short` out of the arguments; returns the first other argument, or `otherwise`. */
static const char *arguments(int count, char **values, const char *otherwise) {
  const char *first = NULL;
  for (int i = 1; i < count; i++) {
    if (!strcmp(values[i], "--short")) {
      budget_ns = 15e6;
      shorter = 5;
    } else if (!first) {
      first = values[i];
    }
  }
  return first ? first : otherwise;
}

#endif
