package org.shmem4j.stress.suites.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ranks' output arrives in whole, tagged lines, and arguments arrive as they were typed. */
final class OutputIT {
  @Test
  void shouldPassArgumentsUntouched() throws Exception {
    LaunchedJob job =
        LaunchedJob.start(
            List.of("-n", "1", "--no-tag"),
            "arguments",
            ":",
            "-n",
            "",
            "*",
            "--",
            "a b",
            "$HOME",
            "'\"",
            "@file",
            "ü\n");

    assertEquals(0, job.exitCode());
    assertEquals("<:>\n<-n>\n<>\n<*>\n<-->\n<a b>\n<$HOME>\n<'\">\n<@file>\n<ü\n>\n", job.output());
  }

  @Test
  void shouldKeepLinesOf64KiBWhole() throws Exception {
    int length = 64 * 1024;
    LaunchedJob job = LaunchedJob.start(3, "lines", Integer.toString(length), "20");

    assertEquals(0, job.exitCode());
    List<String> lines = job.sortedLines();
    assertEquals(60, lines.size());
    for (int rank = 0; rank < 3; rank++) {
      String line = rank + ": " + Character.toString('a' + rank).repeat(length);
      assertEquals(20, Collections.frequency(lines, line));
    }
  }

  @Test
  void shouldKeepLinesWholeThatRanksWriteInPieces() throws Exception {
    LaunchedJob job = LaunchedJob.start(3, "pieces", "50");

    assertEquals(0, job.exitCode());
    for (int rank = 0; rank < 3; rank++) {
      assertEquals(50, Collections.frequency(job.sortedLines(), rank + ": one line"));
    }
  }

  @Test
  void shouldEndTheRanksWhenNobodyReads() throws Exception {
    String command =
        String.join(" ", LaunchedJob.command(List.of("-n", "2")))
            + " lines 100 10000000 | head -1; echo ${PIPESTATUS[0]}";
    Process shell = new ProcessBuilder("bash", "-c", command).start();
    long start = System.nanoTime();

    String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(2, output.lines().count(), output);
    assertTrue(output.endsWith("\n141\n"), output);
    assertTrue(System.nanoTime() - start < 20_000_000_000L);
  }

  @Test
  void shouldGiveInputToRank0Only() throws Exception {
    String command =
        "head -c 300000 /dev/zero | "
            + String.join(" ", LaunchedJob.command(List.of("-n", "3")))
            + " input | sort";
    Process shell = new ProcessBuilder("bash", "-c", command).start();

    assertEquals(
        "0: 300000\n1: 0\n2: 0\n",
        new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  @Test
  void shouldNotWaitForAProcessThatARankLeftBehind() throws Exception {
    long start = System.nanoTime();
    LaunchedJob job = LaunchedJob.start(2, "child", "25");

    assertEquals(0, job.exitCode());
    assertTrue(System.nanoTime() - start < 20_000_000_000L);
  }
}
