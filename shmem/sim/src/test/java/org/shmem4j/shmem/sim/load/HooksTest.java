package org.shmem4j.shmem.sim.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HooksTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.exit(3)",
        "Runtime.getRuntime().exit(3)",
        "Runtime.getRuntime().halt(3)",
        "IntConsumer exit = System::exit; exit.accept(3)",
        "IntConsumer exit = Runtime.getRuntime()::halt; exit.accept(3)"
      })
  void exitThrowsWhatTheEnvironmentGives(String exit) throws Exception {
    try (Recorder _ = new Recorder();
        Program program = Compiled.body(folder, exit + ";")) {
      assertEquals(3, assertThrows(Recorder.Exit.class, () -> Compiled.run(program)).status);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          System.nanoTime()                                         | 1000000
          System.currentTimeMillis()                                | 1000000
          Instant.now()                                             | 1970-01-01T00:16:40Z
          new Date().getTime()                                      | 1000000
          ((LongSupplier) System::nanoTime).getAsLong()             | 1000000
          ((Supplier<Date>) Date::new).get().getTime()              | 1000000
          """)
  void timeIsTheEnvironments(String expression, String expected) throws Throwable {
    Program program = Compiled.body(folder, "args[0] = \"\" + " + expression + ";");
    assertNotEquals(expected, Compiled.run(program, "")[0]);
    try (Recorder _ = new Recorder()) {
      assertEquals(expected, Compiled.run(program, "")[0]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Math.random()",
        "new Random().nextLong()",
        "new Random() {}.nextLong()",
        "new SplittableRandom().nextLong()",
        "((Supplier<Random>) Random::new).get().nextLong()",
        "UUID.randomUUID()",
        "ThreadLocalRandom.current().nextLong(1L << 60)",
        "ThreadLocalRandom.current().ints(4).boxed().toList()",
        "((IntSupplier) ThreadLocalRandom.current()::nextInt).getAsInt()",
        "shuffled()"
      })
  void randomNumbersAreTheEnvironments(String expression) throws Throwable {
    Program program =
        Compiled.source(
            folder,
            """
            public class Main {
              static List<Integer> shuffled() {
                List<Integer> list = new ArrayList<>();
                for (int i = 0; i < 100; i++) { list.add(i); }
                Collections.shuffle(list);
                return list;
              }
              public static void main(String[] args) { args[0] = "" + EXPRESSION; }
            }
            """
                .replace("EXPRESSION", expression));
    assertNotEquals(Compiled.run(program, "")[0], Compiled.run(program, "")[0]);
    assertEquals(runSeeded(program), runSeeded(program));
  }

  private static String runSeeded(Program program) throws Throwable {
    try (Recorder _ = new Recorder()) {
      return Compiled.run(program, "")[0];
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Thread.sleep(2)                              | sleep 2000000
          Thread.sleep(2, 5)                           | sleep 2000005
          Thread.sleep(Duration.ofNanos(7))            | sleep 7
          TimeUnit.MICROSECONDS.sleep(3)               | sleep 3000
          Thread.yield()                               | poll
          Thread.onSpinWait()                          | poll
          ((Runnable) Thread::onSpinWait).run()        | poll
          LockSupport.park()                           | poll
          LockSupport.parkNanos("x", 9)                | sleep 9
          """)
  void waitingIsTheEnvironments(String call, String expected) throws Throwable {
    try (Recorder recorder = new Recorder();
        Program program = Compiled.body(folder, call + ";")) {
      Compiled.run(program);
      assertEquals(List.of(expected), recorder.events);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Thread t = new Thread(body, \"x\"); t.start(); ",
        "Thread t = new Worker(); t.start(); ",
        "Worker t = new Worker(); t.start(); ",
        "Thread t = Thread.ofPlatform().name(\"x\").start(body); ",
        "Thread t = Thread.ofVirtual().name(\"x\").start(body); ",
        "Thread t = Thread.ofVirtual().name(\"x\").unstarted(body); t.start(); ",
        "Thread.Builder b = Thread.ofVirtual().name(\"x\"); Thread t = b.start(body); ",
        "Thread t = new Thread(body, \"x\"); Runnable r = t::start; r.run(); "
      })
  void threadsAreStartedByTheEnvironment(String start) throws Throwable {
    String source =
        """
        public class Main {
          static final Runnable body = () -> ran = Thread.currentThread().getName();
          static String ran;
          static class Worker extends Thread {
            Worker() { super("x"); }
            @Override public void run() { body.run(); }
          }
          public static void main(String[] args) throws Exception {
            START
            args[0] = ran + t.isAlive() + t.join(Duration.ofNanos(4));
            t.join();
            t.join(3);
          }
        }
        """;
    try (Recorder recorder = new Recorder();
        Program program = Compiled.source(folder, source.replace("START", start))) {
      assertEquals("xtruetrue", Compiled.run(program, "")[0]);
      assertEquals(
          List.of("start x", "join x 4", "join x " + Long.MAX_VALUE, "join x 3000000"),
          recorder.events);
      assertEquals(Thread.State.NEW, recorder.started.getFirst().getState());
    }
  }

  @Test
  void aStartOfTheProgramsOwnIsNotReplaced() throws Throwable {
    String source =
        """
        public class Main {
          static class Worker extends Thread { @Override public void start() { done = "own"; } }
          static class Other { void start() { done += "other"; } }
          static String done;
          public static void main(String[] args) {
            new Worker().start();
            new Other().start();
            args[0] = done;
          }
        }
        """;
    try (Recorder recorder = new Recorder();
        Program program = Compiled.source(folder, source)) {
      assertEquals("ownother", Compiled.run(program, "")[0]);
      assertEquals(List.of(), recorder.events);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Executors.newFixedThreadPool(1).close()",
        "CompletableFuture.runAsync(() -> {}).join()",
        "List.of(1).parallelStream().count()",
        "((Supplier<ExecutorService>) Executors::newCachedThreadPool).get().close()",
        "new Timer(true).cancel()",
        "synchronized (args) { args.wait(1); }",
        "new java.security.SecureRandom()",
        "LocalDate.now()",
        "new Thread() { @Override public void start() { super.start(); } }.start()"
      })
  void whatIsNotControlledIsSaid(String call) throws Throwable {
    try (Recorder recorder = new Recorder();
        Program program = Compiled.body(folder, call + ";")) {
      Compiled.run(program);
      assertEquals(1, recorder.unchecked.size(), recorder.unchecked::toString);
      assertTrue(recorder.unchecked.getFirst().startsWith("Main"), recorder.unchecked::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        "while (!flag) {}",
        "for (;;) { try { while (true) { x++; } } catch (Throwable e) { x--; } }",
        "do { x++; } while (x != -1 || !flag);",
        "next: while (true) { switch (x) { case 0: continue next; default: x = 0; } }"
      })
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anEndlessLoopIsStopped(String loop) throws Exception {
    String source =
        "public class Main { static boolean flag; static int x;\n"
            + "public static void main(String[] args) {\n"
            + loop
            + " }}";
    try (Recorder _ = new Recorder();
        Program program = Compiled.source(folder, source)) {
      Thread watchdog = Thread.ofPlatform().start(HooksTest::stopLater);
      EndlessLoopError error = assertThrows(EndlessLoopError.class, () -> Compiled.run(program));
      watchdog.join();
      assertEquals("a loop must end or call a shmem operation", error.getMessage());
      assertEquals(3, error.getStackTrace()[1].getLineNumber());
    } finally {
      Hooks.go();
    }
  }

  /** Late enough for the loop to be compiled. */
  private static void stopLater() {
    try {
      TimeUnit.MILLISECONDS.sleep(200);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    Hooks.stop();
  }

  @Test
  void loopsGoOnAgainAfterGo() throws Throwable {
    String body = "int n = 0; for (int i = 0; i < 10; i++) { n++; } args[0] = \"\" + n;";
    try (Recorder _ = new Recorder();
        Program program = Compiled.body(folder, body)) {
      Hooks.stop();
      assertThrows(EndlessLoopError.class, () -> Compiled.run(program, ""));
      Hooks.go();
      assertEquals("10", Compiled.run(program, "")[0]);
    } finally {
      Hooks.go();
    }
  }

  @Test
  void othersThreadsAreLeftToTheJdk() throws Throwable {
    String body =
        "Thread t = new Thread(() -> { args[0] = \"\" + new Random().nextInt(); });"
            + "t.start(); t.join(); args[1] = \"\" + t.isAlive() + (t == Thread.currentThread());"
            + "Thread.sleep(Duration.ofNanos(1)); Thread.yield();"
            + "for (int i = 0; i < 3; i++) { System.nanoTime(); }";
    try (Recorder recorder = new Recorder();
        Program program = Compiled.body(folder, body)) {
      String[] args = {"", ""};
      Thread other = Thread.ofVirtual().start(() -> runUnchecked(program, args));
      assertTrue(other.join(Duration.ofSeconds(60)));
      assertNotEquals("", args[0]);
      assertEquals("falsefalse", args[1]);
      assertEquals(List.of(), recorder.events);
    }
  }

  private static void runUnchecked(Program program, String[] args) {
    try {
      assertArrayEquals(args, Compiled.run(program, args));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
