/** Small programs to read and run: {@code ./shmem4j run -n 4 ring}. */
package org.shmem4j.spmd.examples;
