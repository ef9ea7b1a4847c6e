package org.shmem4j.shmem.sim;

/** A part of an operation that has been issued and not delivered. */
final class Part extends Step {
  /** Of what no fence orders. */
  static final long UNORDERED = -1;

  /** Of what may overtake its like at the same place. */
  static final long NO_CELL = -1;

  /** Parts of an operation come stage by stage. */
  enum Stage {
    /** Reads what is sent, at its sender. */
    SOURCE,
    /** Changes the target's memory. */
    DATA,
    /** Changes a signal or cell of the target. */
    UPDATE,
    /** Tells the sender, with what has been got. */
    RESULT
  }

  final Link link;
  final long operation;
  final Stage stage;

  /** Whether it could come in more pieces than it does. */
  boolean isCoarse;

  private final long number;
  private final long epoch;
  private final long cell;
  private final Runnable delivery;

  Part(
      Link link,
      long number,
      long operation,
      Stage stage,
      long epoch,
      long cell,
      Runnable delivery) {
    super(stage == Stage.SOURCE || stage == Stage.RESULT ? link.source : NO_PE);
    this.link = link;
    this.number = number;
    this.operation = operation;
    this.stage = stage;
    this.epoch = epoch;
    this.cell = cell;
    this.delivery = delivery;
  }

  /** Says what it touches. */
  Part touching(int touchedPe, long touchedOffset, long touchedBytes, boolean changes) {
    pe = touchedPe;
    offset = touchedOffset;
    bytes = touchedBytes;
    writes = changes;
    return this;
  }

  /** Says of whose memory it needs the past. */
  Part needingPast(int ofPe, boolean adds) {
    past = ofPe;
    addsToPast = adds;
    return this;
  }

  @Override
  long id() {
    return number;
  }

  /** Whether this one, issued before the other on the same link, must be delivered before it. */
  boolean mustPrecede(Part later) {
    boolean ofOne = operation == later.operation && stage.compareTo(later.stage) < 0;
    boolean fenced = epoch != UNORDERED && epoch < later.epoch;
    boolean sameCell = cell != NO_CELL && cell == later.cell;
    return ofOne || fenced || sameCell;
  }

  void deliver() {
    delivery.run();
  }

  @Override
  public String toString() {
    return stage + " of operation " + operation + " on " + link;
  }
}
