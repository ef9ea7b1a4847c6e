package org.shmem4j.stress.conformance;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.shmem4j.shmem.Shmem;

/** A program that runs the case that it is given the name of, in few rounds. */
public final class CaseProgram {
  private static final int ROUNDS = 4;

  private static final Map<String, Case> CASES =
      Case.all().stream().collect(Collectors.toMap(Case::name, Function.identity()));

  static {
    Around.limitTo(ROUNDS);
  }

  private CaseProgram() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(CASES.get(args[0])::run);
  }
}
