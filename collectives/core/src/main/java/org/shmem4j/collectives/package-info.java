/**
 * Collectives over teams of PEs (OpenSHMEM 1.6, Collective Routines): broadcast, collect, alltoall,
 * reductions and scans, made of puts, gets and meetings only.
 */
package org.shmem4j.collectives;
