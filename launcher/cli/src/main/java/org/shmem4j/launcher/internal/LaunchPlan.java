package org.shmem4j.launcher.internal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shmem4j.launcher.Program;
import org.shmem4j.shmem.job.JobSpec;

/**
 * All that is decided about a job before it starts.
 *
 * @param spec the ranks' number and their shared memory
 * @param program what they run
 * @param arguments the program's own arguments, untouched
 * @param jvmArguments what the user adds to the ranks' JVM flags
 * @param environment what the user adds to the ranks' environment
 * @param workingDirectory where the ranks run, if not here
 * @param binding how ranks are bound to processors
 * @param tagged whether each output line begins with its rank
 * @param aotCache the ranks' AOT cache, if they use one
 * @param timeout how long the job may take, if there is a limit
 */
record LaunchPlan(
    JobSpec spec,
    Program program,
    List<String> arguments,
    List<String> jvmArguments,
    Map<String, String> environment,
    Optional<Path> workingDirectory,
    Binding binding,
    boolean tagged,
    Optional<Path> aotCache,
    Optional<Duration> timeout) {
  LaunchPlan {
    arguments = List.copyOf(arguments);
    jvmArguments = List.copyOf(jvmArguments);
    environment = Map.copyOf(environment);
  }
}
