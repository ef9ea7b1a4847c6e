package org.shmem4j.launcher.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shmem4j.launcher.Program;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

class RankCommandsTest {
  private static List<String> command(int ranks, String... jvmArguments) {
    LaunchPlan plan =
        new LaunchPlan(
            new JobSpec(ranks, 4096, HeapBacking.MAPPED, false, false),
            new Program("my.Main", List.of("/a.jar", "/b.jar")),
            List.of("", "-x", ":"),
            List.of(jvmArguments),
            Map.of(),
            Optional.empty(),
            Binding.NONE,
            true,
            Optional.of(Path.of("/x.aot")),
            Optional.empty());
    return RankCommands.of(plan).of(0);
  }

  @Test
  void shouldEndWithClassPathMainClassAndArguments() {
    List<String> command = command(2);

    assertEquals(
        List.of("-cp", "/a.jar:/b.jar", "my.Main", "", "-x", ":"),
        command.subList(command.size() - 6, command.size()));
  }

  @Test
  void shouldShareHalfOfTheMemoryAmongRanks() {
    assertTrue(command(2).contains("-XX:MaxRAMPercentage=25.0"));
    assertTrue(command(16).contains("-XX:MaxRAMPercentage=3.125"));
    assertTrue(command(1000).contains("-XX:MaxRAMPercentage=1.0"));
  }

  @Test
  void shouldPutTheUsersJvmArgumentsLast() {
    List<String> command = command(2, "-Xmx1g");

    assertTrue(command.indexOf("-Xmx1g") > command.indexOf("-XX:AOTCache=/x.aot"));
  }

  @Test
  void shouldLeaveTheChoiceOfACollectorToTheUser() {
    assertTrue(command(2).contains("-XX:+UseSerialGC"));
    assertFalse(command(2, "-XX:+UseZGC").contains("-XX:+UseSerialGC"));
  }

  @Test
  void shouldKnowWhatForbidsTheAotCache() {
    assertEquals(Optional.empty(), RankFlags.whyNoAotCache(List.of("-Xmx1g", "-Da=b", "-ea")));
    for (String flag :
        List.of("-XX:+UseZGC", "-Xmx32g", "-agentlib:jdwp=x", "--add-opens=a/b=c", "-Xshare:off")) {
      assertEquals(Optional.of(flag), RankFlags.whyNoAotCache(List.of("-ea", flag)));
    }
  }
}
