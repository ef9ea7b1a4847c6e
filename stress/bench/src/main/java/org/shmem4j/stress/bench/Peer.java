package org.shmem4j.stress.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A C program that we are compared with. */
enum Peer {
  /** Plain C over shared memory: the machine's own limits. */
  PHYS("plain C") {
    @Override
    String program(Suite suite) {
      return suite == Suite.P2P ? "phys" : "obar";
    }

    @Override
    List<String> command(Path directory, Suite suite, int pes) {
      Path program = directory.resolve(program(suite));
      return suite == Suite.P2P
          ? List.of(program.toString(), "--short")
          : List.of(program.toString(), Integer.toString(pes), "--short");
    }
  },

  /** C OpenSHMEM, that of Open MPI. */
  OSHMEM("C OpenSHMEM") {
    @Override
    String program(Suite suite) {
      return "shm";
    }

    @Override
    List<String> command(Path directory, Suite suite, int pes) {
      // Without the mem_hooks setting Debian's Open MPI 4.1.4 crashes in shmem_finalize.
      return openMpi(
          directory,
          suite,
          pes,
          "oshrun",
          "--mca",
          "opal_common_ucx_opal_mem_hooks",
          "0",
          "-x",
          "SHMEM_SYMMETRIC_SIZE=64M");
    }
  },

  /** MPI's one-sided operations. */
  MPI("MPI one-sided") {
    @Override
    String program(Suite suite) {
      return "mpib";
    }

    @Override
    List<String> command(Path directory, Suite suite, int pes) {
      // Without this setting Debian's Open MPI 4.1.4 takes a slower path, which also crashes.
      return openMpi(directory, suite, pes, "mpirun", "--mca", "osc", "sm");
    }
  };

  private final String title;

  Peer(String title) {
    this.title = title;
  }

  /** What it is, for people. */
  String title() {
    return title;
  }

  /** The file that the peers' build script makes for a suite. */
  abstract String program(Suite suite);

  /** The command that runs the suite once. */
  abstract List<String> command(Path directory, Suite suite, int pes);

  /** Whether the peer was built; the build script says what was missing. */
  boolean isIn(Path directory) {
    return Files.isExecutable(directory.resolve(program(Suite.P2P)))
        && Files.isExecutable(directory.resolve(program(Suite.BARRIER)));
  }

  /**
   * Finds what the peer measured for one of our cells.
   *
   * @param measured what the peer printed
   * @param ours our cell
   */
  static List<Measurement> matching(List<Measurement> measured, Measurement ours) {
    String op = baseName(ours.op());
    return measured.stream()
        .filter(theirs ->
            theirs.op().equals(op)
                && theirs.bytes() == ours.bytes()
                && theirs.pes() == ours.pes()
                && theirs.unit().equals(ours.unit()))
        .toList();
  }

  /** The name without the form, such as {@code .segment}, which the peers do not have. */
  private static String baseName(String op) {
    int dot = op.indexOf('.');
    return dot < 0 ? op : op.substring(0, dot);
  }

  private static List<String> openMpi(
      Path directory, Suite suite, int pes, String launcher, String... settings) {
    List<String> command = new ArrayList<>(List.of(launcher, "-np", Integer.toString(pes)));
    if (Jobs.fits(pes)) {
      command.addAll(List.of("--bind-to", "core"));
    } else {
      // More PEs than cores need the yielding setting, otherwise a barrier takes milliseconds.
      command.addAll(
          List.of("--oversubscribe", "--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"));
    }
    command.addAll(List.of(settings));
    Peer peer = launcher.equals("mpirun") ? MPI : OSHMEM;
    command.add(directory.resolve(peer.program(suite)).toString());
    command.add(suite.id());
    command.add("--short");
    return command;
  }
}
