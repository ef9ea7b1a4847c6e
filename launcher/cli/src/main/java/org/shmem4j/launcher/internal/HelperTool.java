package org.shmem4j.launcher.internal;

/** A program of the system that makes more things work; {@code info} tells which are missing. */
enum HelperTool {
  SETPRIV("setpriv", "ranks that end when the launcher is killed", "util-linux"),
  TASKSET("taskset", "--bind-to core", "util-linux"),
  GCC("gcc", "scripts/bench-compare (plain C)", "gcc"),
  MPIRUN("mpirun", "scripts/bench-compare (MPI)", "openmpi-bin"),
  OSHRUN("oshrun", "scripts/bench-compare (C OpenSHMEM)", "openmpi-bin, libopenmpi-dev");

  private final String program;
  private final String purpose;
  private final String debianPackage;

  HelperTool(String program, String purpose, String debianPackage) {
    this.program = program;
    this.purpose = purpose;
    this.debianPackage = debianPackage;
  }

  String program() {
    return program;
  }

  /** What it is good for. */
  String purpose() {
    return purpose;
  }

  /** Where Debian has it. */
  String debianPackage() {
    return debianPackage;
  }
}
