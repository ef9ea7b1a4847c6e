/**
 * Loads a user's program once for each simulated PE, and rewrites its byte code so that the
 * simulator sees its plain loads and stores, and decides its time, its random numbers, its threads
 * and its end.
 */
package org.shmem4j.shmem.sim.load;
