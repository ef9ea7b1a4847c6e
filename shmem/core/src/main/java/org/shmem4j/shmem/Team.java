package org.shmem4j.shmem;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.sync.Boards;
import org.shmem4j.shmem.internal.sync.TicketBoard;
import org.shmem4j.shmem.internal.sync.TicketBoard.Kind;

/**
 * An ordered set of PEs with numbers of its own, 0..n-1 (OpenSHMEM 1.6, Team Management).
 *
 * <pre>{@code
 * Team even = shmem.world().splitStrided(0, 2, (shmem.pes() + 1) / 2);
 * if (even.isValid()) {
 *   SymmetricLongs box = even.heap().longs(1);
 *   box.p(0, shmem.pe(), (even.pe() + 1) % even.pes());
 *   even.barrier();
 *   even.destroy();
 * }
 * }</pre>
 *
 * <p>Whoever makes a team is a member of the team that is split: that is a collective of all its
 * members. Who does not belong to the new team gets {@link #INVALID}. A new team can be used at
 * once. Beyond OpenSHMEM 1.6 a team can be made from any list of PEs or by colour and key, and has
 * a {@link #heap()} for objects that only its members have.
 */
public final class Team {
  /** No team (SHMEM_TEAM_INVALID). */
  public static final Team INVALID = new Team();

  private final Shmem shmem;
  private final String name;
  private final int[] members;
  private final int self;
  private final TeamConfig config;
  private final TicketBoard board;
  private final ShmemContext context;
  private final SymmetricHeap heap;
  private final List<ShmemContext> contexts = new ArrayList<>();
  private final Map<Class<?>, Object> attachments = new ConcurrentHashMap<>();
  private String destroyedAt;

  private Team() {
    this.shmem = null;
    this.name = "INVALID";
    this.members = null;
    this.self = -1;
    this.config = null;
    this.board = null;
    this.context = null;
    this.heap = null;
  }

  Team(Shmem shmem, String name, int[] members, int self, TeamConfig config, TicketBoard board) {
    this.shmem = shmem;
    this.name = name;
    this.members = members;
    this.self = self;
    this.config = config;
    this.board = board;
    this.context = ShmemContext.ofTeam(this);
    this.heap = new SymmetricHeap(this);
  }

  /** Whether it is not {@link #INVALID}: whether this PE is a member of a team. */
  public boolean isValid() {
    return shmem != null;
  }

  /** This PE's number in the team, -1 in {@link #INVALID} (shmem_team_my_pe). */
  public int pe() {
    return self;
  }

  /** How many members it has, -1 if it is {@link #INVALID} (shmem_team_n_pes). */
  public int pes() {
    return isValid() ? members.length : -1;
  }

  /** What it was made with (shmem_team_get_config). */
  public TeamConfig config() {
    checkAlive();
    return config;
  }

  /** The job's number of a member. */
  public int worldPe(int pe) {
    checkAlive();
    return context.worldPe(pe);
  }

  /**
   * The number that a member has in another team (shmem_team_translate_pe).
   *
   * @return -1 if it is no member of this or that team, or one of them is {@link #INVALID}
   */
  public int translate(int pe, Team destination) {
    if (!isValid() || !destination.isValid() || pe < 0 || pe >= members.length) {
      return -1;
    }
    checkAlive();
    destination.checkAlive();
    if (destination.shmem != shmem) {
      throw new IllegalArgumentException(
          "the two teams belong to different worlds: team=" + this + " destination=" + destination);
    }
    return destination.indexOf(members[pe]);
  }

  private int indexOf(int worldPe) {
    if (members[worldPe < members.length ? worldPe : 0] == worldPe) {
      return worldPe < members.length ? worldPe : 0; // as in the world
    }
    for (int i = 0; i < members.length; i++) {
      if (members[i] == worldPe) {
        return i;
      }
    }
    return -1;
  }

  /** Whether it has a PE, by the job's number. */
  boolean contains(int worldPe) {
    return indexOf(worldPe) >= 0;
  }

  /**
   * Makes a team of members at equal distances (shmem_team_split_strided). Collective over this
   * team.
   *
   * @param start number of the first, in this team
   * @param stride distance to the next in this team's numbers; negative goes backwards, 0 is for a
   *     size of 1
   * @param size how many
   * @return {@link #INVALID} on the other members
   * @throws IllegalArgumentException on every member if a number is outside this team
   */
  public Team splitStrided(int start, int stride, int size) {
    return splitStrided(start, stride, size, TeamConfig.DEFAULT);
  }

  /** As {@link #splitStrided(int, int, int)}, with a configuration. */
  public Team splitStrided(int start, int stride, int size, TeamConfig newConfig) {
    return new TeamSplit(this).strided(start, stride, size, newConfig);
  }

  /** What {@link #split2d(int)} makes: the team of this PE's row and that of its column. */
  public record Grid(Team x, Team y) {}

  /**
   * Lays the members out in rows of {@code xRange} and makes a team of each row and of each column
   * (shmem_team_split_2d). Collective over this team. In row and column this PE's numbers are
   * {@code pe % xRange} and {@code pe / xRange}; the last row may be short. A range beyond the
   * team's size is the team's size.
   *
   * @throws IllegalArgumentException on every member if the range is below 1
   */
  public Grid split2d(int xRange) {
    return split2d(xRange, TeamConfig.DEFAULT, TeamConfig.DEFAULT);
  }

  /** As {@link #split2d(int)}, with configurations. */
  public Grid split2d(int xRange, TeamConfig xConfig, TeamConfig yConfig) {
    return new TeamSplit(this).grid(xRange, xConfig, yConfig);
  }

  /**
   * Makes a team of all members that give the same colour, ordered by key and then by number.
   * Collective over this team; beyond OpenSHMEM 1.6, as MPI_Comm_split.
   *
   * @param colour below 0 for no team
   */
  public Team split(int colour, int key) {
    return new TeamSplit(this).byColour(colour, key);
  }

  /**
   * Makes a team of a list of members, in that order. Collective over this team, with the same list
   * everywhere; beyond OpenSHMEM 1.6.
   *
   * @return {@link #INVALID} on who is not in the list
   * @throws IllegalArgumentException on every member if a number is outside this team or there
   *     twice
   */
  public Team of(int... pes) {
    return new TeamSplit(this).of(pes);
  }

  /**
   * Ends it with its contexts and objects (shmem_team_destroy). Collective over the team; nothing
   * happens to {@link #INVALID}.
   *
   * @throws IllegalStateException on every member if it is predefined or destroyed already, or
   *     another thread has a private context of it
   */
  public void destroy() {
    if (!isValid()) {
      return;
    }
    checkAlive();
    if (isPredefined()) {
      throw new IllegalStateException("a predefined team cannot be destroyed: team=" + this);
    }
    boolean wasInside = board.begin(Kind.DESTROY);
    try {
      context.complete();
      completeContexts();
      board.meet(Kind.DESTROY, 0, null, privateContextOfAnotherThread());
      board.close();
    } finally {
      board.end(wasInside);
    }
    discard();
  }

  /** Ends it and gives its board back. */
  void discard() {
    end("destroyed");
    shmem.boards().close(board);
    shmem.remove(this);
  }

  /** Completes what this PE has issued on contexts of its own. */
  void completeContexts() {
    synchronized (contexts) {
      for (ShmemContext each : contexts) {
        each.complete();
      }
    }
  }

  private RuntimeException privateContextOfAnotherThread() {
    synchronized (contexts) {
      for (ShmemContext open : contexts) {
        if (open.isPrivateOfAnotherThread()) {
          return new IllegalStateException(
              "a team with another thread's private context cannot be destroyed: team="
                  + this
                  + " context="
                  + open
                  + "; that thread has to close it first");
        }
      }
    }
    return null;
  }

  /** Makes it, its contexts and objects unusable. */
  void end(String how) {
    List<ShmemContext> open;
    synchronized (contexts) {
      destroyedAt = how;
      open = List.copyOf(contexts);
      contexts.clear();
    }
    for (ShmemContext each : open) {
      shmem.closed(each);
      each.end("destroyed with its team");
    }
    context.end("destroyed with its team");
    heap.close(how.equals("destroyed") ? "the end of " + this : how);
  }

  private boolean isPredefined() {
    return board.number() == Boards.WORLD || board.number() == Boards.SHARED;
  }

  /** Waits for all members to arrive; completes plain stores only (shmem_team_sync). */
  public void sync() {
    checkAlive();
    board.meet(Kind.SYNC);
  }

  /**
   * Completes this PE's operations on the default context and waits for all members to do so;
   * beyond OpenSHMEM 1.6, which has it for the world only.
   */
  public void barrier() {
    checkAlive();
    context.completeUnless(Mutation.BARRIER_QUIET);
    board.meet(Kind.BARRIER);
  }

  /**
   * Runs a collective of a layer above that takes several meetings; no other thread of this PE may
   * be in a collective of this team meanwhile.
   *
   * @param call its name as a user wrote it
   * @throws IllegalStateException if another thread is
   */
  public void collective(String call, Runnable meetings) {
    checkAlive();
    boolean wasInside = board.begin(call);
    try {
      meetings.run();
    } finally {
      board.end(wasInside);
    }
  }

  /**
   * Arrives at a collective of a layer above, and returns when all members have arrived for the
   * same; for those who make collectives of their own out of puts and gets. As {@link #sync}, it
   * completes plain stores only. When calls differ, all members throw, with every call and call
   * site.
   *
   * @param call its name as a user wrote it, such as "broadcast"
   * @param hash of the arguments that must be equal everywhere
   * @param arguments describes them by its toString, asked only when something went wrong; may be
   *     null
   * @param failure what is wrong with this PE's own arguments, or null; it must arrive all the
   *     same, so that nobody waits for it
   * @throws SymmetryException on every member if one differs or failed; if all failed alike, each
   *     throws its own failure
   */
  public void meet(String call, long hash, Object arguments, RuntimeException failure) {
    checkAlive();
    board.meet(call, hash, arguments, failure);
  }

  /**
   * As {@link #meet}; each member also tells the others a number.
   *
   * @return by member, what it told
   */
  public long[] exchange(
      String call, long hash, Object arguments, RuntimeException failure, long value) {
    checkAlive();
    long[][] told = board.exchange(call, hash, arguments, failure, value);
    long[] values = new long[told.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = told[i][0];
    }
    return values;
  }

  /**
   * What a layer above keeps for this team: one object of a type, made by the first call. Local.
   *
   * @param maker gets this team; must not ask for another attachment of it
   */
  public <T> T attachment(Class<T> type, Function<Team, T> maker) {
    checkAlive();
    return type.cast(attachments.computeIfAbsent(type, absent -> maker.apply(this)));
  }

  /**
   * The symmetric heap as this team's members allocate from it; beyond OpenSHMEM 1.6, which has
   * allocation by all PEs only. What it allocates takes the team's PE numbers.
   */
  public SymmetricHeap heap() {
    checkAlive();
    return heap;
  }

  /** The default context with this team's numbers; {@link ShmemContext#INVALID} if invalid. */
  public ShmemContext context() {
    return isValid() ? context : ShmemContext.INVALID;
  }

  /**
   * Creates a context with this team's numbers (shmem_team_create_ctx). Local.
   *
   * @return {@link ShmemContext#INVALID} if the team is, or its configuration allows no more
   */
  public ShmemContext createContext(ContextOption... options) {
    if (!isValid()) {
      return ShmemContext.INVALID;
    }
    checkAlive();
    Set<ContextOption> promised = EnumSet.noneOf(ContextOption.class);
    promised.addAll(Arrays.asList(options));
    synchronized (contexts) {
      checkAlive(); // a destroy looks through them under this lock
      if (contexts.size() >= config.contexts()) {
        return ShmemContext.INVALID;
      }
      ShmemContext created = ShmemContext.create(this, promised);
      contexts.add(created);
      shmem.opened(created);
      return created;
    }
  }

  void forget(ShmemContext closed) {
    synchronized (contexts) {
      contexts.remove(closed);
    }
    shmem.closed(closed);
  }

  /** How many contexts of its own a program has open. */
  int openContexts() {
    synchronized (contexts) {
      return contexts.size();
    }
  }

  /**
   * A member's copy of an object, for plain loads and stores (shmem_team_ptr).
   *
   * @param pe in this team's numbers
   * @return null if only a transport reaches that PE, or this team is {@link #INVALID}
   */
  public MemorySegment segment(SymmetricObject object, int pe) {
    if (!isValid()) {
      return null;
    }
    checkAlive();
    Objects.requireNonNull(object, "object");
    SymmetricObject view = object.viewOn(context);
    return view.directBase(pe) == 0 ? null : view.segment(pe);
  }

  Shmem shmem() {
    return shmem;
  }

  int[] members() {
    return members;
  }

  TicketBoard board() {
    return board;
  }

  void checkValid() {
    if (!isValid()) {
      throw new IllegalStateException(
          "this PE is no member of the team: team=INVALID; ask isValid() first");
    }
  }

  /** Throws if it is invalid, destroyed, or the PE has left the job. */
  void checkAlive() {
    checkValid();
    shmem.checkOpen();
    if (destroyedAt != null) {
      throw new IllegalStateException("the team has been " + destroyedAt + ": team=" + this);
    }
  }

  /** Its name, such as "world" or "team#2". */
  @Override
  public String toString() {
    return name;
  }
}
