package org.shmem4j.shmem.sim.load;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Calls that the simulator neither sees nor decides, and says so. */
final class Uncontrolled implements Rule {
  private static final String ANY = "";
  private static final String CONSTRUCTOR = ConstantDescs.INIT_NAME;
  private static final String THREADS = "threads of the JDK's pools are not scheduled: ";
  private static final String BLOCKS = "a thread that blocks here is not seen to wait: ";
  private static final String INTERRUPTS = "nobody who is interrupted is told: ";
  private static final String RANDOM = "random numbers differ in each run: ";
  private static final String TIME = "the time differs in each run: ";

  private static final MethodTypeDesc UNCHECKED =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  private static final List<Row> ROWS =
      List.of(
          new Row("java.util.concurrent.Executors", ANY, THREADS),
          new Row("java.util.concurrent.ThreadPoolExecutor", CONSTRUCTOR, THREADS),
          new Row("java.util.concurrent.ScheduledThreadPoolExecutor", CONSTRUCTOR, THREADS),
          new Row("java.util.concurrent.ForkJoinPool", ANY, THREADS),
          new Row("java.util.concurrent.CompletableFuture", "runAsync", THREADS),
          new Row("java.util.concurrent.CompletableFuture", "supplyAsync", THREADS),
          new Row("java.util.Timer", CONSTRUCTOR, THREADS),
          new Row(ANY, "parallelStream", THREADS),
          new Row(ANY, "parallel", THREADS),
          new Row("java.lang.Object", "wait", BLOCKS),
          new Row("java.util.concurrent.CountDownLatch", "await", BLOCKS),
          new Row("java.util.concurrent.CyclicBarrier", "await", BLOCKS),
          new Row("java.util.concurrent.Semaphore", "acquire", BLOCKS),
          new Row("java.util.concurrent.locks.Condition", "await", BLOCKS),
          new Row(ANY, "take", BLOCKS),
          new Row("java.util.concurrent.BlockingQueue", "put", BLOCKS),
          new Row("java.util.concurrent.ArrayBlockingQueue", "put", BLOCKS),
          new Row("java.util.concurrent.LinkedBlockingQueue", "put", BLOCKS),
          new Row("java.util.concurrent.LinkedBlockingDeque", "put", BLOCKS),
          new Row("java.util.concurrent.SynchronousQueue", "put", BLOCKS),
          new Row("java.util.concurrent.ThreadFactory", "newThread", THREADS),
          new Row("java.lang.Thread", "interrupt", INTERRUPTS),
          new Row("java.security.SecureRandom", CONSTRUCTOR, RANDOM),
          new Row("java.util.random.RandomGenerator", "of", RANDOM),
          new Row("java.util.random.RandomGenerator", "getDefault", RANDOM),
          new Row("java.time.Clock", "systemUTC", TIME),
          new Row("java.time.Clock", "systemDefaultZone", TIME),
          new Row("java.time.LocalDate", "now", TIME),
          new Row("java.time.LocalTime", "now", TIME),
          new Row("java.time.LocalDateTime", "now", TIME),
          new Row("java.time.ZonedDateTime", "now", TIME),
          new Row("java.time.OffsetDateTime", "now", TIME));

  private record Row(String owner, String name, String what) {
    boolean fits(Call call, String callOwner) {
      return (owner.equals(ANY) ? callOwner.startsWith("java.") : owner.equals(callOwner))
          && (name.equals(ANY) || name.equals(call.name()));
    }
  }

  @Override
  public Rewrite find(Call call) {
    String owner = Types.name(call.owner());
    return ROWS.stream()
        .filter(row -> row.fits(call, owner))
        .findFirst()
        .map(row -> saying(row.what))
        .orElse(null);
  }

  private static Rewrite saying(String what) {
    return (code, call) -> {
      say(code, what + call);
      call.emit(code);
    };
  }

  static void say(CodeBuilder code, String what) {
    code.ldc(what).invokestatic(Types.of(Hooks.class), "unchecked", UNCHECKED);
  }
}
