package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.job.Setting;

/** The commands' page lists the commands that there are, and every setting. */
final class CommandsPageIT {
  private static final Path PAGE = Path.of("../../docs/commands.md");

  @Test
  void pageListsTheCommandsThatHelpLists() throws Exception {
    String help = JobRun.shmem4j("--help").run().expectCode(0).out();
    String commands = help.substring(help.indexOf("Commands:"), help.indexOf("Begin with"));
    assertEquals(names("^  ([a-z]+) ", commands), names("^\\| `([a-z]+)` ", commandTable()));
  }

  @Test
  void pageListsTheSettings() throws Exception {
    Set<String> variables = new TreeSet<>();
    for (Setting setting : Setting.values()) {
      variables.add(setting.variable());
    }
    assertEquals(variables, names("^\\| `[a-z0-9.]+` \\| `([A-Z0-9_]+)` ", Files.readString(PAGE)));
  }

  private static String commandTable() throws Exception {
    String page = Files.readString(PAGE);
    return page.substring(0, page.indexOf("`--json`"));
  }

  private static Set<String> names(String pattern, String text) {
    Set<String> names = new TreeSet<>();
    Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .forEach(match -> names.add(match.group(1)));
    return names;
  }
}
