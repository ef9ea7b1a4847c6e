package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.EndlessWaitException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/**
 * A wait that nobody can end is told. Where it must be told is tried in JVMs of their own: in this
 * one a pool of some other test may make it uncertain.
 */
class EndlessWaitTest {
  private static final long LATE_MILLIS = 400;

  private static JobSpec spec(int pes, boolean maySleep) {
    return new JobSpec(pes, 1 << 16, HeapBacking.MAPPED, true, maySleep);
  }

  /** What the other JVMs run: {@code PES MAY_SLEEP PLACE}. */
  public static final class Program {
    private Program() {}

    /** Prints what ended the wait. */
    public static void main(String[] args) {
      try {
        Shmem.threads(
            spec(Integer.parseInt(args[0]), Boolean.parseBoolean(args[1])),
            shmem -> {
              Signal signal = shmem.signal();
              if (shmem.pe() != 0) {
                return;
              }
              if (args[2].equals("signal")) {
                signal.waitUntil(Compare.EQ, 1);
              } else {
                shmem.close();
                Shmem again = Shmem.init();
                again.barrierAll();
              }
            });
      } catch (ShmemException e) {
        if (e.getCause() instanceof EndlessWaitException endless) {
          System.out.print(endless.getMessage());
        } else {
          e.printStackTrace();
        }
      }
    }
  }

  /** One PE, as plain java starts it. */
  public static final class Single {
    private Single() {}

    /** Waits for nobody. */
    public static void main(String[] args) {
      Shmem.run(shmem -> shmem.longs(3).waitUntil(2, Compare.NE, 0));
    }
  }

  private static Process start(Class<?> program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String output(Process process) throws Exception {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "1,false,signal,the job has no other PE and this one no other thread",
    "2,false,signal,all other PEs are in finalize or have ended",
    "3,true,signal,all other PEs are in finalize or have ended"
  })
  void shouldTellThatNobodyCanEndAWait(int pes, boolean maySleep, String place, String why)
      throws Exception {
    assertEquals(
        "nobody can end this wait, for "
            + why
            + ": pe=0 waitedFor=signal#1[1] index=0 until == 1, now=0",
        output(start(Program.class, "" + pes, "" + maySleep, place)));
  }

  @Test
  void shouldTellThatAPeWillNotJoinAgain() throws Exception {
    assertEquals(
        "another PE has left the job and ended, while this one has joined it again: pe=1; all PEs"
            + " join again or none; this PE was waiting for PE 1 in barrierAll, the job's collective"
            + " number 3",
        output(start(Program.class, "3", "false", "again")));
  }

  @Test
  void shouldEndAJobOfOneProcess() throws Exception {
    Process process = start(Single.class);
    String output = output(process);
    assertTrue(
        output.startsWith(
            "PE 0 failed: org.shmem4j.shmem.EndlessWaitException: nobody can end this wait, for the"
                + " job has no other PE and this one no other thread: pe=0 waitedFor=longs#1[3]"
                + " index=2 until != 0, now=0"),
        output);
    assertEquals(1, process.exitValue());
  }

  /** Who ends a wait though all other PEs are in finalize. */
  enum Helper {
    THREAD {
      @Override
      void later(Runnable action) {
        new Thread(action).start();
      }
    },
    VIRTUAL_THREAD {
      @Override
      void later(Runnable action) {
        var _ = Thread.startVirtualThread(action);
      }
    },
    COMMON_POOL {
      @Override
      void later(Runnable action) {
        var _ = CompletableFuture.runAsync(action);
      }
    },
    POOL {
      @Override
      void later(Runnable action) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(action);
        pool.shutdown();
      }
    },
    PROCESS {
      @Override
      void later(Runnable action) {
        try {
          var _ = new ProcessBuilder("sleep", "0.4").start().onExit().thenRun(action);
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
    };

    abstract void later(Runnable action);
  }

  @ParameterizedTest
  @EnumSource(Helper.class)
  void shouldGoOnWaitingForAnotherThread(Helper helper) {
    for (int pes : new int[] {1, 3}) {
      Shmem.threads(
          spec(pes, pes == 3),
          shmem -> {
            Signal signal = shmem.signal();
            if (shmem.pe() == 0) {
              helper.later(() -> {
                try {
                  Thread.sleep(helper == Helper.PROCESS ? 0 : LATE_MILLIS);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                signal.set(1, 0);
              });
              assertEquals(1, signal.waitUntil(Compare.EQ, 1));
            }
          });
    }
  }

  /** A thread of a PE that is in finalize itself. */
  @Test
  void shouldGoOnWaitingForAThreadOfAPeInFinalize() {
    Shmem.threads(
        spec(2, false),
        shmem -> {
          Signal signal = shmem.signal();
          if (shmem.pe() == 0) {
            assertEquals(1, signal.waitUntil(Compare.EQ, 1));
          } else {
            new Thread(
                    () -> {
                      try {
                        Thread.sleep(LATE_MILLIS);
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                      signal.set(1, 0);
                    })
                .start();
          }
        });
  }
}
