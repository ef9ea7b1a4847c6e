package org.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/** Tests that pass, run by {@link PassingTest}. */
final class PassingCases extends InOrder {
  private static int counter;

  @TempDir static Path common;
  @TempDir private Path folder;
  private final ThreadLocal<String> notSerializable = ThreadLocal.withInitial(() -> "mine");
  private int pe = -1;

  /** A value of this class's own. */
  enum Colour {
    RED,
    GREEN
  }

  /** Another one. */
  record Point(int x, List<Colour> colours, Path path) implements Serializable {}

  @BeforeEach
  void own(Shmem shmem, @TempDir File file) {
    CALLS.add("own " + shmem.pe());
    assertTrue(file.isDirectory());
    pe = shmem.pe();
  }

  @AfterEach
  void after(Shmem shmem, TestInfo info) {
    assertEquals(pe, shmem.pe());
    assertSame(getClass().getClassLoader(), info.getTestClass().orElseThrow().getClassLoader());
  }

  @ShmemTest(
      pes = {1, 3},
      form = {Form.THREADS, Form.PROCESSES},
      heap = "1M")
  void everyPeIsCounted(Shmem shmem) {
    SymmetricLongs arrived = shmem.longs(1);
    arrived.atomicInc(0, 0);
    shmem.barrierAll();
    assertEquals(shmem.pes(), arrived.g(0, 0));
  }

  @ShmemTest(
      pes = 2,
      form = {Form.THREADS, Form.PROCESSES},
      heap = "1M")
  void staticsAndCallsAreThePesOwn(Shmem shmem) {
    counter++;
    shmem.barrierAll();
    assertEquals(1, counter);
    String expected = "[beforeAll, inherited %d, own %d]".formatted(pe, pe);
    assertEquals(expected, CALLS.toString());
    assertEquals("mine", notSerializable.get());
  }

  @OnPes
  void classesOfTestAreThePesOwn(Shmem shmem) {
    ClassLoader own = getClass().getClassLoader();
    assertNotSame(Shmem.class.getClassLoader(), own);
    assertSame(own, Colour.class.getClassLoader());
    assertSame(own, Thread.currentThread().getContextClassLoader());
    IntSupplier lambda = () -> pe;
    assertSame(own, lambda.getClass().getClassLoader());
    assertNotNull(getClass().getResource("PassingCases.class"));
    assertNotNull(getClass().getProtectionDomain().getCodeSource());
    assertEquals("org.shmem4j.junit", getClass().getPackage().getName());
    assertEquals(shmem.pe(), lambda.getAsInt());
  }

  @ShmemTest(
      pes = 2,
      form = {Form.THREADS, Form.PROCESSES},
      heap = "1M")
  void temporaryFoldersAreShared(Shmem shmem, @TempDir Path parameter) throws IOException {
    assertTrue(Files.isDirectory(common));
    for (Path shared : List.of(folder, parameter)) {
      Files.writeString(Files.createTempFile(shared, "pe", ""), "x");
      shmem.barrierAll();
      try (Stream<Path> files = Files.list(shared)) {
        assertEquals(2, files.count());
      }
      shmem.barrierAll();
    }
  }

  @ShmemTest(pes = 2, form = Form.PROCESSES, heap = "1M")
  void processesPrint(Shmem shmem) {
    System.out.println("printed \u00fc");
    System.err.print("half a line, " + System.getProperty(PassingTest.PROPERTY));
    shmem.barrierAll();
  }

  @OnPes
  void infoIsOfThePe(TestInfo info) throws ReflectiveOperationException {
    assertEquals("[1] 3 PEs as threads", info.getDisplayName());
    assertSame(getClass(), info.getTestMethod().orElseThrow().getDeclaringClass());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5})
  @OnPes
  void numbers(int number, Shmem shmem) {
    assertEquals(number * 3L, number * (long) shmem.pes());
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  @ShmemTest(pes = 1)
  void enumsOfTheJdk(TimeUnit unit) {
    assertSame(unit, TimeUnit.valueOf(unit.name()));
  }

  @ParameterizedTest
  @EnumSource(Colour.class)
  @ShmemTest(pes = 1, form = Form.PROCESSES, heap = "1M")
  void enumsOfTheTest(Colour colour) {
    assertSame(colour, Colour.valueOf(colour.name()));
  }

  static Stream<Point> points() {
    return Stream.of(new Point(1, List.of(Colour.RED), Path.of("here")), null);
  }

  @ParameterizedTest
  @MethodSource("points")
  @OnPes
  void recordsOfTheTest(Point point) {
    if (point != null) {
      assertEquals(new Point(1, List.of(Colour.RED), Path.of("here")), point);
    }
  }

  @RepeatedTest(2)
  @OnPes
  void repeated(RepetitionInfo info) {
    assertEquals(2, info.getTotalRepetitions());
  }

  @Nested
  final class Inner {
    private int seen;

    @BeforeEach
    void innerBefore(Shmem shmem) {
      seen = pe + shmem.pes();
    }

    @OnPes
    void seesTheEnclosingInstanceOfItsPe(Shmem shmem) {
      assertEquals(shmem.pe() + 3, seen);
    }
  }

  @Nested
  @TestInstance(Lifecycle.PER_CLASS)
  final class PerClass {
    private int calls;

    @BeforeAll
    void once() {
      calls++;
    }

    @OnPes
    void oneInstanceOfEachPe() {
      assertEquals(1, calls);
    }
  }
}
