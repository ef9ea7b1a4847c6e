/**
 * Tests of SPMD programs: {@link org.shmem4j.junit.ShmemTest} runs one JUnit test method on several
 * PEs, as threads or as processes, and {@link org.shmem4j.junit.ShmemCheck} in many orders.
 */
package org.shmem4j.junit;
