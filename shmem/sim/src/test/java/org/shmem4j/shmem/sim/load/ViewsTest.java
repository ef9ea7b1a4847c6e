package org.shmem4j.shmem.sim.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.classfile.Opcode;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ViewsTest {
  /** What neither looks at a segment's memory nor changes it. */
  private static final Set<String> HARMLESS =
      Set.of(
          "address",
          "asOverlappingSlice",
          "asReadOnly",
          "asSlice",
          "byteSize",
          "elements",
          "equals",
          "force",
          "hashCode",
          "heapBase",
          "isAccessibleBy",
          "isLoaded",
          "isMapped",
          "isNative",
          "isReadOnly",
          "load",
          "maxByteAlignment",
          "ofAddress",
          "ofArray",
          "ofBuffer",
          "reinterpret",
          "scope",
          "spliterator",
          "unload");

  private static final String SEGMENTS =
      "MemorySegment s = MemorySegment.ofArray(new long[4]); "
          + "MemorySegment t = MemorySegment.ofArray(new long[4]); ";

  @TempDir private Path folder;

  @Test
  void everyMethodOfASegmentIsWatchedOrHarmless() {
    Watches watches = new Watches();
    Set<String> notWatched =
        Arrays.stream(MemorySegment.class.getMethods())
            .filter(method -> watches.find(call(method)) == null)
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(HARMLESS), notWatched);
  }

  private static Call call(Method method) {
    return new Call(
        Modifier.isStatic(method.getModifiers()) ? Opcode.INVOKESTATIC : Opcode.INVOKEINTERFACE,
        Types.of(MemorySegment.class),
        method.getName(),
        Types.of(method),
        true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          s.get(ValueLayout.JAVA_BYTE, 3)                          | load 3+1
          s.get(ValueLayout.JAVA_LONG, 8)                          | load 8+8
          s.get(ValueLayout.JAVA_DOUBLE, 16)                       | load 16+8
          s.getAtIndex(ValueLayout.JAVA_SHORT, 3)                  | load 6+2
          s.set(ValueLayout.JAVA_LONG, 8, 5)                       | store 8+8
          s.set(ValueLayout.JAVA_CHAR, 8, 'x')                     | store 8+2
          s.setAtIndex(ValueLayout.JAVA_DOUBLE, 1, 5)              | store 8+8
          s.fill((byte) 1)                                         | store 0+32
          s.copyFrom(t.asSlice(8))                                 | load 0+24, store 0+24
          MemorySegment.copy(s, 1, t, 2, 3)                        | load 1+3, store 2+3
          MemorySegment.copy(s, ValueLayout.JAVA_INT, 4, t, ValueLayout.JAVA_INT, 8, 2) \
                                                                   | load 4+8, store 8+8
          MemorySegment.copy(s, ValueLayout.JAVA_INT, 4, new int[3], 0, 2) | load 4+8
          MemorySegment.copy(new int[3], 0, s, ValueLayout.JAVA_INT, 4, 2) | store 4+8
          s.toArray(ValueLayout.JAVA_LONG)                         | load 0+32
          s.mismatch(t)                                            | load 0+32, load 0+32
          MemorySegment.mismatch(s, 1, 4, t, 2, 4)                 | load 1+3, load 2+2
          s.setString(1, "ab")                                     | store 1+3
          s.setString(0, "ab", StandardCharsets.UTF_16LE)          | store 0+6
          s.getString(1)                                           | load 1+1
          s.getString(0, StandardCharsets.UTF_32LE)                | load 0+4
          """)
  void accessesAreSeen(String access, String seen) throws Throwable {
    try (Recorder recorder = new Recorder();
        Program program = Compiled.body(folder, SEGMENTS + access + ";")) {
      Compiled.run(program);
      assertEquals(seen, String.join(", ", recorder.events));
      assertEquals(List.of(), recorder.unchecked);
    }
  }

  @Test
  void accessesHaveTheirEffect() throws Throwable {
    Program program =
        Compiled.body(
            folder,
            SEGMENTS
                + "s.setAtIndex(ValueLayout.JAVA_LONG, 1, 42); t.copyFrom(s);"
                + "args[0] = \"\" + t.get(ValueLayout.JAVA_LONG, 8) + s.mismatch(t);");
    assertEquals("42-1", Compiled.run(program, "")[0]);
    try (Recorder _ = new Recorder()) {
      assertEquals("42-1", Compiled.run(program, "")[0]);
    }
  }

  @Test
  void anAccessOutOfBoundsIsNotSeenAndThrows() throws Throwable {
    try (Recorder recorder = new Recorder();
        Program program = Compiled.body(folder, SEGMENTS + "s.get(ValueLayout.JAVA_LONG, 28);")) {
      assertThrows(IndexOutOfBoundsException.class, () -> Compiled.run(program));
      assertEquals(List.of(), recorder.events);
    }
  }

  @Test
  void methodReferencesAreSeen() throws Throwable {
    try (Recorder recorder = new Recorder();
        Program program =
            Compiled.body(
                folder,
                SEGMENTS
                    + "interface Get { long get(MemorySegment s, ValueLayout.OfLong l, long i); }"
                    + "interface Set { void set(ValueLayout.OfLong l, long i, long value); }"
                    + "Set set = s::setAtIndex; set.set(ValueLayout.JAVA_LONG, 2, 7);"
                    + "Get get = MemorySegment::get;"
                    + "args[0] = \"\" + get.get(s, ValueLayout.JAVA_LONG, 16);")) {
      assertEquals("7", Compiled.run(program, "")[0]);
      assertEquals(List.of("store 16+8", "load 16+8"), recorder.events);
    }
  }

  @Test
  void unseenAccessesOfSymmetricMemoryAreSaidOncePerPlace() throws Throwable {
    String program =
        """
        public class Main { public static void main(String[] args) {
          var handle = ValueLayout.JAVA_BYTE.varHandle();
          for (int i = 0; i < 2; i++) {
            for (var s : List.of(MemorySegment.ofArray(new byte[8]), Arena.global().allocate(8))) {
              handle.set(s, 0L, (byte) 5);
              int x = (byte) handle.get(s, 0L);
              s.asByteBuffer();
            }
          }
        }}
        """;
    try (Recorder recorder = new Recorder();
        Program compiled = Compiled.source(folder, program)) {
      Compiled.run(compiled);
      Compiled.run(compiled);
      assertEquals(
          List.of(
              "Main.main(Main.java:5) accesses by VarHandle.set are not seen",
              "Main.main(Main.java:6) accesses by VarHandle.get are not seen",
              "Main.main(Main.java:7) accesses through a ByteBuffer are not seen"),
          recorder.unchecked);
    }
  }
}
