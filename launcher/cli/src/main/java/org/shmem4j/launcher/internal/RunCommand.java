package org.shmem4j.launcher.internal;

import java.util.List;
import org.shmem4j.launcher.LaunchException;
import org.shmem4j.shmem.ShmemException;

/** {@code run}: starts a job and waits for its end. */
public final class RunCommand {
  /** The command's name. */
  public static final String NAME = "run";

  private RunCommand() {}

  /** Runs the command with the words after its name; returns the exit code. */
  public static int execute(List<String> words) {
    try {
      RunArguments arguments = RunParser.parse(words);
      if (arguments.isOn(RunOption.HELP)) {
        return CommandLines.execute(NAME, RunOption.HELP.names().getLast());
      }
      LaunchPlan plan = new RunPlanner(arguments, Installation.current()).plan();
      return arguments.isOn(RunOption.DRY_RUN) ? print(plan) : new JobRunner(plan).run();
    } catch (UsageException e) {
      Notes.say(e.getMessage());
      System.err.println("see 'shmem4j run --help'");
      return ExitCode.USAGE;
    } catch (LaunchException e) {
      Notes.say(e.getMessage());
      return e.exitCode();
    } catch (ShmemException e) {
      Notes.say(e.getMessage());
      return ExitCode.LAUNCHER;
    } catch (RuntimeException | LinkageError e) {
      e.printStackTrace();
      return ExitCode.LAUNCHER;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.LAUNCHER;
    }
  }

  private static int print(LaunchPlan plan) {
    RankCommands commands = RankCommands.of(plan);
    for (int rank = 0; rank < plan.spec().pes(); rank++) {
      System.out.println(ShellQuote.join(commands.of(rank)));
    }
    return ExitCode.OK;
  }
}
