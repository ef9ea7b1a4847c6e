package org.shmem4j.stress.bench;

/**
 * How long single operations took, each timed on its own, in nanoseconds. The clock's own cost is
 * in them.
 *
 * @param p50 half took no longer
 * @param p90 nine of ten
 * @param p99 99 of 100
 * @param p999 999 of 1,000
 */
record Percentiles(double p50, double p90, double p99, double p999) {}
