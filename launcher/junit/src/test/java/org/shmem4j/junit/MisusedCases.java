package org.shmem4j.junit;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that cannot run, run by {@link MisuseTest}. */
final class MisusedCases {
  /** Of this class's own, and not serializable. */
  record Own(int x) {}

  static Stream<Own> ownValues() {
    return Stream.of(new Own(1));
  }

  static Stream<Arguments> lambdas() {
    IntUnaryOperator twice = x -> 2 * x;
    return Stream.of(arguments(twice));
  }

  static Stream<Arguments> boxed() {
    return Stream.of(arguments(Optional.of(new Own(1))));
  }

  @ParameterizedTest
  @MethodSource("ownValues")
  @OnPes
  void ownValue(Own value) {}

  @ParameterizedTest
  @MethodSource("lambdas")
  @OnPes
  void lambda(IntUnaryOperator operator) {}

  @ParameterizedTest
  @MethodSource("boxed")
  @OnPes
  void box(Optional<Own> value) {}

  @ParameterizedTest
  @ValueSource(ints = 1)
  @ShmemTest(pes = {1, 2})
  void twoSetups(int number) {}

  @Test
  @ShmemTest(pes = 1)
  void alsoTest() {}

  @ShmemTest(pes = 1, timeout = "soon")
  void timeout() {}

  @ShmemTest(pes = 0)
  void noPes() {}

  @Nested
  final class Constructed {
    Constructed(TestInfo info) {}

    @OnPes
    void constructed() {}
  }

  @Nested
  final class Afterwards {
    @AfterEach
    void after(@TempDir java.nio.file.Path folder) {}

    @OnPes
    void afterwards() {}
  }
}
