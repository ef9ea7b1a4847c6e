/** The {@code check} and {@code simulate} subcommands. */
package org.shmem4j.launcher.check;
