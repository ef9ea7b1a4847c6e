/**
 * A whole job in one JVM, in an order that a seed decides: every switch between PEs, every delivery
 * of a put, every old value that a get may still return.
 */
package org.shmem4j.shmem.sim;
