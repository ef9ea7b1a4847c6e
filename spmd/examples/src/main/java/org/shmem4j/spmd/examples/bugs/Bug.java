package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.spmd.examples.Options;

/** How the programs of this package start, and how they say what went wrong. */
final class Bug {
  private Bug() {}

  /** Runs a program without options as one PE, if there are PEs enough. */
  static void run(String name, int leastPes, String[] args, ShmemProgram program) {
    Options.none(name, args);
    Shmem.run(shmem -> runAsOneOf(leastPes, name, shmem, program));
  }

  static void runAsOneOf(int leastPes, String name, Shmem shmem, ShmemProgram program)
      throws Exception {
    if (shmem.pes() < leastPes) {
      Options.refuse(
          shmem,
          name
              + " needs more PEs: pes="
              + shmem.pes()
              + "; start it with run -n "
              + leastPes
              + " or more");
      return;
    }
    program.run(shmem);
    System.out.println("PE " + shmem.pe() + " saw nothing wrong");
  }

  /** Throws if something else was read than the rule says. */
  static void expect(String rule, long expected, long seen) {
    if (seen != expected) {
      throw new IllegalStateException(rule + ": expected=" + expected + " seen=" + seen);
    }
  }
}
