package org.shmem4j.stress.suites;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What spmd/sample/README.md promises: a project that has only our artifacts builds and runs. */
final class SampleProjectIT {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path SAMPLE = ROOT.resolve("spmd/sample");

  @Test
  void buildsTestsAndRuns(@TempDir Path scratch) throws Exception {
    Path project = scratch.resolve("sample");
    copy(SAMPLE, project);
    try (LocalRepository repository = new LocalRepository(scratch.resolve("repository"), ROOT)) {
      JobRun.of(maven(project, repository.folder()))
          .within(Duration.ofMinutes(3))
          .run()
          .expectCode(0)
          .expectOut("Tests run: 4, Failures: 0, Errors: 0, Skipped: 0");
    }
    JobRun.shmem4j("run", "-n", "3", "-cp", "" + project.resolve("target/ring.jar"), "sample.Ring")
        .run()
        .expectCode(0)
        .expectNoErr()
        .expectLines("0: PE 0 got 2", "1: PE 1 got 0", "2: PE 2 got 1");
  }

  /** The Maven that runs these tests. */
  private static List<String> maven(Path project, Path repository) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("sample.maven"), "bin", "mvn").toString());
    words.addAll(List.of("-B", "-ntp", "-Dstyle.color=never"));
    words.addAll(List.of("-f", project.toString(), "-Dmaven.repo.local=" + repository, "package"));
    return words;
  }

  /** Without what an earlier build has made there. */
  private static void copy(Path from, Path to) throws IOException {
    var _ =
        Files.walkFileTree(
            from,
            new SimpleFileVisitor<>() {
              @Override
              public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                  throws IOException {
                if (folder.endsWith("target")) {
                  return FileVisitResult.SKIP_SUBTREE;
                }
                var _ = Files.createDirectories(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
              }

              @Override
              public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                  throws IOException {
                var _ = Files.copy(file, to.resolve(from.relativize(file)));
                return FileVisitResult.CONTINUE;
              }
            });
  }
}
