package org.shmem4j.launcher.internal;

/**
 * A program that can be run by its name alone.
 *
 * @param name what the user types
 * @param mainClass what the rank runs
 * @param description one line for {@code examples}
 */
record Example(String name, String mainClass, String description) {}
