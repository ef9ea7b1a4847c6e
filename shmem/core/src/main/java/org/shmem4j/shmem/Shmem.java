package org.shmem4j.shmem;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.boot.ThreadJob;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.fabric.Fabric;
import org.shmem4j.shmem.internal.fabric.Seats;
import org.shmem4j.shmem.internal.fabric.SharedMemory;
import org.shmem4j.shmem.internal.heap.HeapAllocator;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.memory.NativeAccess;
import org.shmem4j.shmem.internal.memory.Tracer;
import org.shmem4j.shmem.internal.sync.Bells;
import org.shmem4j.shmem.internal.sync.Boards;
import org.shmem4j.shmem.internal.sync.JobEnding;
import org.shmem4j.shmem.internal.sync.PeThread;
import org.shmem4j.shmem.internal.sync.TicketBoard;
import org.shmem4j.shmem.internal.sync.TicketBoard.Kind;
import org.shmem4j.shmem.internal.sync.Waiter;
import org.shmem4j.shmem.internal.sync.WaitingPe;
import org.shmem4j.shmem.internal.transport.DirectTransport;
import org.shmem4j.shmem.internal.transport.NoTransport;
import org.shmem4j.shmem.internal.transport.Transport;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.job.JobStatistics;
import org.shmem4j.shmem.job.PeState;

/**
 * One PE's handle on its job: who it is, the memory that all PEs share, the ways to meet.
 *
 * <pre>{@code
 * Shmem.run(shmem -> {
 *   SymmetricLongs box = shmem.longs(1);
 *   Signal arrived = shmem.signal();
 *   int right = (shmem.pe() + 1) % shmem.pes();
 *   box.putSignal(new long[] {shmem.pe()}, arrived, SignalOp.SET, 1, right);
 *   arrived.waitUntil(Compare.EQ, 1);
 *   System.out.println("PE " + shmem.pe() + " got " + box.at(0));
 * });
 * }</pre>
 *
 * <p>All threads of a PE may use it at once; two collectives at once must be ordered by the caller.
 * Every collective throws {@link SymmetryException} on all PEs if they do not make the same calls,
 * and every wait {@link PeerFailedException} if another PE ends before it has left the job.
 */
public final class Shmem implements AutoCloseable {
  private static final int LARGEST_STATUS = 255;

  /** Longer ones are as good as none. */
  private static final Duration LONGEST_TIMEOUT = Duration.ofDays(365);

  /** The version of OpenSHMEM whose operations are here (SHMEM_MAJOR_VERSION). */
  public static final int MAJOR_VERSION = 1;

  /** Its second number (SHMEM_MINOR_VERSION). */
  public static final int MINOR_VERSION = 6;

  /** How long {@link #VENDOR_STRING} can be (SHMEM_MAX_NAME_LEN). */
  public static final int MAX_NAME_LEN = 64;

  /** Who made this library (SHMEM_VENDOR_STRING, shmem_info_get_name). */
  public static final String VENDOR_STRING = "shmem4j";

  static {
    Seats.set(new Seat.OfThread());
  }

  private final Seat seat;
  private final Membership membership;
  private final Fabric fabric;
  private final ControlFile control;
  private final int pe;
  private final int pes;
  private final int[] everybody;
  private final long[] bases;
  private final long ownBase;
  private final Bells bells;
  private final Waiter waiter;
  private final Boards boards;
  private final TicketBoard board;
  private final Transport transport;

  /** Reaches all PEs; null unless somebody looks on. */
  private final Transport everywhere;

  private final Transport operations;
  private final Interceptor interceptor;
  private final Leaks leaks;
  private final HeapAllocator allocator;
  private final Team world;
  private final Team shared;
  private final List<Team> teams = new ArrayList<>();
  private volatile boolean closed;

  /** Joins; {@code previous} is this PE's last membership, if it has left the job before. */
  Shmem(Membership membership, Fabric fabric, Seat seat, Shmem previous) {
    this.seat = seat;
    this.membership = membership;
    this.control = membership.control();
    this.pe = membership.pe();
    this.pes = control.spec().pes();
    this.ownBase = membership.heaps().get(pe).segment().address();
    this.bells = control.spec().maySleep() ? new Bells(control) : null;
    this.interceptor = Interceptors.create();
    this.leaks = isChecked() ? new Leaks() : null;
    this.fabric = fabric;
    this.waiter = fabric.waiter(membership, bells != null, new Owner(), interceptor);
    Boards.Maker boardMaker = fabric.boards(membership, waiter, bells);
    this.boards =
        previous == null ? new Boards(boardMaker) : previous.boards.joinedAgain(boardMaker);
    this.allocator = new HeapAllocator(control.spec().heapBytes());
    this.bases = fabric.bases(membership);
    this.transport = fabric.transport(membership);
    boolean isLookedOn = interceptor != null || isChecked();
    this.everywhere =
        isLookedOn && transport == NoTransport.INSTANCE
            ? new DirectTransport(membership)
            : transport;
    this.everybody = fabric.everybody(membership);
    this.board = boards.predefined(Boards.WORLD, "world", everybody, pe);
    this.world = new Team(this, "world", everybody, pe, TeamConfig.DEFAULT, board);
    this.shared = sharedTeam();
    this.operations = world.context().transport;
    if (pe == 0 && previous == null) {
      StartReport.print(control.spec());
    }
    if (interceptor != null) {
      interceptor.joined(this);
    }
  }

  /** Of all PEs whose memory this one can load from, which is mutual. */
  private Team sharedTeam() {
    int[] members = fabric.direct(membership);
    int self = Arrays.binarySearch(members, pe);
    TicketBoard ofShared = boards.predefined(Boards.SHARED, "shared", members, self);
    return new Team(this, "shared", members, self, TeamConfig.DEFAULT, ofShared);
  }

  /** What this PE's waits need of it. */
  private final class Owner implements WaitingPe {
    @Override
    public void endJob() {
      exit((int) control.exitWord());
    }

    @Override
    public void complete() {
      completeAll();
    }
  }

  /**
   * Runs a program as one PE of the job that started this JVM, or as a job of one PE.
   *
   * <p>Joins, runs, and leaves together with all PEs. What the program throws is printed with its
   * PE and stack and ends the whole job with code 1, also while others wait. In a PE that is a
   * thread it is thrown on instead. May be nested and repeated as {@link #init()}; the end of the
   * outermost takes back what inits the program has left open.
   */
  public static void run(ShmemProgram program) {
    Shmem shmem;
    boolean isOutermost = !isInitialized();
    try {
      shmem = init();
    } catch (RuntimeException | LinkageError e) {
      if (Seat.current().isThread()) {
        throw e;
      }
      print("cannot start: ", e);
      Runtime.getRuntime().exit(1);
      return;
    }
    try {
      program.run(shmem);
      shmem.leaveAfterRun(isOutermost);
    } catch (Throwable e) {
      shmem.fail(e);
    }
  }

  private void fail(Throwable thrown) {
    if (membership.isThread()) {
      seat.takeBack();
      throw asUnchecked(thrown);
    }
    if (control.exitWord() == 0) {
      print("PE " + pe + " failed: ", thrown);
    }
    globalExit(1);
  }

  private static RuntimeException asUnchecked(Throwable thrown) {
    return switch (thrown) {
      case Error e -> throw e;
      case RuntimeException e -> e;
      default -> new ShmemException("the program failed: " + thrown, thrown);
    };
  }

  private static void print(String prefix, Throwable thrown) {
    StringWriter text = new StringWriter();
    text.write(prefix);
    thrown.printStackTrace(new PrintWriter(text, true));
    System.err.print(text);
    System.err.flush();
  }

  /**
   * Joins the job (shmem_init), for those who want try-with-resources. The program must then catch
   * what goes wrong and call {@link #globalExit}, because {@link #close} waits for the others;
   * {@link #run} does that by itself.
   *
   * <p>May be called several times, by any thread of the PE: all get the same handle, and each call
   * needs a {@link #close}. A PE that has left the job can join it again, together with all.
   *
   * @throws ShmemException if the job cannot be joined, or the JVM denies native access
   */
  public static Shmem init() {
    NativeAccess.require();
    return Seat.current().join();
  }

  /**
   * As {@link #init()}, for who wants to say how its threads will call (shmem_init_thread); see
   * {@link #threadLevel()}.
   */
  public static Shmem init(ThreadLevel requested) {
    Objects.requireNonNull(requested, "requested");
    return init();
  }

  /** Whether this PE has joined its job and not left it (shmem_query_initialized). */
  public static boolean isInitialized() {
    return Seat.current().isInitialized();
  }

  /** How the threads of a PE may call: in any way (shmem_query_thread). */
  public ThreadLevel threadLevel() {
    return ThreadLevel.MULTIPLE;
  }

  /**
   * Runs a program on {@code pes} PEs that are threads of this JVM, and returns when all have
   * ended. They share the program's statics.
   *
   * @throws ShmemException with the first failing PE's exception as its cause
   */
  public static void threads(int pes, ShmemProgram program) {
    threads(JobSpec.fromSettings(pes), program);
  }

  /** Like {@link #threads(int, ShmemProgram)}, for a job as described. */
  public static void threads(JobSpec spec, ShmemProgram program) {
    threads(spec, SharedMemory.DIRECT, program);
  }

  /** For tests of the transports' seam; every PE reaches every heap by what the function makes. */
  static void threads(
      JobSpec spec, Function<Membership, Transport> transports, ShmemProgram program) {
    threads(spec, SharedMemory.reachedBy(transports), program);
  }

  static void threads(JobSpec spec, Fabric fabric, ShmemProgram program) {
    NativeAccess.require();
    ThreadJob.run(
        spec,
        membership -> {
          Shmem shmem = Seat.take(membership, fabric).join();
          try {
            program.run(shmem);
            shmem.leaveAfterRun(true);
          } catch (Exception e) {
            throw asUnchecked(e);
          } finally {
            shmem.abandon();
          }
        });
  }

  /** This PE's number, from 0 (shmem_my_pe). */
  public int pe() {
    return pe;
  }

  /** How many PEs the job has (shmem_n_pes). */
  public int pes() {
    return pes;
  }

  /** The team of all PEs (SHMEM_TEAM_WORLD). */
  public Team world() {
    return world;
  }

  /** The team of the PEs whose memory this one can load from (SHMEM_TEAM_SHARED). */
  public Team shared() {
    return shared;
  }

  /** The default context (SHMEM_CTX_DEFAULT). */
  public ShmemContext context() {
    return world.context();
  }

  /** Creates a context of the world (shmem_ctx_create); {@link Team#createContext}. */
  public ShmemContext createContext(ContextOption... options) {
    return world.createContext(options);
  }

  /** The symmetric heap, as all PEs allocate from it. */
  public SymmetricHeap heap() {
    return world.heap();
  }

  /** Whether this PE can load from and store to another's memory. */
  public boolean isDirect(int other) {
    if (other < 0 || other >= pes) {
      throw new IndexOutOfBoundsException("no such PE: pe=" + other + " valid=0.." + (pes - 1));
    }
    return bases[other] != 0;
  }

  /** Whether this PE can communicate with a number (shmem_pe_accessible): if it is one's PE. */
  public boolean isAccessible(int other) {
    return other >= 0 && other < pes;
  }

  /**
   * Whether memory of this PE is symmetric, so that it can be reached on another
   * (shmem_addr_accessible).
   */
  public boolean isAccessible(MemorySegment memory, int other) {
    return isAccessible(other)
        && memory.isNative()
        && memory.address() >= ownBase
        && memory.address() - ownBase <= heapBytes() - memory.byteSize();
  }

  /**
   * Says how much an {@link Interceptor} is to be told (shmem_pcontrol): 0 nothing, 1 what it tells
   * by default, 2 to write out what it has, others as it likes. Does nothing without one.
   */
  public void profilingControl(int level) {
    if (interceptor != null) {
      interceptor.control(level);
    }
  }

  /** What the waits of all PEs have done so far; read without meeting anybody. */
  public JobStatistics statistics() {
    return control.statistics();
  }

  /** Allocates an array of zeros; {@link SymmetricHeap#calloc}. */
  public SymmetricBytes bytes(long length) {
    return heap().calloc(ElementType.BYTE, length);
  }

  /** Allocates an array of zeros; {@link SymmetricHeap#calloc}. */
  public SymmetricShorts shorts(long length) {
    return heap().calloc(ElementType.SHORT, length);
  }

  /** Allocates an array of zeros; {@link SymmetricHeap#calloc}. */
  public SymmetricInts ints(long length) {
    return heap().calloc(ElementType.INT, length);
  }

  /** Allocates an array of zeros; {@link SymmetricHeap#calloc}. */
  public SymmetricLongs longs(long length) {
    return heap().calloc(ElementType.LONG, length);
  }

  /** Allocates an array of zeros; {@link SymmetricHeap#calloc}. */
  public SymmetricFloats floats(long length) {
    return heap().calloc(ElementType.FLOAT, length);
  }

  /** Allocates an array of zeros; {@link SymmetricHeap#calloc}. */
  public SymmetricDoubles doubles(long length) {
    return heap().calloc(ElementType.DOUBLE, length);
  }

  /** Allocates a signal that is 0. Collective. */
  public Signal signal() {
    return heap().signal();
  }

  /** Allocates signals that are 0; {@link SymmetricHeap#signals}. */
  public Signal[] signals(int count) {
    return heap().signals(count);
  }

  /** Allocates a lock that nobody holds. Collective; ends with {@link SymmetricLock#free}. */
  public SymmetricLock lock() {
    return new SymmetricLock(this);
  }

  /** Ends an object on all members of its team; {@link SymmetricHeap#free}. */
  public void free(SymmetricObject object) {
    if (object != null) {
      Team team = object.shmem == this ? object.team() : world;
      team.heap().free(object);
    }
  }

  /**
   * Orders this PE's earlier puts, atomics and stores ahead of its later ones, for each target, but
   * no gets (shmem_fence; OpenSHMEM 1.6, Memory Ordering). Another thread's count as earlier if
   * they happen before this call by Java's rules.
   */
  public void fence() {
    checkOpen();
    Memory.releaseFence();
    if (!Mutation.FENCE_TRANSPORT.isOn()) {
      operations.fence();
    }
  }

  /** As {@link #fence()}, for one PE only; beyond OpenSHMEM 1.6. */
  public void fence(int target) {
    world.context().fence(target);
  }

  /**
   * Returns when all that this PE has put, changed and stored on the default context is visible to
   * every PE (shmem_quiet; OpenSHMEM 1.6, Memory Ordering). A full fence: later loads see what came
   * before. Another thread's operations are covered if they happen before this call by Java's
   * rules.
   */
  public void quiet() {
    checkOpen();
    ShmemContext.quiet(operations);
  }

  /**
   * As {@link #quiet()}, for what this PE has issued to some PEs (shmem_pe_quiet). Returns at once
   * if none is named.
   */
  public void quiet(int... targets) {
    world.context().quiet(targets);
  }

  /**
   * Completes this PE's operations on the default context and waits for all PEs to do so
   * (shmem_barrier_all).
   */
  public void barrierAll() {
    checkOpen();
    world.context().completeUnless(Mutation.BARRIER_QUIET);
    board.meet(Kind.BARRIER_ALL);
  }

  /** Waits for all PEs to arrive; completes plain stores only (shmem_sync_all). */
  public void syncAll() {
    checkOpen();
    board.meet(Kind.SYNC_ALL);
  }

  /**
   * Ends the whole job with a status, whatever the other PEs do (shmem_global_exit). Does not
   * return, which the compiler does not know: a {@code return} may have to follow.
   *
   * @param status 0 to 255, which is what a process can return
   */
  public void globalExit(int status) {
    if (status < 0 || status > LARGEST_STATUS) {
      throw new IllegalArgumentException(
          "an exit status is between 0 and 255: pe=" + pe + " status=" + status);
    }
    control.requestExit(pe, status);
    exit((int) control.exitWord());
  }

  private void exit(int status) {
    if (membership.isThread()) {
      throw new JobEnding(status);
    }
    System.out.flush();
    System.err.flush();
    Runtime.getRuntime().exit(status);
  }

  /**
   * Takes one {@link #init} back. The last leaves the job together with all PEs (shmem_finalize):
   * it completes what this PE has issued, on all contexts, meets the others, and ends all objects,
   * contexts and teams; the others are a {@link #barrierAll}. Does nothing once the PE has left.
   * After another PE has failed it meets nobody. If it throws, nothing has been taken back.
   *
   * @throws SymmetryException on every PE if others are in another collective
   */
  @Override
  public void close() {
    if (closed || control.failure() == 0) {
      leave();
    } else if (seat.isLast()) {
      abandon();
    } else {
      seat.takeBack();
    }
  }

  private void leave() {
    if (closed) {
      return;
    }
    if (seat.isLast()) {
      leaveTogether();
    } else {
      barrierAll();
      seat.takeBack();
    }
  }

  /** The outermost run ends the program, so inits that were not taken back end with it. */
  private void leaveAfterRun(boolean isOutermost) {
    if (isOutermost) {
      seat.forgetInnerInits();
    }
    leave();
  }

  private void leaveTogether() {
    if (!Mutation.FINALIZE_QUIET.isOn()) {
      completeAll();
    }
    var _ = board.exchange(Kind.FINALIZE, 0, null, null, PeThread.isAlone() ? PeThread.ALONE : 0);
    if (leaks != null) {
      leaks.report(pe);
    }
    var _ = control.compareAndSetState(pe, PeState.ATTACHED, PeState.FINALIZED);
    abandon();
    if (interceptor != null) {
      interceptor.left();
    }
  }

  /** Completes what this PE has issued, on all contexts. */
  private void completeAll() {
    world.context().complete();
    for (Team team : teams()) {
      team.completeContexts();
    }
  }

  /** Makes this handle and its objects unusable. */
  private void abandon() {
    if (closed) {
      return; // the boards may be in use again, as the PE has joined again
    }
    for (Team team : teams()) {
      team.end("finalize");
    }
    boards.closeAll();
    closed = true; // last, for another thread may join again at once
  }

  /** All teams that this PE is a member of. */
  private List<Team> teams() {
    List<Team> all = new ArrayList<>(List.of(world, shared));
    synchronized (teams) {
      all.addAll(teams);
    }
    return all;
  }

  void add(Team team) {
    synchronized (teams) {
      teams.add(team);
    }
    opened(team);
  }

  void remove(Team team) {
    synchronized (teams) {
      teams.remove(team);
    }
    closed(team);
  }

  /** Keeps in checked mode where the program has opened an object, context or team. */
  void opened(Object what) {
    if (leaks != null) {
      leaks.opened(what);
    }
    fabric.opened(membership, what);
  }

  /** A leak of the part is a leak of the whole. */
  void isPartOf(Object whole, Object part) {
    if (leaks != null) {
      leaks.closed(part);
    }
    fabric.isPartOf(membership, whole, part);
  }

  /** The program has closed it. */
  void closed(Object what) {
    if (leaks != null) {
      leaks.closed(what);
    }
    fabric.closed(membership, what);
  }

  /** Whether misuse is looked for that costs time to find. */
  boolean isChecked() {
    return control.spec().checked();
  }

  boolean isClosed() {
    return closed;
  }

  void checkOpen() {
    if (closed) {
      throw new IllegalStateException("this PE has left the job: pe=" + pe);
    }
  }

  MemorySegment heapOf(int direct) {
    return membership.heaps().get(direct).segment();
  }

  /** The numbers of all PEs; nobody changes them. */
  int[] everybody() {
    return everybody;
  }

  long[] bases() {
    return bases;
  }

  long ownBase() {
    return ownBase;
  }

  Waiter waiter() {
    return waiter;
  }

  Boards boards() {
    return boards;
  }

  HeapAllocator allocator() {
    return allocator;
  }

  long heapBytes() {
    return control.spec().heapBytes();
  }

  /** The stream of the default context. */
  Transport transport() {
    return transport;
  }

  /** As {@link #transport}, but reaches direct PEs too; for checks. */
  Transport everywhere() {
    return everywhere;
  }

  /** Lays a context's route; the guard is null if all threads may use it. */
  Route route(Transport stream, ContextGuard guard) {
    return Route.of(stream, everywhere, interceptor, guard);
  }

  /** How many collectives of all PEs this one has been in. */
  long worldSequence() {
    return board.sequence();
  }

  /** The largest alignment of an object: that of the heaps. */
  long largestAlignment() {
    return control.spec().alignment();
  }

  /** Null if nobody sleeps. */
  Bells bells() {
    return bells;
  }

  static long deadline(Duration timeout) {
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("a timeout is not negative: timeout=" + timeout);
    }
    long nanos = timeout.compareTo(LONGEST_TIMEOUT) > 0 ? -1 : timeout.toNanos();
    return nanos < 0 ? Waiter.FOREVER : Tracer.nanoTime() + nanos;
  }
}
