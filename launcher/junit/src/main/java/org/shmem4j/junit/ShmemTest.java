package org.shmem4j.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.shmem4j.junit.internal.ShmemExtension;

/**
 * A test that runs on several PEs at once.
 *
 * <pre>{@code
 * @ShmemTest(pes = 4)
 * void everyPeIsCounted(Shmem shmem) {
 *   SymmetricLongs counter = shmem.longs(1);
 *   counter.atomicInc(0, 0);
 *   shmem.barrierAll();
 *   assertEquals(4, counter.g(0, 0));
 * }
 * }</pre>
 *
 * <p>Each PE is like a JVM that runs the class with this one method: it loads the class anew, makes
 * its own instance, and runs {@code @BeforeAll}, {@code @BeforeEach}, the method,
 * {@code @AfterEach} and {@code @AfterAll}. A parameter of type {@link org.shmem4j.shmem.Shmem} is
 * the PE's own handle; other arguments, and fields with {@code @TempDir}, are copied to each PE.
 * The test fails if one PE fails, and the failure says which.
 *
 * <p>Alone it is the test. Beside {@code @ParameterizedTest} or {@code @RepeatedTest} it says how
 * their invocations run, and then has one number of PEs and one form.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(ShmemExtension.class)
public @interface ShmemTest {
  /** How many PEs; of several numbers each is one invocation. */
  int[] pes();

  /** What the PEs are; of several forms each is one invocation. */
  Form[] form() default Form.THREADS;

  /**
   * How long the PEs may take together, such as {@code 500ms}, {@code 30s} or {@code 2m}. Then the
   * job is ended, and the failure tells where each PE was.
   */
  String timeout() default "30s";

  /**
   * Each PE's symmetric heap, such as {@code 64M}; empty for what {@code shmem4j.heap.size} says.
   */
  String heap() default "";
}
