package org.shmem4j.shmem.sim;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.EndlessWaitException;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.internal.sync.Awaited;
import org.shmem4j.shmem.sim.Finding.Kind;
import org.shmem4j.shmem.sim.load.EndlessLoopError;
import org.shmem4j.shmem.sim.race.Access;
import org.shmem4j.shmem.sim.race.Issued;
import org.shmem4j.shmem.sim.race.Race;
import org.shmem4j.shmem.sim.race.Races;

/**
 * Looks for what is wrong with a program. To know where in the program costs much more than all the
 * rest, so that is asked for only when a schedule that had a finding is run again.
 */
final class Examiner extends Observer {
  private static final String LIBRARY = "org.shmem4j.";

  private final boolean isDetailed;

  /** Whether nothing is added any more. */
  private boolean isOver;

  private final Races races;
  private final Objects objects;
  private final Trail[] trails;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<Task> overshot = new HashSet<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Map<Object, StackTraceElement> open = new HashMap<>();
  private final Map<Meeting, org.shmem4j.shmem.sim.race.Meeting> meetings = new HashMap<>();

  /** Creates one; {@code isDetailed} if it is to know the program's lines. */
  Examiner(int pes, boolean isDetailed) {
    this.isDetailed = isDetailed;
    this.races = new Races(pes, this::found);
    this.objects = new Objects(pes);
    this.trails = new Trail[pes];
    for (int pe = 0; pe < pes; pe++) {
      trails[pe] = new Trail();
    }
  }

  List<Finding> findings() {
    return findings;
  }

  void note(String text) {
    notes.add(text);
  }

  Set<String> notes() {
    return notes;
  }

  /** By PE, its last operations. */
  List<List<String>> traces() {
    return List.of(trails).stream().map(trail -> trail.lines(objects)).toList();
  }

  // What happens.

  @Override
  Object begins(Task task, Verb verb, String name, int pe, long offset, long bytes) {
    if (!isDetailed) {
      return null;
    }
    Op op = Op.of(verb, name);
    trails[task.owner].add(op, pe, offset, bytes);
    return op;
  }

  @Override
  Object puts(int stream, int pe, long offset, long bytes, Object site) {
    return bytes == 0 ? null : races.put(stream, pe, offset, bytes, site);
  }

  @Override
  Object stores(int stream, int pe, long offset, int width, Object site) {
    return races.store(stream, pe, offset, width, site);
  }

  @Override
  Object signals(int stream, int pe, long offset, boolean adds, Object data, Object site) {
    return races.signal(stream, pe, offset, adds, (Issued) data, site);
  }

  @Override
  Object atomicLater(int stream, int pe, long offset, int width, boolean writes, Object site) {
    return races.atomicLater(stream, pe, offset, width, writes, site);
  }

  @Override
  void delivered(Object issued) {
    races.delivered((Issued) issued);
  }

  @Override
  void completed(Object issued) {
    races.completed((Issued) issued);
  }

  @Override
  void reads(int self, int pe, long offset, long bytes, Object site) {
    if (bytes > 0) {
      races.read(self, pe, offset, bytes, site);
    }
  }

  @Override
  void loads(int pe, long offset, long bytes, Object site) {
    races.localLoad(pe, offset, bytes, site);
  }

  @Override
  void stores(int pe, long offset, long bytes, Object site) {
    races.localStore(pe, offset, bytes, site);
  }

  @Override
  void atomic(
      int stream, int pe, long offset, int width, boolean writes, boolean replaces, Object site) {
    races.atomic(stream, pe, offset, width, writes, replaces, site);
  }

  @Override
  void acquires(int pe, long offset, int width, Object site) {
    races.acquire(pe, offset, width, site);
  }

  @Override
  void fences(int stream, int pe) {
    races.fence(stream, pe);
  }

  @Override
  void quiets(int stream, int pe) {
    races.quiet(stream, pe);
  }

  @Override
  void arrives(Meeting meeting, int pe, Object site) {
    meetings.computeIfAbsent(meeting, absent -> races.meeting()).arrive(pe, site);
  }

  @Override
  void leaves(Meeting meeting, int pe) {
    meetings.get(meeting).leave(pe);
    if (meeting.isLeft()) {
      meetings.remove(meeting);
    }
  }

  @Override
  void newStream(int stream, int pe, boolean ordersStores) {
    int made = races.newStream(pe, ordersStores);
    if (made != stream) {
      throw new IllegalStateException("streams are numbered alike: " + made + " " + stream);
    }
  }

  @Override
  void opened(int pe, Object what) {
    StackTraceElement made = isDetailed ? Op.here() : null;
    if (what instanceof SymmetricObject object) {
      objects.opened(pe, object, made);
    }
    if (isDetailed) {
      open.put(what, made);
    }
  }

  @Override
  void closed(int pe, Object what, boolean inFinalize) {
    if (what instanceof SymmetricObject object) {
      long bytes = objects.closed(pe, object.offset()); // the object itself has forgotten
      races.forget(pe, object.offset(), bytes, isDetailed ? Op.of(Verb.END, "free") : null);
    }
    StackTraceElement made = open.remove(what);
    if (inFinalize && made != null) {
      notes.add("left open at finalize: " + nameOf(what) + " made at " + Op.line(made));
    }
  }

  @Override
  void isPart(Object what) {
    open.remove(what);
  }

  private static String nameOf(Object what) {
    return what.toString().replace(" (freed)", "");
  }

  @Override
  void unchecked(String where, String what) {
    notes.add("not checked: " + what + " at " + where);
  }

  @Override
  void overshot(Task task) {
    overshot.add(task);
  }

  // What is wrong.

  private synchronized void add(Kind kind, String message, List<Integer> pes, List<String> sites) {
    if (!isOver) {
      findings.add(new Finding(kind, message, pes, sites));
    }
  }

  private void found(Race race) {
    Access first = race.first();
    Access second = race.second();
    Kind kind =
        switch (race.kind()) {
          case DATA_RACE -> Kind.RACE;
          case MISSING_FENCE -> Kind.MISSING_FENCE;
          case MISSING_QUIET -> Kind.MISSING_QUIET;
          case USE_AFTER_FREE -> Kind.USE_AFTER_FREE;
        };
    List<String> sites = new ArrayList<>();
    for (Object site : new Object[] {first.site(), second.site(), race.remedySite()}) {
      if (site instanceof Op op && !sites.contains(op.line())) {
        sites.add(op.line());
      }
    }
    add(kind, message(race), List.copyOf(new TreeSet<>(List.of(first.pe(), second.pe()))), sites);
  }

  private String message(Race race) {
    Access first = race.first();
    Access second = race.second();
    String where =
        objects.name(first.target(), first.offset(), first.bytes()) + " on PE " + first.target();
    String made = objects.made(first.target(), first.offset());
    return switch (race.kind()) {
      case USE_AFTER_FREE ->
          text(first)
              + " to "
              + objects.freedName(first.target(), first.offset(), first.bytes())
              + " on PE "
              + first.target()
              + " is still on its way when the object is freed"
              + at(second.site())
              + ": call quiet() on its context before";
      case DATA_RACE ->
          "nothing orders two accesses to "
              + where
              + ": "
              + text(first)
              + ", and "
              + text(second)
              + "; order them by a signal and a wait, a barrier, or a lock"
              + made;
      case MISSING_FENCE, MISSING_QUIET ->
          text(first)
              + " to "
              + where
              + (race.kind() == Race.Kind.MISSING_FENCE
                  ? " is not ordered before "
                  : " need not be complete at ")
              + release(race)
              + ", so "
              + text(second)
              + " need not see it: add "
              + (race.kind() == Race.Kind.MISSING_FENCE ? "fence()" : "quiet()")
              + before(race)
              + made;
    };
  }

  private static String text(Access access) {
    return "PE " + access.pe() + "'s " + verb(access) + at(access.site());
  }

  private static String verb(Access access) {
    return access.site() instanceof Op op ? op.name() : access.kind().verb();
  }

  private static String at(Object site) {
    return site instanceof Op op ? " at " + op.line() : "";
  }

  private static String release(Race race) {
    if (race.release() == null) {
      return "what that PE does next";
    }
    return "the " + verb(race.remedySite()) + at(race.remedySite());
  }

  private static String verb(Object site) {
    return site instanceof Op op ? op.name() : "operation that announces it";
  }

  private static String before(Race race) {
    return race.remedySite() instanceof Op op ? " before " + op.line() : "";
  }

  @Override
  void failed(int pe, Throwable thrown) {
    Kind kind = kindOf(thrown);
    StringWriter text = new StringWriter();
    if (kind == Kind.WRONG_RESULT) {
      thrown.setStackTrace(ownPart(thrown.getStackTrace()));
      thrown.printStackTrace(new PrintWriter(text, true));
    } else {
      text.write(
          thrown instanceof EndlessLoopError ? endless() : String.valueOf(thrown.getMessage()));
    }
    String site = Op.line(Op.in(thrown.getStackTrace()));
    add(kind, text.toString().strip(), List.of(pe), List.of(site));
  }

  /** A stack without what has called the program. */
  private static StackTraceElement[] ownPart(StackTraceElement[] stack) {
    int end = stack.length;
    while (end > 0 && !Op.isProgram(stack[end - 1].getClassName())) {
      end--;
    }
    return Arrays.copyOf(stack, end);
  }

  private static String endless() {
    return "a loop makes no shmem call and does not end; what it waits for must be looked at by a"
        + " wait, a test or a get, or by a plain load that the loop repeats";
  }

  private static Kind kindOf(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case SymmetryException _ -> {
          return Kind.MISMATCH;
        }
        case EndlessWaitException _ -> {
          return Kind.DEADLOCK;
        }
        case EndlessLoopError _ -> {
          return Kind.ENDLESS_LOOP;
        }
        default -> {
          // Perhaps its cause.
        }
      }
    }
    boolean isRefusal =
        thrown.getStackTrace().length > 0
            && thrown.getStackTrace()[0].getClassName().startsWith(LIBRARY + "shmem.")
            && !thrown.getStackTrace()[0].getClassName().startsWith(LIBRARY + "shmem.sim.");
    if (!isRefusal) {
      return Kind.WRONG_RESULT;
    }
    return thrown instanceof IllegalStateException
            && String.valueOf(thrown.getMessage()).contains("has been freed")
        ? Kind.USE_AFTER_FREE
        : Kind.MISUSE;
  }

  @Override
  void exited(int pe, int status) {
    String what =
        status == 0 ? " has left without finalize: status=" : " has ended the job: status=";
    add(Kind.WRONG_RESULT, "PE " + pe + what + status, List.of(pe), List.of());
  }

  @Override
  void deadlocked(List<Task> tasks) {
    boolean isOvershot = tasks.stream().anyMatch(this::isOvershot);
    add(
        isOvershot ? Kind.OVERSHOOT : Kind.DEADLOCK,
        (isOvershot
                ? "a wait for an exact value has missed it, for it has gone by; wait for GE, or let the"
                    + " sender wait until it has been seen:"
                : "nobody can go on:")
            + lines(tasks),
        owners(tasks),
        sites(tasks));
  }

  private boolean isOvershot(Task task) {
    Awaited awaited = task.awaited instanceof Awaited.AllOf all ? all.missing() : task.awaited;
    return awaited instanceof Awaited.Cell cell
        && cell.compare() == Compare.EQ
        && (overshot.contains(task) || task.awaitedContent(cell) > cell.value());
  }

  @Override
  void polledForEver(List<Task> tasks) {
    add(
        Kind.DEADLOCK,
        "all look again and again for what nobody will do:" + lines(tasks),
        owners(tasks),
        sites(tasks));
  }

  @Override
  void goesOutside(Task task) {
    notes.add(
        "PE "
            + task.owner
            + " waits for a lock or the like of the JDK, which decides who has it next:"
            + " another run of this order may differ");
  }

  @Override
  void stuckOutside(List<Task> tasks) {
    add(
        Kind.DEADLOCK,
        "threads wait for something that is no shmem operation, and it does not come:"
            + lines(tasks),
        owners(tasks),
        sites(tasks));
  }

  private static List<Integer> owners(List<Task> tasks) {
    return tasks.stream().map(task -> task.owner).distinct().toList();
  }

  private static List<String> sites(List<Task> tasks) {
    return tasks.stream()
        .filter(task -> task.site instanceof Op)
        .map(task -> ((Op) task.site).line())
        .distinct()
        .toList();
  }

  private static String lines(List<Task> tasks) {
    StringBuilder lines = new StringBuilder();
    for (Task task : tasks) {
      lines.append("\n  ").append(task.described()).append(at(task.site));
    }
    return lines.toString();
  }

  /** A PE's program does not come back to the simulation. */
  synchronized void stuck(Task task) {
    String line = Op.line(Op.in(task.thread.getStackTrace()));
    add(
        Kind.ENDLESS_LOOP,
        "PE " + task.owner + ": " + endless() + ", now at " + line,
        List.of(task.owner),
        List.of(line));
    isOver = true; // its thread may go on
  }
}
