package org.shmem4j.launcher.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.job.HeapBacking;

class RunParserTest {
  private static RunArguments parse(String... words) {
    return RunParser.parse(List.of(words));
  }

  private static String errorOf(String... words) {
    return assertThrows(UsageException.class, () -> parse(words)).getMessage();
  }

  @Test
  void shouldLeaveTheProgramsArgumentsAlone() {
    RunArguments arguments =
        parse("-n", "2", "prog", ":", "-n", "3", "", "*", "--", "@file", "--no-tag", "$HOME");

    assertEquals(Optional.of("prog"), arguments.program());
    assertEquals(
        List.of(":", "-n", "3", "", "*", "--", "@file", "--no-tag", "$HOME"),
        arguments.programArguments());
    assertEquals(2, arguments.number(RunOption.PES, 7));
    assertTrue(arguments.isOn(RunOption.TAG));
  }

  @Test
  void shouldEndOptionsAtTwoDashes() {
    RunArguments arguments = parse("--dry-run", "--", "--strange", "-x");

    assertEquals(Optional.of("--strange"), arguments.program());
    assertEquals(List.of("-x"), arguments.programArguments());
    assertTrue(arguments.isOn(RunOption.DRY_RUN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 4", "-n4", "-n=4", "-np 4", "-np4", "--pes 4", "--pes=4"})
  void shouldReadTheNumberOfRanks(String words) {
    assertEquals(4, parse(words.split(" ")).number(RunOption.PES, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "x", "", "1.5", "99999999999"})
  void shouldRejectANumberOfRanksThatIsNone(String number) {
    RunArguments arguments = parse("-n", number, "prog");

    UsageException e = assertThrows(UsageException.class, () -> arguments.number(RunOption.PES, 1));

    assertEquals("the option takes a whole number from 1 on: --pes=" + number, e.getMessage());
  }

  @Test
  void shouldKeepEachRepeatedValueInOrder() {
    RunArguments arguments = parse("--jvm-arg", "-Xmx1g", "--jvm-arg=-ea", "--env", "A=b=c", "p");

    assertEquals(List.of("-Xmx1g", "-ea"), arguments.all(RunOption.JVM_ARG));
    assertEquals(List.of("A=b=c"), arguments.all(RunOption.ENV));
  }

  @Test
  void shouldCountTheLastOfTwoValues() {
    assertEquals(5, parse("-n", "3", "--pes", "5", "p").number(RunOption.PES, 1));
  }

  @Test
  void shouldSwitchOff() {
    RunArguments arguments = parse("--no-tag", "--no-aot", "p");

    assertFalse(arguments.isOn(RunOption.TAG));
    assertFalse(arguments.isOn(RunOption.AOT));
  }

  @Test
  void shouldSuggestWhatAnUnknownOptionMayMean() {
    assertEquals(
        "there is no such option: --heap-sise; did you mean --heap-size or --heap?",
        errorOf("--heap-sise=1g", "p"));
    assertEquals("there is no such option: -x", errorOf("-x"));
  }

  @Test
  void shouldRejectAMissingValue() {
    assertEquals("the option needs a value: --heap-size", errorOf("--heap-size"));
  }

  @Test
  void shouldRejectAValueThatIsTooMuch() {
    assertEquals("the option takes no value: --dry-run=yes", errorOf("--dry-run=yes"));
  }

  @Test
  void shouldNameTheAllowedConstants() {
    RunArguments arguments = parse("--heap=paper", "p");

    UsageException e =
        assertThrows(
            UsageException.class, () -> arguments.constant(RunOption.HEAP, HeapBacking.class));

    assertEquals("the option takes mapped or chronicle: --heap=paper", e.getMessage());
    assertEquals(
        Optional.of(HeapBacking.MAPPED),
        parse("--heap=Mapped").constant(RunOption.HEAP, HeapBacking.class));
  }

  @Test
  void shouldBeDescribedToPicocliInFull() {
    String help = CommandLines.commandLine().getSubcommands().get("run").getUsageMessage();

    for (RunOption option : RunOption.values()) {
      for (String name : option.names()) {
        assertTrue(help.contains(name.startsWith("--") ? name.substring(2) : name), name);
      }
    }
  }
}
