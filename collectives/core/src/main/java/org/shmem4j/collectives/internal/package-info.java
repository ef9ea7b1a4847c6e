/** How the collectives work: the check of a call, its movements, and one class per algorithm. */
package org.shmem4j.collectives.internal;
