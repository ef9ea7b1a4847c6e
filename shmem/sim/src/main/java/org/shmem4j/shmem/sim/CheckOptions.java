package org.shmem4j.shmem.sim;

/**
 * How a program is checked.
 *
 * @param pes how many PEs
 * @param schedules how many schedules are tried, unless one has a finding before
 * @param seed of the first schedule; the next ones have the next numbers
 * @param strategy how schedules are chosen
 * @param replay the decisions of one schedule that is to be played again, as a report names them;
 *     null for {@code schedules} new ones
 * @param heapBytes each PE's symmetric heap
 * @param watchdogSeconds how long a PE may run without a shmem operation
 */
public record CheckOptions(
    int pes,
    int schedules,
    long seed,
    StrategyKind strategy,
    String replay,
    long heapBytes,
    int watchdogSeconds) {}
