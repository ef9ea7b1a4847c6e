package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;

/** The steps that can be next: tasks that are not blocked, and links with parts on their way. */
final class Steps {
  private final List<Task> tasks = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();
  private final Strategy strategy;

  /** How often something has changed that a poll could see. */
  private long progress;

  Steps(Strategy strategy) {
    this.strategy = strategy;
  }

  int taskCount() {
    return tasks.size();
  }

  Task task(int i) {
    return tasks.get(i);
  }

  int linkCount() {
    return links.size();
  }

  /** A link with at least one part. */
  Link link(int i) {
    return links.get(i);
  }

  boolean isEmpty() {
    return tasks.isEmpty() && links.isEmpty();
  }

  /** Something has changed that a poll could see. */
  void progress() {
    progress++;
  }

  /** A task has looked for something in vain. */
  void polled(Task task) {
    task.polledAt = progress;
  }

  /** Whether a task has looked in vain and nothing has changed since. */
  boolean isPolling(Task task) {
    return task.polledAt == progress;
  }

  void add(Task task) {
    if (task.place < 0) {
      task.place = tasks.size();
      tasks.add(task);
      strategy.added(task);
    }
  }

  void remove(Task task) {
    if (task.place >= 0) {
      Task last = tasks.removeLast();
      if (last != task) {
        tasks.set(task.place, last);
        last.place = task.place;
      }
      task.place = -1;
      strategy.removed(task);
    }
  }

  void add(Part part) {
    Link link = part.link;
    link.add(part);
    if (link.place < 0) {
      link.place = links.size();
      links.add(link);
    }
    strategy.added(part);
  }

  void remove(Part part) {
    Link link = part.link;
    link.remove(part);
    if (link.size() == 0) {
      Link last = links.removeLast();
      if (last != link) {
        links.set(link.place, last);
        last.place = link.place;
      }
      link.place = -1;
    }
    strategy.removed(part);
  }
}
