/**
 * Programs with one mistake each, most of them hidden by the memory of this machine: {@code
 * ./shmem4j check -n 3 bug-fence} finds it. docs/checking.md says how.
 */
package org.shmem4j.spmd.examples.bugs;
