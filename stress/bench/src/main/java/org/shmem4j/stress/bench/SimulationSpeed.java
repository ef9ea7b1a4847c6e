package org.shmem4j.stress.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shmem4j.shmem.sim.Speed;

/**
 * What a simulated operation costs against a bare hand-over between virtual threads; runs in a JVM
 * that is started for simulations.
 */
final class SimulationSpeed {
  static final List<Integer> PES = List.of(2, 4, 8, 16, 64);

  private SimulationSpeed() {}

  /** Runs in a JVM of its own; returns the lines to print. */
  static List<String> run(List<Integer> pes, boolean json) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-Dshmem4j.simulated=true",
            "-cp",
            System.getProperty("java.class.path"),
            SimulationSpeed.class.getName(),
            Boolean.toString(json)));
    pes.forEach(n -> command.add(n.toString()));
    return Commands.run(command);
  }

  /** Arguments: whether JSON is wanted, and the numbers of PEs. */
  public static void main(String[] args) throws JsonProcessingException {
    List<Speed.Row> rows = new ArrayList<>();
    for (int i = 1; i < args.length; i++) {
      rows.addAll(Speed.measure(Integer.parseInt(args[i])));
    }
    if (Boolean.parseBoolean(args[0])) {
      System.out.println(new ObjectMapper().writeValueAsString(rows));
      return;
    }
    System.out.println("operation        PEs  simulated ns  hand-over ns  ratio");
    for (Speed.Row row : rows) {
      System.out.println(
          String.format(
              Locale.ROOT,
              "%-15s %4d %13.0f %13.0f %6.2f",
              row.operation(),
              row.pes(),
              row.nanos(),
              row.handOverNanos(),
              row.ratio()));
    }
  }
}
