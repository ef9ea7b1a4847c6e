/**
 * The litmus table as programs: each row is written once, and run by JCStress on threads, by {@code
 * shmem4j litmus} across processes, and by tests over a transport that delays.
 */
package org.shmem4j.stress.litmus;
