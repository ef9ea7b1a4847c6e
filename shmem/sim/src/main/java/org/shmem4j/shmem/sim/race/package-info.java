/**
 * Finds accesses to symmetric memory that nothing orders, and the fence or quiet that would.
 *
 * <p>{@link org.shmem4j.shmem.sim.race.Races} is told every operation of a job in the order in
 * which it happens. It keeps what each PE knows to be complete, and for each byte the accesses that
 * a later one could still conflict with. It depends on nothing else of the simulator.
 */
package org.shmem4j.shmem.sim.race;
