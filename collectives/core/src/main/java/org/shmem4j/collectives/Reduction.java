package org.shmem4j.collectives;

/** How elements are combined (OpenSHMEM 1.6, Collective Routines, reductions). */
public enum Reduction {
  /** Sum; integers wrap (shmem_sum_reduce). */
  SUM,
  /** Product; integers wrap (shmem_prod_reduce). */
  PROD,
  /** Least, as {@link Math#min}: NaN if one is, -0.0 below 0.0 (shmem_min_reduce). */
  MIN,
  /** Greatest, as {@link Math#max}: NaN if one is, 0.0 above -0.0 (shmem_max_reduce). */
  MAX,
  /** Bitwise and, of integers only (shmem_and_reduce). */
  AND,
  /** Bitwise or, of integers only (shmem_or_reduce). */
  OR,
  /** Bitwise exclusive or, of integers only (shmem_xor_reduce). */
  XOR;

  /** Whether it is for integers only. */
  public boolean isBitwise() {
    return this == AND || this == OR || this == XOR;
  }
}
