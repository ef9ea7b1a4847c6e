package org.shmem4j.launcher.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** The ranks' processes. Only processes that the launcher started, or that they did, are ended. */
final class Ranks {
  private final List<Process> processes = new ArrayList<>();
  private final Set<ProcessHandle> descendants = new HashSet<>();

  /** Adds the next rank. */
  void add(Process process) {
    processes.add(process);
  }

  int count() {
    return processes.size();
  }

  boolean isAlive(int rank) {
    return processes.get(rank).isAlive();
  }

  long pid(int rank) {
    return processes.get(rank).pid();
  }

  /** Waits for a rank that is about to be gone; returns its exit code, or nothing if it stays. */
  OptionalInt awaitExit(int rank, Duration limit) {
    Process process = processes.get(rank);
    try {
      return process.waitFor(limit) ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }

  /** The ranks that still run. */
  List<Integer> alive() {
    List<Integer> alive = new ArrayList<>();
    for (int rank = 0; rank < processes.size(); rank++) {
      if (isAlive(rank)) {
        alive.add(rank);
      }
    }
    return alive;
  }

  /** Sends a signal to every rank that still runs. */
  void signal(EndSignal signal) {
    rememberDescendants();
    for (Process process : processes) {
      if (!process.isAlive()) {
        continue;
      }
      if (signal == EndSignal.TERM) {
        process.toHandle().destroy(); // Process.destroy would drop the rank's last output
      } else {
        NativeKill.send(process, signal.number());
      }
    }
  }

  /** Kills every rank that still runs, and what ranks have started. */
  void kill() {
    rememberDescendants();
    processes.forEach(process -> process.toHandle().destroyForcibly());
    killDescendants();
  }

  /** Kills what ranks had started when they were told to end. */
  void killDescendants() {
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  /** Once a rank is gone, nothing tells any longer whose children its children were. */
  private void rememberDescendants() {
    for (Process process : processes) {
      if (process.isAlive()) {
        try (Stream<ProcessHandle> found = process.descendants()) {
          found.forEach(descendants::add);
        }
      }
    }
  }
}
