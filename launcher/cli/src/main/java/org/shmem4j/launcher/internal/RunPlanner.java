package org.shmem4j.launcher.internal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.job.JobSpec.Reserve;
import org.shmem4j.shmem.job.JobSpec.Waiting;
import org.shmem4j.shmem.job.Setting;

/** Makes a plan of what the command line says and of the settings in force. */
final class RunPlanner {
  private final RunArguments arguments;
  private final Installation installation;

  RunPlanner(RunArguments arguments, Installation installation) {
    this.arguments = arguments;
    this.installation = installation;
  }

  /**
   * Makes the plan.
   *
   * @throws UsageException if the command line makes no sense
   */
  LaunchPlan plan() throws InterruptedException {
    String program =
        arguments.program().orElseThrow(() -> new UsageException("PROGRAM is missing"));
    JobSpec spec = jobSpec();
    Map<String, String> environment = environment();
    Optional<Duration> timeout = timeout();
    Optional<Path> workingDirectory = workingDirectory();
    Binding binding = arguments.value(RunOption.BIND_TO).map(Binding::parse).orElse(Binding.NONE);
    return new LaunchPlan(
        spec,
        ProgramFinder.of(installation).find(program, classPath()),
        arguments.programArguments(),
        arguments.all(RunOption.JVM_ARG),
        environment,
        workingDirectory,
        binding,
        arguments.isOn(RunOption.TAG),
        aotCache(),
        timeout);
  }

  private Optional<Path> aotCache() throws InterruptedException {
    boolean wanted =
        arguments.isOn(RunOption.AOT)
            && RankFlags.whyNoAotCache(arguments.all(RunOption.JVM_ARG)).isEmpty();
    if (!wanted) {
      return Optional.empty();
    }
    return arguments.isOn(RunOption.DRY_RUN)
        ? AotCache.of(installation).map(AotCache::file)
        : AotMaker.ensure(installation);
  }

  private JobSpec jobSpec() {
    int ranks = arguments.number(RunOption.PES, Runtime.getRuntime().availableProcessors());
    try {
      return new JobSpec(
          ranks,
          bytes(RunOption.HEAP_SIZE, Setting.HEAP_SIZE),
          setting(RunOption.HEAP, Setting.HEAP_BACKING, HeapBacking.class),
          setting(RunOption.HEAP_RESERVE, Setting.HEAP_RESERVE, Reserve.class) == Reserve.SPARSE,
          setting(RunOption.WAIT, Setting.WAIT, Waiting.class).maySleep(ranks),
          bytes(RunOption.HEAP_ALIGN, Setting.HEAP_ALIGNMENT),
          arguments.isOn(RunOption.CHECK) || JobSpec.isCheckedBySettings());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e);
    }
  }

  private long bytes(RunOption option, Setting setting) {
    return arguments
        .value(option)
        .map(text -> ByteSize.parse(text, option.names().getLast()))
        .orElseGet(setting::bytes);
  }

  private <E extends Enum<E>> E setting(RunOption option, Setting setting, Class<E> type) {
    return arguments.constant(option, type).orElseGet(() -> setting.constant(type));
  }

  private List<String> classPath() {
    return arguments.value(RunOption.CLASS_PATH).map(ClassPaths::split).orElseGet(List::of);
  }

  private Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String variable : arguments.all(RunOption.ENV)) {
      int equals = variable.indexOf('=');
      if (equals < 1) {
        throw new UsageException("a variable is NAME=VALUE: " + RunOption.ENV.name(variable));
      }
      variables.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    return variables;
  }

  private Optional<Duration> timeout() {
    try {
      return arguments.value(RunOption.TIMEOUT).map(Durations::parse);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e);
    }
  }

  private Optional<Path> workingDirectory() {
    Optional<Path> folder = arguments.value(RunOption.WDIR).map(Path::of);
    if (folder.isPresent() && !Files.isDirectory(folder.get())) {
      throw new UsageException(
          "the working directory must exist: " + RunOption.WDIR.name(folder.get().toString()));
    }
    return folder;
  }
}
