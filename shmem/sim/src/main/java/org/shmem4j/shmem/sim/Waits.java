package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.shmem4j.shmem.internal.sync.Awaited;
import org.shmem4j.shmem.internal.sync.Waiter;

/** Which tasks wait, and for what. */
final class Waits {
  /** By PE, those that wait for cells of its own. */
  private final List<List<Task>> forCells = new ArrayList<>();

  /** The others, by what they wait for. */
  private final Map<Task.Blocked, List<Task>> forEvents = new HashMap<>();

  /** Those that do not wait for ever, who comes first first. */
  private final TreeSet<Task> byDeadline =
      new TreeSet<>(
          Comparator.<Task>comparingLong(t -> t.deadline).thenComparingInt(t -> t.number));

  private int unseen;

  Waits(int pes) {
    for (int pe = 0; pe < pes; pe++) {
      forCells.add(new ArrayList<>());
    }
  }

  /** A task begins to wait. */
  void begin(Task task, Task.Blocked why, Awaited cells, long deadline) {
    task.blocked = why;
    task.awaited = cells;
    task.deadline = deadline;
    task.timedOut = false;
    if (deadline != Waiter.FOREVER) {
      byDeadline.add(task);
    }
    if (cells != null) {
      forCells.get(task.owner).add(task);
    } else {
      forEvents.computeIfAbsent(why, absent -> new ArrayList<>()).add(task);
    }
  }

  /** A task no longer waits. */
  void end(Task task) {
    byDeadline.remove(task);
    if (task.awaited != null) {
      forCells.get(task.owner).remove(task);
    } else {
      leave(task.blocked, task);
    }
    task.blocked = null;
    task.awaited = null;
  }

  /** If it has happened, all that waited for it have been taken out; else only this one goes on. */
  private void leave(Task.Blocked why, Task task) {
    forEvents.computeIfPresent(
        why,
        (same, waiting) -> {
          waiting.remove(task);
          return waiting.isEmpty() ? null : waiting;
        });
  }

  /** What tasks wait for has happened. */
  void happens(Task.Blocked what, Consumer<Task> ready) {
    List<Task> waiting = forEvents.remove(what);
    if (waiting != null) {
      waiting.forEach(ready);
    }
  }

  /** Bytes of a PE's heap have changed. */
  void changes(int pe, long offset, long bytes, Consumer<Task> ready) {
    List<Task> waiting = forCells.get(pe);
    for (int i = 0; i < waiting.size(); i++) {
      Task task = waiting.get(i);
      Awaited awaited = task.awaited;
      if (awaited.key() < offset + bytes
          && offset <= awaited.lastKey() + Long.BYTES
          && task.place < 0
          && holds(awaited)) {
        ready.accept(task);
      }
    }
  }

  /** When the next wait with a deadline ends. */
  long nextDeadline() {
    return byDeadline.isEmpty() ? Waiter.FOREVER : byDeadline.first().deadline;
  }

  /** Ends the waits whose time is over. */
  void expire(long now, Consumer<Task> ready) {
    while (nextDeadline() <= now) {
      Task task = byDeadline.removeFirst();
      if (task.place < 0) {
        task.timedOut = true;
        ready.accept(task);
      }
    }
  }

  // Looks at memory of which nobody is told.

  /** Whether a look is going on. */
  boolean isLooking() {
    return unseen > 0;
  }

  /** Reads memory without anybody being told of it. */
  <T> T unseen(Supplier<T> reads) {
    unseen++;
    try {
      return reads.get();
    } finally {
      unseen--;
    }
  }

  boolean holds(Awaited awaited) {
    return unseen(() -> awaited.holds(awaited.read()));
  }

  /** The content of the cell that decides. */
  long read(Awaited awaited) {
    return unseen(awaited::read);
  }

  /** For people: what is waited for. */
  String describe(Awaited awaited) {
    return unseen(awaited::describe);
  }
}
