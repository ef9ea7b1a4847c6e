package org.shmem4j.shmem.sim.load;

/** Which calls are rewritten. */
@FunctionalInterface
interface Rule {
  /** Null if the call is not the rule's. */
  Rewrite find(Call call);

  /** Methods of one name and one descriptor. */
  static String key(String name, String descriptor) {
    return name + descriptor;
  }
}
