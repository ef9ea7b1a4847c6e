/** {@code check}: finds mistakes of a program that this machine never shows. */
package org.shmem4j.launcher.check;
