/**
 * OpenSHMEM for Java: PEs, symmetric memory, one-sided operations, signals and the ways to meet.
 *
 * <p>{@link org.shmem4j.shmem.Shmem} is where to begin.
 */
package org.shmem4j.shmem;
