/**
 * Tests of SPMD programs: {@link org.shmem4j.junit.ShmemTest} runs one JUnit test method on several
 * PEs, as threads or as processes.
 */
package org.shmem4j.junit;
