/**
 * The {@code shmem4j} command: starts a job with one JVM per rank and looks after it until the last
 * rank is gone.
 *
 * <p>Programs use the command line; this package holds only what other modules need: {@link
 * org.shmem4j.launcher.Main} to run a command in this JVM, {@link
 * org.shmem4j.launcher.CommandProvider} to add a subcommand, and {@link
 * org.shmem4j.launcher.Program} for one that takes a program.
 */
package org.shmem4j.launcher;
