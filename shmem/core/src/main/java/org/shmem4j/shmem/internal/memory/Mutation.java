package org.shmem4j.shmem.internal.memory;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One thing less on which order or atomicity rests, to see that a test then fails: a test of the
 * tests.
 *
 * <p>Off unless {@code -Dshmem4j.mutate=NAME}, a constant's name such as {@code fence-none}: then
 * the compiler folds every question, and nothing is compiled in.
 */
public enum Mutation {
  // Completion and order.

  FENCE_NONE("a fence has no release fence"),
  FENCE_TRANSPORT("a fence is not passed to the transport"),
  PE_FENCE_TRANSPORT("a fence for one PE is not passed to the transport"),
  QUIET_NONE("quiet has no fence"),
  QUIET_RELEASE("quiet has a release fence only"),
  QUIET_TRANSPORT("quiet is not passed to the transport"),
  PE_QUIET_NONE("quiet for some PEs has no fence"),
  PE_QUIET_TRANSPORT("quiet for some PEs is not passed to the transport"),
  COMPLETION_NONE("the completion of a non-blocking operation has no fence"),

  // Single elements and copies.

  P_PLAIN("p of 8 bytes is a plain store"),
  P_HALVES("p stores 8 bytes in two halves"),
  G_PLAIN("g of 8 bytes is a plain load"),
  G_HALVES("g loads 8 bytes in two halves"),
  ELEMENT_COPIED("a strided transfer copies single elements in pieces of any size"),

  // Atomics.

  ATOMIC_SET_RELEASE("atomicSet is a release store"),
  ATOMIC_FETCH_OPAQUE("atomicFetch is an opaque load"),
  ADD_SPLIT("an atomic add is a load and a store"),
  ADD_RELEASE("an atomic add does not acquire"),
  SWAP_SPLIT("an atomic swap is a load and a store"),
  CAS_SPLIT("a compare-and-swap is a load, a comparison and a store"),
  BITS_SPLIT("an atomic and, or, xor is a load and a store"),
  FLOATING_ADD_LOST("a floating-point add is not tried again after another PE's"),
  EXTREME_LOST("an atomic min or max is not tried again after another PE's"),

  // Signals and waits.

  SIGNAL_BEFORE_DATA("put-with-signal changes the signal before it copies"),
  SIGNAL_OPAQUE("a signal is set by an opaque store"),
  SIGNAL_FETCH_OPAQUE("a signal is fetched by an opaque load"),
  WAIT_OPAQUE("waits and tests read by opaque loads"),
  WAIT_ALL_ONCE("a wait for all waits for the first cell that is missing only"),
  WAIT_MASK("waits for a set ignore its status"),
  WAIT_ANY_START("a search through a set always starts at its first cell"),
  RESET_LOST("waitAndReset does not wait again after another's update"),

  // Sleepers and bells.

  SLEEPER_ANNOUNCE("a sleeper does not announce itself"),
  SLEEPER_KEY("a sleeper does not say what it waits for before it announces itself"),
  SLEEPER_FENCE("a sleeper has no fence between its announcement and its last look"),
  SLEEPER_REREAD("a sleeper does not look again after its announcement"),
  SLEEPER_BELL("a sleeper looks at its bell after its last look at the cell"),
  BELL_FENCE("a notifier has no fence between its store and its look for sleepers"),
  BELL_NONE("a notifier wakes nobody"),
  BELL_COUNT("a notifier wakes without changing the bell"),

  // Collectives.

  TICKET_OPAQUE("a ticket is an opaque store"),
  TICKET_FIRST("a ticket is stored before its hash"),
  TICKET_VALUES("a ticket is stored before its values"),
  TICKET_CELL("tickets of successive collectives use one cell"),
  BARRIER_ROUND("a PE does not wait for the last member"),
  BARRIER_QUIET("a barrier does not complete first"),
  CALLOC_TICKET("an allocation is zeroed after the members have met"),
  MALLOC_TICKET("the members do not meet when they allocate"),
  MALLOC_QUIET("an allocation does not complete first"),
  FREE_TICKET("the members do not meet when they free"),
  FREE_QUIET("free does not complete first"),
  REALLOC_ENTRY("the members do not meet before a realloc"),
  REALLOC_EXIT("the members do not meet after a realloc"),
  REALLOC_QUIET("a realloc does not complete before its meetings"),
  CLOSE_QUIET("a context is closed without quiet"),
  FINALIZE_QUIET("a PE leaves the job without quiet"),

  // Locks.

  LOCK_QUIET("a lock is cleared without quiet"),
  LOCK_TEST("a test of a lock gets it although somebody holds it"),
  LOCK_GRANT("a lock is granted to who has given up"),
  LOCK_LINK("a PE links itself into a lock's queue before it is waiting"),
  LOCK_TAIL("a lock's queue is emptied although somebody has joined"),
  LOCK_ABANDON("a PE gives a lock up although it has been granted");

  private static final String PROPERTY = "shmem4j.mutate";
  private static final String GIVEN = System.getProperty(PROPERTY, "");
  private static final Mutation ACTIVE = GIVEN.isEmpty() ? null : of(GIVEN);

  private final String what;

  Mutation(String what) {
    this.what = what;
  }

  /**
   * The mutation of that name.
   *
   * @throws IllegalArgumentException if there is none; it names all
   */
  public static Mutation of(String property) {
    for (Mutation mutation : values()) {
      if (mutation.property().equals(property)) {
        return mutation;
      }
    }
    throw new IllegalArgumentException(
        "no such mutation: "
            + PROPERTY
            + "="
            + property
            + "; there are "
            + Arrays.stream(values()).map(Mutation::property).collect(Collectors.joining(" ")));
  }

  /** Whether this JVM has it. */
  public boolean isOn() {
    return this == ACTIVE;
  }

  /** Its name for the property. */
  public String property() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it breaks, in a sentence. */
  public String what() {
    return what;
  }
}
