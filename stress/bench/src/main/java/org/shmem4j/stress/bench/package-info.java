/**
 * The {@code bench} command: how long each operation takes between PEs, and how that compares with
 * plain C, C OpenSHMEM and MPI on the same machine.
 *
 * <p>{@link org.shmem4j.stress.bench.BenchMain} is the program that runs on the PEs. An operation
 * is one loop and one line in a table ({@code WordOps}, {@code CopyOps}); the same loop is warmed
 * up, timed in batches for its median and, in a full run, timed one by one for its percentiles. The
 * C programs in {@code stress/bench/peers} measure the same cells under the same names.
 */
package org.shmem4j.stress.bench;
