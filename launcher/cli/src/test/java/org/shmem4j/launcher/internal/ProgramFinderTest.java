package org.shmem4j.launcher.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmem4j.launcher.LaunchException;
import org.shmem4j.launcher.Program;

class ProgramFinderTest {
  @TempDir private Path home;
  private String core;
  private String examples;

  @BeforeEach
  void shouldHaveADistribution() throws IOException {
    core = emptyFile("lib/core/b.jar");
    core = emptyFile("lib/core/a.jar") + ":" + core;
    examples = emptyFile("lib/examples/examples.jar");
  }

  private String emptyFile(String name) throws IOException {
    Path file = home.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file).toString();
  }

  private Path jar(String name, Attributes attributes) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putAll(attributes);
    Path jar = home.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      entries.finish();
    }
    return jar;
  }

  private Program find(String name, String... classPath) {
    Properties lines = new Properties();
    lines.setProperty("ring", "org.example.Ring, passes a token round");
    lines.setProperty("hello", "org.example.Hello, says hello");
    return new ProgramFinder(Installation.of(home), () -> ExampleCatalog.of(lines))
        .find(name, List.of(classPath));
  }

  private LaunchException errorOf(String name, String... classPath) {
    return assertThrows(LaunchException.class, () -> find(name, classPath));
  }

  @Test
  void shouldFindAnExample() {
    Program program = find("ring");

    assertEquals("org.example.Ring", program.mainClass());
    assertEquals(core + ":" + examples, ClassPaths.join(program.classPath()));
  }

  @Test
  void shouldFindAClassInAFolder() throws IOException {
    emptyFile("classes/my/Main.class");
    String folder = home.resolve("classes").toString();

    Program program = find("my.Main", folder);

    assertEquals("my.Main", program.mainClass());
    assertEquals(core + ":" + folder, ClassPaths.join(program.classPath()));
  }

  @Test
  void shouldPreferTheUsersClassToAnExample() throws IOException {
    emptyFile("classes/ring.class");

    assertEquals("ring", find("ring", home.resolve("classes").toString()).mainClass());
  }

  @Test
  void shouldFindTheMainClassOfAJar() throws IOException {
    Attributes attributes = new Attributes();
    attributes.put(Attributes.Name.MAIN_CLASS, "my.Main");
    Path jar = jar("app.jar", attributes);

    Program program = find(jar.toString(), "/extra.jar");

    assertEquals("my.Main", program.mainClass());
    assertEquals(core + ":" + jar + ":/extra.jar", ClassPaths.join(program.classPath()));
  }

  @Test
  void shouldRejectAJarWithoutMainClass() throws IOException {
    LaunchException e = errorOf(jar("app.jar", new Attributes()).toString());

    assertEquals(ExitCode.NOT_RUNNABLE, e.exitCode());
    assertTrue(e.getMessage().startsWith("the jar's manifest names no Main-Class"));
  }

  @Test
  void shouldRejectAFileThatIsNoJar() throws IOException {
    assertEquals(ExitCode.NOT_RUNNABLE, errorOf(emptyFile("broken.jar")).exitCode());
  }

  @Test
  void shouldNotFindAMissingJar() {
    assertEquals(ExitCode.NOT_FOUND, errorOf("nowhere.jar").exitCode());
  }

  @Test
  void shouldSuggestExamplesOfSimilarNames() {
    LaunchException e = errorOf("rign");

    assertEquals(ExitCode.NOT_FOUND, e.exitCode());
    assertEquals(
        "there is no example of this name: program=rign; did you mean ring?", e.getMessage());
  }

  @Test
  void shouldNameTheClassPathThatLacksTheClass() {
    LaunchException e = errorOf("my.Main", "/nowhere");

    assertEquals(ExitCode.NOT_FOUND, e.exitCode());
    assertTrue(e.getMessage().contains("class path=/nowhere"), e.getMessage());
  }
}
