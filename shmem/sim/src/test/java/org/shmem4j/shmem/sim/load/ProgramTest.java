package org.shmem4j.shmem.sim.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProgramTest {
  private static final String COUNTER =
      """
      public class Main {
        static int count;
        public static void main(String[] args) { args[0] = "" + ++count + Helper.next(); }
      }
      class Helper {
        private static final List<Integer> CALLS = new ArrayList<>();
        static int next() { CALLS.add(1); return CALLS.size(); }
      }
      """;

  @TempDir private Path folder;

  @Test
  void eachLoaderHasItsOwnStatics() throws Throwable {
    Program program = Compiled.source(folder, COUNTER);
    ProgramLoader one = program.newLoader();
    assertEquals("11", Compiled.run(program, one, "")[0]);
    assertEquals("22", Compiled.run(program, one, "")[0]);
    assertEquals("11", Compiled.run(program, "")[0]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | static final int N = 5; int n;
          true  | static int twice(int n) { Runnable r = () -> {}; r.run(); return n + n; }
          true  | record Pair(int a, String b) {}
          false | static int n;
          false | static final List<Integer> LIST = new ArrayList<>();
          false | static class Inner { static long n; }
          false | static synchronized void lock() {}
          false | void lock() { synchronized (Main.class) {} }
          false | void load() throws Exception { Class.forName("X"); }
          """)
  void oneLoaderServesAllIfThereIsNoState(boolean isCommon, String member) throws Exception {
    Program program =
        Compiled.source(
            folder, "public class Main { public static void main(String[] a) {}" + member + "}");
    ProgramLoader first = program.newLoader();
    assertEquals(isCommon, first == program.newLoader());
    assertNotSame(program.newSharedLoader(), program.newSharedLoader());
  }

  @Test
  void stateFarFromTheMainClassIsSeen() throws Exception {
    Program program =
        Compiled.source(
            folder,
            """
            public class Main { public static void main(String[] a) { Near.call(null); } }
            class Near { static void call(Far far) {} }
            class Far { static int n; }
            """);
    assertNotSame(program.newLoader(), program.newLoader());
  }

  @Test
  void classesAreReadOnce() throws Throwable {
    Program program = Compiled.source(folder, COUNTER);
    assertEquals("11", Compiled.run(program, "")[0]);
    program.close();
    assertEquals("11", Compiled.run(program, "")[0]);
  }

  @Test
  void theLibraryAndTheJdkAreShared() throws Exception {
    ProgramLoader loader = Compiled.source(folder, COUNTER).newLoader();
    assertSame(Environment.class, loader.loadClass(Environment.class.getName()));
    assertSame(String.class, loader.loadClass("java.lang.String"));
    assertSame(Test.class, loader.loadClass(Test.class.getName()));
    assertSame(loader, loader.loadClass("Main").getClassLoader());
    assertSame(loader.loadClass("Main"), loader.loadClass("Main"));
  }

  @Test
  void sharedNamesComeFromTheParentAlso() throws Exception {
    Path classes = Path.of(URI.create(place(ProgramTest.class)));
    String name = ProgramTest.class.getName();
    ClassLoader parent = ProgramTest.class.getClassLoader();
    try (Program all = Program.of(name, List.of(classes), parent);
        Program none = Program.of(name, List.of(classes), parent, List.of("java."))) {
      assertSame(ProgramTest.class, all.newLoader().loadClass(name));
      assertNotSame(ProgramTest.class, none.newLoader().loadClass(name));
    }
  }

  private static String place(Class<?> c) {
    return c.getProtectionDomain().getCodeSource().getLocation().toString();
  }

  @Test
  void aProgramKnowsWhereItLies() throws Exception {
    Program program = Compiled.source(folder, COUNTER);
    assertEquals(folder.toUri().toURL().toString(), place(program.newLoader().loadClass("Main")));
  }

  @Test
  void resourcesAreTheProgramsOwnFirstAndEachOnce() throws Exception {
    Program program = Compiled.source(folder, COUNTER);
    Path own = Files.writeString(folder.resolve("data.txt"), "own");
    ProgramLoader loader = program.newLoader();
    assertEquals(own.toUri().toURL().toString(), loader.getResource("data.txt").toString());
    assertEquals(1, Collections.list(loader.getResources("data.txt")).size());
    String library = ClassPath.fileName(Hooks.class.getName());
    assertEquals(Hooks.class.getResource("Hooks.class"), loader.getResource(library));
    assertEquals(1, Collections.list(loader.getResources(library)).size());
  }

  @Test
  void aProgramMayLieInAJar() throws Throwable {
    Compiled.source(folder, COUNTER).close();
    Path jar = folder.resolve("program.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (String name : List.of("Main.class", "Helper.class")) {
        out.putNextEntry(new JarEntry(name));
        out.write(Files.readAllBytes(folder.resolve(name)));
      }
    }
    try (Program program = Program.of("Main", List.of(jar), Hooks.class.getClassLoader())) {
      assertEquals("11", Compiled.run(program, "")[0]);
      assertEquals(jar.toUri().toURL().toString(), place(program.newLoader().loadClass("Main")));
    }
  }

  @Test
  void mainMayBeAnInstanceMethodOrTakeNothing() throws Throwable {
    String[] args = {""};
    Compiled.run(
        Compiled.source(
            folder, "class Main { String x = \"made\"; void main(String[] a) { a[0] = x; } }"),
        args);
    assertEquals("made", args[0]);
    for (String form : List.of("static void", "void")) {
      Program program =
          Compiled.source(
              folder, "class Main { " + form + " main() { throw new ArithmeticException(); } }");
      assertThrows(ArithmeticException.class, () -> Compiled.run(program));
    }
  }

  @Test
  void mainMayBeInherited() throws Throwable {
    Program program =
        Compiled.source(
            folder,
            "class Base { public static void main(String[] a) { a[0] = \"base\"; } }"
                + " public class Main extends Base {}");
    assertEquals("base", Compiled.run(program, "")[0]);
  }

  @Test
  void aMissingMainMethodIsNamed() throws Exception {
    Program program =
        Compiled.source(folder, "class Main { private static void main(String[] a) {} }");
    assertEquals(
        "a program needs a main method that is not private: class=Main; add `public static void"
            + " main(String[] args)`, or name the class that has it",
        assertThrows(IllegalArgumentException.class, () -> Compiled.run(program)).getMessage());
  }

  @Test
  void aMissingConstructorIsNamed() throws Exception {
    Program program = Compiled.source(folder, "class Main { Main(int x) {} void main() {} }");
    assertEquals(
        "a main method that is not static needs a constructor without parameters that is not"
            + " private: class=Main; make main static, or add the constructor",
        assertThrows(IllegalArgumentException.class, () -> Compiled.run(program)).getMessage());
  }

  @Test
  void aMissingMainClassIsNamed() {
    try (Program program = Program.of("No", List.of(folder), Hooks.class.getClassLoader())) {
      assertEquals(
          "the main class must be on the class path: class=No classPath=["
              + folder
              + "]; give its full name, or add the folder or jar that has it with -cp",
          assertThrows(IllegalArgumentException.class, () -> Compiled.run(program)).getMessage());
    }
  }

  @Test
  void stackTracesKeepClassesAndLines() throws Exception {
    Program program =
        Compiled.source(
            folder,
            """
            public class Main {
              public static void main(String[] args) {
                for (int i = 0; i < 3; i++) { System.nanoTime(); }
                Runnable r = () -> { throw new ArithmeticException(); };
                r.run();
              }
            }
            """);
    StackTraceElement[] stack =
        assertThrows(ArithmeticException.class, () -> Compiled.run(program)).getStackTrace();
    assertEquals("Main.java:4", stack[0].getFileName() + ":" + stack[0].getLineNumber());
    assertEquals("Main.main:5", stack[1].getClassName() + ".main:" + stack[1].getLineNumber());
  }

  @Test
  void aClassThatCannotBeRewrittenRunsAsItIsAndSaysSo() throws Throwable {
    Files.write(folder.resolve("Main.class"), almostTooLong());
    try (Recorder recorder = new Recorder();
        Program program = Program.of("Main", List.of(folder), Hooks.class.getClassLoader())) {
      assertArrayEquals(new String[] {"ran"}, Compiled.run(program, ""));
      assertEquals(1, recorder.unchecked.size(), recorder.unchecked::toString);
      assertTrue(
          recorder.unchecked.getFirst().startsWith("Main the class runs unchecked: "),
          recorder.unchecked.getFirst());
    }
  }

  /** Each of its calls is rewritten and grows; a method has 64 KiB at most. */
  private static byte[] almostTooLong() {
    int flags = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
    MethodTypeDesc mainType =
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String.arrayType());
    return ClassFile.of()
        .build(
            ClassDesc.of("Main"),
            type ->
                type.withMethodBody(
                        "main",
                        mainType,
                        flags,
                        code -> code.aload(0).iconst_0().ldc("ran").aastore().return_())
                    .withMethodBody(
                        "longer",
                        MethodTypeDesc.of(ConstantDescs.CD_void),
                        flags,
                        ProgramTest::manyCalls));
  }

  private static void manyCalls(CodeBuilder code) {
    ClassDesc factory = Types.of(ThreadFactory.class);
    for (int i = 0; i < 15_000; i++) {
      code.invokestatic(
              Types.of(Executors.class), "defaultThreadFactory", MethodTypeDesc.of(factory))
          .pop();
    }
    code.return_();
  }
}
