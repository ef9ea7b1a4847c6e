/** Jobs as launchers see them: their files, their settings, the state of their PEs. */
package org.shmem4j.shmem.job;
