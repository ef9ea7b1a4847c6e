package org.shmem4j.stress.bench;

/**
 * A named operation.
 *
 * @param name its name, the same as in the C programs
 * @param loop what it does
 */
record Op(String name, Loop loop) {}
