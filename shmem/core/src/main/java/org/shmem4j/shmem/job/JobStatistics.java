package org.shmem4j.shmem.job;

/**
 * What the waits of a job have done so far, over all PEs.
 *
 * @param sleeps how often a PE slept until a bell, after it had spun and yielded
 * @param backstops how many of these sleeps only the backstop ended although what they waited for
 *     was there; more than 0 means that a notifier rang no bell, or that a plain store through a
 *     view, which rings none, was waited for
 * @param bells how often a notifier rang a bell of a thread that slept, or was about to
 */
public record JobStatistics(long sleeps, long backstops, long bells) {}
