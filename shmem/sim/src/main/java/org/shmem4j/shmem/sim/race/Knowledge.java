package org.shmem4j.shmem.sim.race;

/**
 * What is known to be complete: of each PE how far it is, and of each stream and target which puts.
 * It never changes, so that whoever has it can hand it on.
 *
 * <p>Releases come with all that their PE knew. So whoever has heard a PE's release knows all that
 * the PE knew until then.
 *
 * @param pes by PE
 * @param puts by stream and target
 */
record Knowledge(Tree<Progress> pes, Tree<Tree<Delivered>> puts)
    implements Clock, Growing<Knowledge> {
  static final Knowledge NONE = new Knowledge(Tree.empty(), Tree.empty());

  Progress progress(int pe) {
    Progress progress = pes.get(pe);
    return progress == null ? Progress.NONE : progress;
  }

  Delivered delivered(int stream, int target) {
    Tree<Delivered> row = puts.get(stream);
    Delivered delivered = row == null ? null : row.get(target);
    return delivered == null ? Delivered.NONE : delivered;
  }

  /** Tells whether this release, or a later one of its PE, has come. */
  boolean hasHeard(Release release) {
    return progress(release.by.number).heardUntil() >= release.time;
  }

  /** Returns this and how far a PE is. */
  Knowledge plus(int pe, Progress more) {
    return of(pes.plus(pe, more), puts);
  }

  /** Returns this and which puts of a stream to a target are delivered. */
  Knowledge plus(int stream, int target, Delivered more) {
    return more.isEmpty() || delivered(stream, target).containsAll(more)
        ? this
        : plus(stream, Tree.<Delivered>empty().plus(target, more));
  }

  /** Returns this and which puts of a stream are delivered, by target. */
  Knowledge plus(int stream, Tree<Delivered> more) {
    return of(pes, puts.plus(stream, more));
  }

  @Override
  public Knowledge plus(Knowledge more) {
    return of(pes.plus(more.pes), puts.plus(more.puts));
  }

  @SuppressWarnings("ReferenceEquality") // trees without anything new are the same
  private Knowledge of(Tree<Progress> newPes, Tree<Tree<Delivered>> newPuts) {
    return newPes == pes && newPuts == puts ? this : new Knowledge(newPes, newPuts);
  }

  @Override
  public Knowledge known() {
    return this;
  }

  @Override
  public Knowledge addTo(Knowledge before) {
    return before.plus(this);
  }
}
