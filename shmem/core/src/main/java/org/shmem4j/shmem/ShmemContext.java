package org.shmem4j.shmem;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.sync.CallSite;
import org.shmem4j.shmem.internal.transport.NoTransport;
import org.shmem4j.shmem.internal.transport.Transport;

/**
 * A stream of operations with an order and a completion of its own (OpenSHMEM 1.6, Communication
 * Management): its {@link #fence} and {@link #quiet} speak of the operations issued through it, and
 * wait for no other context's.
 *
 * <pre>{@code
 * try (ShmemContext stream = shmem.createContext()) {
 *   SymmetricLongs there = box.on(stream);
 *   there.put(values, right);
 *   stream.quiet();
 * }
 * }</pre>
 *
 * <p>Operations are issued through a view of an object, {@code object.on(context)}. A context
 * belongs to a team: its views take that team's PE numbers. Barriers complete the default context
 * only; a context of one's own must be made quiet first.
 */
public final class ShmemContext implements AutoCloseable {
  /** No context (SHMEM_CTX_INVALID): fence, quiet and close do nothing. */
  public static final ShmemContext INVALID =
      new ShmemContext(Team.INVALID, Route.of(NoTransport.INSTANCE, null), Set.of());

  final Shmem shmem;
  final Transport transport;

  /** Base addresses of the heaps, by the team's numbers; 0 for a PE reached by the transport. */
  final long[] bases;

  /** The job's numbers, by the team's. */
  final int[] worldPes;

  private final Team team;
  private final Transport stream;
  private final Set<ContextOption> options;
  private final Thread creator;
  private final Set<SymmetricObject> views = new HashSet<>();
  private String closedAt;

  private ShmemContext(Team team, Route route, Set<ContextOption> options) {
    this.shmem = team.shmem();
    this.team = team;
    this.transport = route.operations();
    this.stream = route.stream();
    this.worldPes = team.members();
    this.bases = worldPes == null ? null : bases(route);
    this.options = options;
    this.creator = options.contains(ContextOption.PRIVATE) ? Thread.currentThread() : null;
  }

  /** The default context with a team's numbers. */
  static ShmemContext ofTeam(Team team) {
    return new ShmemContext(team, team.shmem().route(team.shmem().transport(), null), Set.of());
  }

  /** A context of one's own. */
  static ShmemContext create(Team team, Set<ContextOption> options) {
    Shmem shmem = team.shmem();
    ContextGuard guard = shmem.isChecked() ? ContextGuard.of(team, options) : null;
    boolean ordersStores = !options.contains(ContextOption.NOSTORE);
    Transport stream = shmem.transport().newStream(ordersStores);
    return new ShmemContext(team, shmem.route(stream, guard), options);
  }

  private long[] bases(Route route) {
    if (route.straight() && Arrays.equals(worldPes, shmem.everybody())) {
      return shmem.bases(); // for thousands of PEs in one JVM, which have them in common
    }
    long[] bases = new long[worldPes.length];
    if (route.straight()) {
      for (int i = 0; i < bases.length; i++) {
        bases[i] = shmem.bases()[worldPes[i]];
      }
    }
    return bases;
  }

  /**
   * The team whose numbers it takes; {@link Team#INVALID} if it is invalid (shmem_ctx_get_team).
   */
  public Team team() {
    return team;
  }

  /** Whether it is not {@link #INVALID}. */
  public boolean isValid() {
    return shmem != null;
  }

  /** What was promised when it was created. */
  public Set<ContextOption> options() {
    return Set.copyOf(options);
  }

  private boolean isDefault() {
    return this == team.context();
  }

  /** Orders its earlier operations ahead of its later ones, for each PE (shmem_ctx_fence). */
  public void fence() {
    if (isValid()) {
      checkOpen();
      Memory.releaseFence();
      if (!Mutation.FENCE_TRANSPORT.isOn()) {
        transport.fence();
      }
    }
  }

  /** As {@link #fence()}, for one PE only; beyond OpenSHMEM 1.6. */
  public void fence(int pe) {
    if (isValid()) {
      checkOpen();
      int target = worldPe(pe);
      Memory.releaseFence();
      if (bases[pe] == 0 && !Mutation.PE_FENCE_TRANSPORT.isOn()) {
        transport.fence(target);
      }
    }
  }

  /** Returns when all it has issued is visible to every PE (shmem_ctx_quiet). */
  public void quiet() {
    if (isValid()) {
      checkOpen();
      quiet(transport);
    }
  }

  /** As {@link #quiet()}, as part of something else. */
  void complete() {
    quiet(stream);
  }

  /** As {@link #complete()}, unless a mutation leaves it out. */
  void completeUnless(Mutation missing) {
    if (!missing.isOn()) {
      complete();
    }
  }

  /** Completes what has been issued through a transport and what was stored directly. */
  static void quiet(Transport transport) {
    if (!Mutation.QUIET_TRANSPORT.isOn()) {
      transport.quiet();
    }
    Memory.quietFence();
  }

  /**
   * As {@link #quiet()}, for what it has issued to some PEs (shmem_ctx_pe_quiet). Returns at once
   * if none is named.
   *
   * @param pes numbers in the context's team
   */
  public void quiet(int... pes) {
    if (!isValid()) {
      return;
    }
    checkOpen();
    for (int pe : pes) {
      var _ = worldPe(pe);
    }
    for (int pe : pes) {
      if (bases[pe] == 0 && !Mutation.PE_QUIET_TRANSPORT.isOn()) {
        transport.quiet(worldPes[pe]);
      }
    }
    if (pes.length > 0) {
      Memory.fullFenceUnless(Mutation.PE_QUIET_NONE);
    }
  }

  /** The job's number of a PE. */
  int worldPe(int pe) {
    if (pe < 0 || pe >= worldPes.length) {
      throw new IndexOutOfBoundsException(
          "no such PE: team=" + team + " pe=" + pe + " valid=0.." + (worldPes.length - 1));
    }
    return worldPes[pe];
  }

  /**
   * Says that many operations follow, until {@link #sessionStop} (shmem_ctx_session_start). A hint:
   * nothing that can be observed changes.
   */
  public void sessionStart(SessionOption... hints) {
    sessionStart(0, hints);
  }

  /**
   * As {@link #sessionStart(SessionOption...)}.
   *
   * @param totalOps about how many operations follow; 0 if not known
   */
  public void sessionStart(long totalOps, SessionOption... hints) {
    checkValid();
    checkOpen();
    if (totalOps < 0) {
      throw new IllegalArgumentException(
          "a number of operations is not negative: totalOps=" + totalOps);
    }
    for (SessionOption hint : hints) {
      Objects.requireNonNull(hint, "hint");
    }
  }

  /** Ends the session, if there is one (shmem_ctx_session_stop). */
  public void sessionStop() {
    checkValid();
    checkOpen();
  }

  /**
   * Completes what it has issued and ends it: its views become unusable (shmem_ctx_destroy). Local.
   * Does nothing if it is invalid or closed already.
   *
   * @throws IllegalStateException if it is a default context, or private and another thread's
   */
  @Override
  public void close() {
    if (!isValid() || closedAt != null) {
      return;
    }
    if (isDefault()) {
      throw new IllegalStateException(
          "a default context ends with its team: team=" + team + "; close only what was created");
    }
    if (isPrivateOfAnotherThread()) {
      throw new IllegalStateException(
          "a private context is closed by the thread that created it: team="
              + team
              + " creator="
              + creator.getName()
              + " thread="
              + Thread.currentThread().getName());
    }
    completeUnless(Mutation.CLOSE_QUIET);
    team.forget(this);
    end("closed at " + CallSite.current());
  }

  /** Makes it and its views unusable. */
  void end(String how) {
    List<SymmetricObject> ended;
    synchronized (views) {
      if (closedAt != null) {
        return;
      }
      closedAt = how;
      ended = List.copyOf(views);
      views.clear();
    }
    for (SymmetricObject view : ended) {
      view.endView("the context of this view has been " + how);
    }
    if (!isDefault()) {
      stream.close();
    }
  }

  /** Makes a view end with this context. */
  void add(SymmetricObject view) {
    synchronized (views) {
      checkOpen();
      views.add(view);
    }
  }

  void remove(SymmetricObject view) {
    synchronized (views) {
      views.remove(view);
    }
  }

  void checkValid() {
    if (!isValid()) {
      throw new IllegalStateException(
          "the context is invalid: context=INVALID; a team's configuration allowed no more, or none"
              + " was created");
    }
  }

  /** Throws if it has been closed. */
  void checkOpen() {
    shmem.checkOpen();
    if (closedAt != null) {
      throw new IllegalStateException("the context has been " + closedAt + ": context=" + this);
    }
  }

  boolean isPrivateOfAnotherThread() {
    return creator != null && creator != Thread.currentThread();
  }

  /** Its team and options, such as "context of world [PRIVATE]". */
  @Override
  public String toString() {
    return isValid() ? "context of " + team + (options.isEmpty() ? "" : " " + options) : "INVALID";
  }
}
