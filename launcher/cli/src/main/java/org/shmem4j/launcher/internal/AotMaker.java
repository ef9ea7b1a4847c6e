package org.shmem4j.launcher.internal;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.shmem4j.launcher.Program;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.JobSpec;

/**
 * Makes the AOT caches of a distribution, when a job is run for the first time: the ranks', by a
 * rank that does what most programs do, and the launcher's own.
 *
 * <p>A cache is made under another name and then renamed, so that nobody ever sees half of one. If
 * it cannot be made, ranks start without; {@code info} says why.
 */
final class AotMaker {
  private static final String TRAINING = "org.shmem4j.shmem.internal.boot.AotTraining";
  private static final long TRAINING_HEAP_BYTES = 1 << 20;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Installation installation;
  private final AotCache cache;

  AotMaker(Installation installation, AotCache cache) {
    this.installation = installation;
    this.cache = cache;
  }

  /** Returns the ranks' cache, which is made now if it is missing and was not tried before. */
  static Optional<Path> ensure(Installation installation) throws InterruptedException {
    Optional<AotCache> cache = AotCache.of(installation);
    if (cache.isEmpty()) {
      return Optional.empty();
    }
    if (!cache.get().exists() && !cache.get().failedLately()) {
      new AotMaker(installation, cache.get()).makeUnlessAnotherDoes();
    }
    return cache.filter(AotCache::exists).map(AotCache::file);
  }

  private void makeUnlessAnotherDoes() throws InterruptedException {
    Path lockFile = cache.file().resolveSibling("lock");
    try {
      Files.createDirectories(cache.file().getParent());
      try (FileChannel channel =
              FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.tryLock()) {
        if (lock != null && !cache.exists()) {
          deleteUnfinished();
          Notes.say("making AOT caches for quick starts, once: " + cache.file().getParent());
          make();
        }
      }
    } catch (IOException e) {
      // a folder that cannot be written: every run starts without a cache
      Notes.say("AOT caches cannot be made: " + e);
    }
  }

  private void make() throws IOException, InterruptedException {
    try {
      train(cache.file(), this::rankCommand);
      train(cache.launcherFile(), this::launcherCommand);
    } catch (ShmemException e) {
      Files.writeString(cache.failure(), e.getMessage() + "\n");
    }
  }

  /** Who holds the lock is alone: what is not finished belongs to a launcher that was killed. */
  private void deleteUnfinished() throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(cache.file().getParent(), "*.{tmp,config,log}")) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Runs a JVM that writes a cache when it ends. */
  private void train(Path file, CommandFor commandFor) throws IOException, InterruptedException {
    String name = file.getFileName() + "." + ProcessHandle.current().pid();
    Path unfinished = file.resolveSibling(name + ".tmp");
    Path log = file.resolveSibling(name + ".log");
    try (Job job = Job.create(trainingJob())) {
      ProcessBuilder builder = new ProcessBuilder(commandFor.output(unfinished));
      builder.environment().putAll(job.environment(0));
      builder.redirectInput(new File("/dev/null"));
      builder.redirectErrorStream(true).redirectOutput(Redirect.to(log.toFile()));
      Process process = builder.start();
      boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
      process.destroyForcibly();
      if (!ended || process.waitFor() != 0 || !Files.exists(unfinished)) {
        throw new ShmemException(
            "the training run failed: ended=" + ended + ", output:\n" + Files.readString(log));
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
      Files.deleteIfExists(unfinished.resolveSibling(unfinished.getFileName() + ".config"));
      Files.deleteIfExists(log);
    }
  }

  private static JobSpec trainingJob() {
    return new JobSpec(1, TRAINING_HEAP_BYTES, HeapBacking.MAPPED, false, false);
  }

  private List<String> rankCommand(Path output) {
    LaunchPlan plan =
        new LaunchPlan(
            trainingJob(),
            new Program(TRAINING, installation.coreClassPath()),
            List.of(),
            makingFlags(output),
            Map.of(),
            Optional.empty(),
            Binding.NONE,
            false,
            Optional.empty(),
            Optional.empty());
    return RankCommands.of(plan).of(0);
  }

  private List<String> launcherCommand(Path output) {
    List<String> command = new ArrayList<>();
    command.add(Installation.java().toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-XX:AOT") && !flag.startsWith("-agentlib")) {
        command.add(flag);
      }
    }
    command.addAll(makingFlags(output));
    command.add("-cp");
    command.add(ClassPaths.join(installation.launcherClassPath()));
    command.add(LauncherTraining.class.getName());
    command.add(TRAINING);
    command.add(ClassPaths.join(installation.coreClassPath()));
    return command;
  }

  /** Without the profiles of the training run: with them a JVM begins by compiling, 0.02 CPU-s. */
  private static List<String> makingFlags(Path output) {
    return List.of(
        "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + output);
  }

  private interface CommandFor {
    List<String> output(Path file);
  }
}
