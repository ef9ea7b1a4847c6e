/** {@code simulate}: how long a program would take on a network. */
package org.shmem4j.launcher.simulate;
