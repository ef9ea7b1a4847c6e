package org.shmem4j.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.shmem4j.junit.internal.ShmemExtension;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.StrategyKind;

/**
 * A test that is tried in many orders of a simulated memory, as {@code shmem4j check} does with a
 * program. It fails if one of them shows a mistake, also one that the test itself does not see, and
 * the failure says which order that was.
 *
 * <pre>{@code
 * @ShmemCheck(pes = 3, schedules = 500)
 * void hearsTheLeftNeighbour(Shmem shmem) {
 *   assertEquals((shmem.pe() + 2) % 3, Ring.pass(shmem));
 * }
 * }</pre>
 *
 * <p>Each PE runs what it runs with {@link ShmemTest}, once in each order, and gets its parameters
 * and fields in the same way. All PEs are in one JVM, which is started for the test method. On one
 * method with {@link ShmemTest}, each is an invocation of its own.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(ShmemExtension.class)
public @interface ShmemCheck {
  /** How many PEs. */
  int pes();

  /** How many orders are tried, unless one shows a mistake. */
  int schedules() default CheckOptions.DEFAULT_SCHEDULES;

  /** Of the first order; the next ones have the next numbers. */
  long seed() default CheckOptions.DEFAULT_SEED;

  /** How orders are chosen. */
  StrategyKind strategy() default StrategyKind.RANDOM;

  /** What a failure named so, to try that one order again. */
  String replay() default "";

  /** How long all orders may take together, such as {@code 500ms}, {@code 30s} or {@code 2m}. */
  String timeout() default "60s";

  /**
   * Each PE's symmetric heap, such as {@code 1M}; empty for what {@code shmem4j.heap.size} says.
   */
  String heap() default "";

  /**
   * How many seconds a PE may run without a shmem operation before it counts as an endless loop.
   */
  int watchdog() default CheckOptions.DEFAULT_WATCHDOG_SECONDS;
}
