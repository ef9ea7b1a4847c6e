package org.shmem4j.stress.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * {@code java BareHello} from a jar with that one class and with an AOT cache of its own, in a
 * temporary folder, on the JDK that also runs the ranks.
 */
final class BareJava implements AutoCloseable {
  private static final String CLASS_FILE = BareHello.class.getName().replace('.', '/') + ".class";

  private final Path folder;

  /** Makes the jar and the cache. */
  BareJava() {
    try {
      folder = Files.createTempDirectory("shmem4j-bare");
      try (InputStream bytes = BareJava.class.getClassLoader().getResourceAsStream(CLASS_FILE);
          OutputStream file = Files.newOutputStream(jar());
          JarOutputStream jar = new JarOutputStream(file)) {
        jar.putNextEntry(new JarEntry(CLASS_FILE));
        bytes.transferTo(jar);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the bare program could not be written", e);
    }
    // Made as the ranks' cache is, without the profiles of the training run: with them a JVM
    // begins by compiling, and this start would be the slower one.
    Commands.run(
        List.of(
            java(),
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTRecordTraining",
            "-XX:AOTCacheOutput=" + cache(),
            "-cp",
            jar().toString(),
            BareHello.class.getName()));
    if (!Files.exists(cache())) {
      throw new Jobs.FailedRunException("the JDK made no AOT cache: file=" + cache());
    }
  }

  /** The command that starts it: no options but the cache, so the JDK's own collector. */
  List<String> command() {
    return List.of(
        java(), "-XX:AOTCache=" + cache(), "-cp", jar().toString(), BareHello.class.getName());
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("a temporary folder could not be removed", e);
    }
  }

  private Path jar() {
    return folder.resolve("hello.jar");
  }

  private Path cache() {
    return folder.resolve("hello.aot");
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
