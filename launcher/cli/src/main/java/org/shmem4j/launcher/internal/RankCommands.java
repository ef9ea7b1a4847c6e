package org.shmem4j.launcher.internal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shmem4j.launcher.LaunchException;

/** Writes the exact command of each rank. */
final class RankCommands {
  private final LaunchPlan plan;
  private final Optional<Path> setpriv;
  private final Optional<Path> taskset;
  private final List<String> jvmAndProgram;

  private RankCommands(LaunchPlan plan, Optional<Path> setpriv, Optional<Path> taskset) {
    this.plan = plan;
    this.setpriv = setpriv;
    this.taskset = taskset;
    this.jvmAndProgram = jvmAndProgram(plan);
  }

  /** Prepares the commands with the tools that this system has. */
  static RankCommands of(LaunchPlan plan) {
    Optional<Path> setpriv = Tools.find("setpriv");
    if (!plan.binding().isBound()) {
      return new RankCommands(plan, setpriv, Optional.empty());
    }
    RankCommands commands = new RankCommands(plan, setpriv, Tools.find("taskset"));
    commands.checkCanBind();
    return commands;
  }

  /**
   * Whether the kernel ends the ranks when the launcher is killed. It does so when the thread that
   * started them ends, so that thread must live as long as the launcher.
   */
  boolean diesWithLauncher() {
    return setpriv.isPresent();
  }

  /** Returns the rank's command. */
  List<String> of(int rank) {
    List<String> command = new ArrayList<>();
    setpriv.ifPresent(tool -> command.addAll(List.of(tool.toString(), "--pdeathsig", "KILL")));
    taskset.ifPresent(tool -> {
      String cpu = Integer.toString(plan.binding().cpus().forRank(rank));
      command.addAll(List.of(tool.toString(), "-c", cpu));
    });
    command.addAll(jvmAndProgram);
    return command;
  }

  private static List<String> jvmAndProgram(LaunchPlan plan) {
    List<String> command = new ArrayList<>();
    command.add(Installation.java().toString());
    command.addAll(RankFlags.of(plan.spec().pes(), plan.jvmArguments()));
    plan.aotCache().ifPresent(cache -> command.add("-XX:AOTCache=" + cache));
    command.addAll(plan.jvmArguments());
    command.add("-cp");
    command.add(ClassPaths.join(plan.program().classPath()));
    command.add(plan.program().mainClass());
    command.addAll(plan.arguments());
    return command;
  }

  private void checkCanBind() {
    if (taskset.isEmpty() || plan.binding().cpus().isEmpty()) {
      throw new LaunchException(
          ExitCode.LAUNCHER,
          "binding ranks needs Linux and the program taskset: "
              + RunOption.BIND_TO.name(plan.binding().option())
              + "; install util-linux or use --bind-to=none");
    }
  }
}
