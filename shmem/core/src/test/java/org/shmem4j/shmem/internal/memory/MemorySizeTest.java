package org.shmem4j.shmem.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Accesses must be small enough for C1, which a hot loop begins with, to inline them. */
class MemorySizeTest {
  /** The default of {@code -XX:C1MaxInlineSize}. */
  private static final int MOST_BYTES = 35;

  /** By a width that is no constant, or of many elements. */
  private static final Set<String> LARGER =
      Set.of("<clinit>", "getOpaque", "setOpaque", "get", "set", "copyBlocksIn", "copyBlocksOut");

  @Test
  void shouldBeSmallEnoughToBeInlined() throws IOException {
    List<MethodModel> accesses = accesses();
    assertTrue(accesses.size() > LARGER.size(), "found " + accesses.size());
    assertEquals(
        List.of(),
        accesses.stream()
            .filter(method -> size(method) > MOST_BYTES)
            .map(MemorySizeTest::describe)
            .toList());
  }

  private static List<MethodModel> accesses() throws IOException {
    try (InputStream memory = Memory.class.getResourceAsStream("Memory.class")) {
      return ClassFile.of().parse(memory.readAllBytes()).methods().stream()
          .filter(method -> !LARGER.contains(method.methodName().stringValue()))
          .toList();
    }
  }

  private static int size(MethodModel method) {
    return method.findAttribute(Attributes.code()).orElseThrow().codeLength();
  }

  private static String describe(MethodModel method) {
    return method.methodName().stringValue() + " has " + size(method) + " bytes of bytecode";
  }
}
