package org.shmem4j.launcher.simulate;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.shmem4j.launcher.LaunchException;
import org.shmem4j.launcher.Program;
import org.shmem4j.launcher.internal.ExitCode;
import org.shmem4j.launcher.internal.Json;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.job.Setting;
import org.shmem4j.shmem.sim.Network;
import org.shmem4j.shmem.sim.SimulationReport;
import org.shmem4j.shmem.sim.Simulator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code simulate}: predicts how long a program takes, and what it sends. */
@Command(
    name = "simulate",
    description = "Predicts how long a program takes on a network, for up to 65,536 PEs.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "PROGRAM is what 'run' takes, also with -cp. What its PE 0 prints is shown, what others",
      "print is not. docs/simulating.md says what is modelled.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the program came to its end",
      "1:it failed, or nobody could go on",
      "2:the command line is wrong"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final double NANOS_PER_SECOND = 1e9;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--pes"},
      paramLabel = "N",
      required = true,
      description = "Numbers of PEs, such as 64 or 2,10 or 16..1024, which doubles.")
  private String pes;

  @Mixin private NetworkOptions network = new NetworkOptions();

  @Option(
      names = "--heap-size",
      paramLabel = "SIZE",
      description = "Symmetric heap of each PE, such as 1m (default: 64m); takes room as used.")
  private String heapSize;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Jars and folders that PROGRAM needs.")
  private String classPath;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw time against PEs; FILE ends with .svg or .png.")
  private Path plot;

  @Option(
      names = "--json",
      description = "Print one JSON document; the program prints to standard error.")
  private boolean json;

  @Parameters(index = "0", paramLabel = "PROGRAM", description = "An example, a jar or a class.")
  private String program;

  @Parameters(index = "1..*", paramLabel = "ARG", description = "The program's arguments.")
  private List<String> arguments = List.of();

  /** The JSON document. */
  record Document(String program, List<String> arguments, Network network, List<Row> rows) {}

  @Override
  public Integer call() throws IOException {
    PrintStream out = System.out;
    try (SimulatedProgram simulated =
        new SimulatedProgram(Program.find(program, classPath), arguments)) {
      TimePlot drawing = plot == null ? null : new TimePlot(plot);
      if (json) {
        System.setOut(System.err);
      }
      List<Row> rows = simulate(simulated);
      if (drawing != null) {
        drawing.draw(title(), rows);
      }
      print(json ? Json.write(document(rows)) : Table.of(rows));
      return ExitCode.OK;
    } catch (IllegalArgumentException | LaunchException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (ShmemException e) {
      spec.commandLine().getErr().println("simulate: " + e.getMessage());
      return ExitCode.FINDING;
    } finally {
      System.setOut(out);
    }
  }

  private List<Row> simulate(SimulatedProgram simulated) {
    long heapBytes =
        heapSize == null ? Setting.HEAP_SIZE.bytes() : ByteSize.parse(heapSize, "--heap-size");
    List<Row> rows = new ArrayList<>();
    for (int n : PeCounts.parse(pes)) {
      Network hosts = network.of(n);
      long start = System.nanoTime();
      SimulationReport report = Simulator.simulate(hosts, n, heapBytes, simulated);
      double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
      rows.add(Row.of(report, hosts.pesPerHost(), seconds));
    }
    return rows;
  }

  private String title() {
    return arguments.isEmpty() ? program : program + " " + String.join(" ", arguments);
  }

  private Document document(List<Row> rows) {
    return new Document(program, arguments, network.of(rows.getLast().pes()), rows);
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
