/**
 * The litmus rows as JCStress tests. The tests are written by {@link
 * org.shmem4j.stress.litmus.JcstressSources} when the module is built.
 */
package org.shmem4j.stress.jcstress;
