package org.shmem4j.stress.suites;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One run of the distribution's command, or of another one, in a folder of its own and with a time
 * limit. Whatever a run leaves behind, in its job root or as a process, is an error.
 */
final class JobRun {
  /** The distribution under test. */
  static final Path HOME = Path.of(property("shmem4j.home")).toAbsolutePath().normalize();

  /** Marks all processes of a run, also those that nobody is the parent of any longer. */
  private static final String MARK = "SHMEM4J_SUITES_RUN";

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Path SCRATCH = Path.of("target", "runs").toAbsolutePath();
  private static final Path SHM = Path.of("/dev/shm");
  private static int runs;
  private static boolean cachesMade;

  private final List<String> command;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private final List<String> unset = new ArrayList<>();
  private Path root;
  private boolean ownsRoot = true;
  private boolean mayLeaveFiles;
  private boolean mayLeaveProcesses;
  private Duration limit = Duration.ofSeconds(60);

  private JobRun(List<String> command) {
    this.command = command;
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LC_ALL", "C.UTF-8");
  }

  /** The {@code shmem4j} command of the distribution. */
  static JobRun shmem4j(String... arguments) {
    return of(concat(List.of(HOME.resolve("bin/shmem4j").toString()), arguments));
  }

  /** {@code shmem4j run -n PES}, with a program of these tests. */
  static JobRun job(int pes, Class<?> program, String... arguments) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("run", "-n", Integer.toString(pes), "-cp", testClasses()));
    words.add(program.getName());
    words.addAll(List.of(arguments));
    return shmem4j(words.toArray(String[]::new));
  }

  /** A plain {@code java}. */
  static JobRun java(String... arguments) {
    return of(concat(List.of(JAVA.toString()), arguments));
  }

  /** The first run of a distribution makes its AOT caches, and says so: not in a test. */
  private static synchronized void makeCaches() throws IOException {
    if (!cachesMade) {
      cachesMade = true;
      try {
        new JobRun(List.of(HOME.resolve("bin/shmem4j").toString(), "run", "-n", "1", "hello"))
            .within(Duration.ofMinutes(5))
            .run()
            .expectCode(0);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  /** Any command. */
  static JobRun of(List<String> command) {
    return new JobRun(new ArrayList<>(command));
  }

  /** Options of {@code run}. */
  JobRun options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  JobRun env(String name, String value) {
    environment.put(name, value);
    return this;
  }

  JobRun env(Map<String, String> variables) {
    environment.putAll(variables);
    return this;
  }

  JobRun unset(String name) {
    unset.add(name);
    return this;
  }

  /** A job root that lives on after this run; null for the default one. */
  JobRun root(Path folder) {
    root = folder;
    ownsRoot = false;
    return this;
  }

  JobRun mayLeaveFiles() {
    mayLeaveFiles = true;
    return this;
  }

  JobRun mayLeaveProcesses() {
    mayLeaveProcesses = true;
    return this;
  }

  JobRun within(Duration longest) {
    limit = longest;
    return this;
  }

  /** Starts it and waits for its end. */
  Outcome run() throws IOException, InterruptedException {
    return start().await();
  }

  /** Starts it and returns at once. */
  Running start() throws IOException {
    makeCaches();
    String mark = nextMark();
    Path folder = Files.createDirectories(SCRATCH.resolve(mark));
    if (ownsRoot) {
      root = Files.createTempDirectory(Files.isWritable(SHM) ? SHM : SCRATCH, "suites-");
    }
    List<String> words = new ArrayList<>(command);
    if (!options.isEmpty()) {
      words.addAll(words.indexOf("run") + 1, options);
    }
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.redirectInput(new File("/dev/null"));
    Map<String, String> variables = builder.environment();
    variables.keySet().removeIf(JobRun::isForeign);
    variables.putAll(environment);
    variables.keySet().removeAll(unset);
    variables.put(MARK, mark);
    if (root != null) {
      variables.put("SHMEM4J_JOB_ROOT", root.toString());
    }
    return new Running(this, builder.start(), mark, folder);
  }

  /** Variables of whoever runs the tests that would change what the command does. */
  private static boolean isForeign(String name) {
    return name.startsWith("SHMEM")
        || name.contains("JAVA_OPTIONS")
        || name.contains("TOOL_OPTION");
  }

  private static synchronized String nextMark() {
    return ProcessHandle.current().pid() + "-" + ++runs;
  }

  Duration limit() {
    return limit;
  }

  List<String> words() {
    return command;
  }

  /** Says what the run has left in its job root, and removes that. */
  String leftFiles() throws IOException {
    if (root == null || !ownsRoot) {
      return "";
    }
    try (Stream<Path> left = Files.walk(root)) {
      List<Path> paths = left.sorted((a, b) -> b.compareTo(a)).toList();
      for (Path path : paths) {
        Files.deleteIfExists(path);
      }
      return paths.size() == 1 || mayLeaveFiles ? "" : paths.toString();
    }
  }

  /** Waits a little for the run's processes to be gone; says which are not, and ends those. */
  String leftProcesses(String mark, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    List<ProcessHandle> left = marked(mark);
    while (!left.isEmpty() && System.nanoTime() < end && !mayLeaveProcesses) {
      Thread.sleep(20);
      left = marked(mark);
    }
    String text = left.toString();
    left.forEach(ProcessHandle::destroyForcibly);
    return left.isEmpty() || mayLeaveProcesses ? "" : text;
  }

  /** The living processes of a run, by the variable that they have inherited. */
  static List<ProcessHandle> marked(String mark) {
    byte[] wanted = ("\0" + MARK + "=" + mark + "\0").getBytes(StandardCharsets.UTF_8);
    return ProcessHandle.allProcesses()
        .filter(process -> contains(environmentOf(process.pid()), wanted))
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  private static byte[] environmentOf(long pid) {
    try {
      byte[] text = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
      byte[] framed = new byte[text.length + 1];
      System.arraycopy(text, 0, framed, 1, text.length);
      return framed;
    } catch (IOException e) {
      return new byte[0]; // it is gone, or another user's
    }
  }

  private static boolean contains(byte[] text, byte[] wanted) {
    for (int at = 0; at + wanted.length <= text.length; at++) {
      if (Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  /** Where these tests' programs are. */
  static String testClasses() {
    return Path.of(JobRun.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .toString();
  }

  /** The class path of a program that uses the library without our launcher. */
  static String libraryAndTests() throws IOException {
    return jars("core") + File.pathSeparator + testClasses();
  }

  /** All jars of a folder of the distribution. */
  static String jars(String folder) throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve("lib").resolve(folder))) {
      return String.join(File.pathSeparator, files.map(Path::toString).sorted().toList());
    }
  }

  private static List<String> concat(List<String> first, String... rest) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(rest));
    return all;
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException(
          "these tests run against a built distribution: give its folder by -D" + name);
    }
    return value;
  }
}
