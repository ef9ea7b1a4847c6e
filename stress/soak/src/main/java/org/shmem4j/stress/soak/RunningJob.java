package org.shmem4j.stress.soak;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.shmem4j.launcher.Main;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.JobSpec;

/** A job's processes, started by our launcher or one by one as another launcher would. */
final class RunningJob implements AutoCloseable {
  private static final long HEAP_BYTES = 4 << 20;
  private static final long POLL_MILLIS = 5;
  private static final long ENDING_SECONDS = 5;

  private final Orders orders;
  private final int pes;

  /** The launcher, or the ranks by their numbers. */
  private final List<Process> started = new ArrayList<>();

  /** The job that this JVM has made for ranks that it starts itself. */
  private final Job own;

  private final Thread atExit = new Thread(this::end);

  private RunningJob(Orders orders, int pes, Job own) {
    Runtime.getRuntime().addShutdownHook(atExit);
    this.orders = orders;
    this.pes = pes;
    this.own = own;
  }

  /** Starts a job by {@code shmem4j run}. */
  static RunningJob launched(Orders orders, int pes, JobSpec.Waiting waiting) throws IOException {
    RunningJob job = new RunningJob(orders, pes, null);
    List<String> words = new ArrayList<>(List.of(Main.class.getName(), "run", "-n", "" + pes));
    words.add("--wait=" + waiting.name().toLowerCase(Locale.ROOT));
    words.addAll(List.of("--heap-size=" + HEAP_BYTES, "--jvm-arg=-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("-cp", ownJar(), SoakMain.class.getName()));
    words.addAll(orders.words());
    job.start("launcher", words, Map.of());
    return job;
  }

  /** Starts the ranks of a job one by one: nobody will tell them when one of them dies. */
  static RunningJob direct(Orders orders, int pes, JobSpec.Waiting waiting) throws IOException {
    boolean maySleep = waiting.maySleep(pes);
    Job own = Job.create(new JobSpec(pes, HEAP_BYTES, HeapBacking.MAPPED, false, maySleep));
    RunningJob job = new RunningJob(orders, pes, own);
    List<String> words = new ArrayList<>(List.of(SoakMain.class.getName()));
    words.addAll(orders.words());
    for (int pe = 0; pe < pes; pe++) {
      job.start("rank-" + pe, words, own.environment(pe));
    }
    return job;
  }

  private void start(String name, List<String> words, Map<String, String> variables)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.add("--enable-native-access=ALL-UNNAMED");
    String home = System.getProperty("shmem4j.home");
    if (home != null) {
      command.add("-Dshmem4j.home=" + home);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(output(name).toFile());
    builder.environment().putAll(variables);
    started.add(builder.start());
  }

  /** What a rank needs besides the library. */
  private static String ownJar() {
    try {
      return Path.of(SoakMain.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class comes from a strange place", e);
    }
  }

  private Path output(String name) {
    return orders.folder().resolve(name + ".out");
  }

  int pes() {
    return pes;
  }

  boolean isLaunched() {
    return own == null;
  }

  Diary diary(int pe) {
    return Diary.of(orders.folder(), pe);
  }

  /** The process of a rank, which has written to its diary. */
  Optional<ProcessHandle> rank(int pe) {
    return diary(pe)
        .find(Diary.Entry.PID)
        .flatMap(fields -> ProcessHandle.of(Long.parseLong(fields.getFirst())));
  }

  boolean isAlive(int pe) {
    return rank(pe).filter(ProcessHandle::isAlive).isPresent();
  }

  boolean isOver() {
    return started.stream().noneMatch(Process::isAlive) && livingRanks().isEmpty();
  }

  private List<Integer> livingRanks() {
    return Stream.iterate(0, pe -> pe < pes, pe -> pe + 1).filter(this::isAlive).toList();
  }

  /** What is awaited of a job. */
  interface Condition {
    boolean holds();
  }

  /** Waits; returns whether it holds before the time is over. */
  boolean await(Condition condition, Duration longest) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }

  /** Waits until all ranks have written an entry, or the job is over. */
  boolean awaitAll(Diary.Entry entry, Duration longest) throws InterruptedException {
    return await(() -> haveAll(entry) || started.stream().noneMatch(Process::isAlive), longest)
        && haveAll(entry);
  }

  private boolean haveAll(Diary.Entry entry) {
    return Stream.iterate(0, pe -> pe < pes, pe -> pe + 1).allMatch(pe -> diary(pe).has(entry));
  }

  /** Sends a signal such as KILL to a rank. */
  void signal(String name, int pe) throws IOException, InterruptedException {
    Optional<ProcessHandle> rank = rank(pe).filter(ProcessHandle::isAlive);
    if (rank.isPresent()) {
      String pid = Long.toString(rank.get().pid());
      new ProcessBuilder("kill", "-" + name, pid).start().waitFor();
    }
  }

  /** The launcher's exit code, or a rank's; the job is over. */
  int code(int pe) {
    return started.get(isLaunched() ? 0 : pe).exitValue();
  }

  /** What was printed. */
  String printed() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(orders.folder())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".out")).sorted().toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  /** Where the threads of the ranks are that live: those that are in this project's code. */
  String stacks() throws IOException, InterruptedException {
    StringBuilder all = new StringBuilder();
    for (int pe : livingRanks()) {
      all.append("PE ").append(pe).append(" lives:\n").append(stack(rank(pe).orElseThrow().pid()));
    }
    return all.toString();
  }

  private static String stack(long pid) throws IOException, InterruptedException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process process =
        new ProcessBuilder(jcmd, Long.toString(pid), "Thread.print")
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    StringBuilder kept = new StringBuilder();
    for (String paragraph : text.split("\n\n", -1)) {
      if (paragraph.contains("org.shmem4j")) {
        kept.append(paragraph).append('\n');
      }
    }
    return kept.isEmpty() ? text : kept.toString();
  }

  /** What the job has left among the folders of jobs; asked when it is over and closed. */
  List<Path> leftFiles() throws IOException {
    if (own != null) {
      return Files.exists(own.directory()) ? List.of(own.directory()) : List.of();
    }
    String ofLauncher = "-" + started.getFirst().pid() + "-";
    try (Stream<Path> files = Files.list(Job.root())) {
      return files.filter(file -> file.getFileName().toString().contains(ofLauncher)).toList();
    }
  }

  /** Ends what still lives, and removes the files of a job that this JVM has made. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // the hook is at it
    }
    end();
  }

  private void end() {
    started.forEach(Process::destroy); // a launcher then cleans up
    for (Process process : started) {
      try {
        if (!process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
      }
    }
    for (int pe : livingRanks()) {
      rank(pe).ifPresent(ProcessHandle::destroyForcibly);
    }
    if (own != null) {
      own.close();
    }
  }
}
