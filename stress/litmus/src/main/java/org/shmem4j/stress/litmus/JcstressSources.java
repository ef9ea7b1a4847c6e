package org.shmem4j.stress.litmus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the rows as JCStress tests: a class for each subject, with a nested one for each row. */
public final class JcstressSources {
  /** As many threads as a test may have. */
  private static final int MOST_ACTORS = 4;

  private static final String PACKAGE = "org.shmem4j.stress.jcstress";
  private static final String ANNOTATIONS = "org.openjdk.jcstress.annotations.";
  private static final String RESULTS = "org.openjdk.jcstress.infra.results.";
  private static final Map<Verdict, String> EXPECT =
      Map.of(
          Verdict.EXPECTED, "ACCEPTABLE",
          Verdict.ALLOWED, "ACCEPTABLE_INTERESTING",
          Verdict.FORBIDDEN, "FORBIDDEN");

  private final Set<String> imports = new TreeSet<>();
  private final Set<String> staticImports = new TreeSet<>();
  private final StringBuilder body = new StringBuilder();

  private JcstressSources() {}

  /** Writes all below a folder, the only argument. */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]).resolve(PACKAGE.replace('.', '/')));
    for (Map.Entry<String, List<Row>> subject : Rows.bySubject().entrySet()) {
      List<Row> rows = subject.getValue().stream().filter(JcstressSources::suits).toList();
      if (!rows.isEmpty()) {
        Files.writeString(
            folder.resolve(subject.getKey() + ".java"),
            new JcstressSources().write(subject.getKey(), rows));
      }
    }
  }

  /** Whether a row can be a test: it ends no job, and JCStress has enough threads for it. */
  public static boolean suits(Row row) {
    return row.reach() != Row.Reach.LEAVING && actors(row).size() <= MOST_ACTORS;
  }

  /** The parts that need a thread, by their place among all. */
  private static List<Integer> actors(Row row) {
    return IntStream.range(0, row.parts().size())
        .filter(i -> !row.parts().get(i).isIdle())
        .boxed()
        .toList();
  }

  /** The name of a row's class, such as {@code L1_P_Fence_AtomicSet_vs_WaitUntilEQ}. */
  static String className(Row row) {
    String text =
        row.scenario().replace("'", "").replaceAll("(^|[|] )-", "$1idle").replace("|", "; vs;");
    StringBuilder name = new StringBuilder(row.id());
    for (String action : text.split("[;,]", -1)) {
      String words = camelCase(action);
      name.append('_').append(words.equals("Vs") ? "vs" : words);
    }
    return name.toString();
  }

  private static String camelCase(String words) {
    return List.of(words.split("[^A-Za-z0-9]+", -1)).stream()
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  private String write(String subject, List<Row> rows) {
    for (String annotation : List.of("Actor", "Description", "JCStressTest", "Outcome", "State")) {
      imports.add(ANNOTATIONS + annotation);
    }
    imports.add(Pe.class.getName());
    imports.add(Program.class.getName());
    rows.forEach(this::nest);
    return "package %s;\n\n%s\n%s\n/** Rows of {@code %s}. */\npublic final class %s {\n  private %s() {}\n%s}\n"
        .formatted(
            PACKAGE,
            lines("import static ", staticImports),
            lines("import ", imports),
            subject,
            subject,
            subject,
            body);
  }

  private static String lines(String before, Set<String> names) {
    return names.stream().map(name -> before + name + ";\n").collect(Collectors.joining());
  }

  /** A row's class. */
  private void nest(Row row) {
    line("");
    line("  @JCStressTest");
    line("  @Description(%s)".formatted(quoted(row.toString())));
    for (Outcome outcome : row.outcomes()) {
      String expect = EXPECT.get(outcome.verdict());
      staticImports.add(ANNOTATIONS + "Expect." + expect);
      line(
          "  @Outcome(id = %s, expect = %s, desc = %s)"
              .formatted(quoted(outcome.values()), expect, quoted(outcome.meaning())));
    }
    line("  @State");
    line("  public static class %s {".formatted(className(row)));
    line("    private static final World WORLD = World.of(%s);".formatted(quoted(row.toString())));
    for (int pe : row.parts().stream().filter(p -> !p.isIdle()).map(Part::pe).distinct().toList()) {
      line("    private static final Pe PE%d = WORLD.pe(%d);".formatted(pe, pe));
    }
    for (int part : actors(row)) {
      line("    private static final Program PART%d = WORLD.part(%d);".formatted(part, part));
    }
    if (row.arbiter() != null) {
      line("    private static final Program ARBITER = WORLD.arbiter();");
    }
    line("");
    line("    private final long at = WORLD.freshSlot();");
    methods(row);
    line("  }");
  }

  private void methods(Row row) {
    long seen = row.parts().stream().filter(Part::sees).count() + (row.arbiter() == null ? 0 : 1);
    String result = "J".repeat((int) seen) + "_Result";
    imports.add(RESULTS + result);
    int next = 1;
    for (int i : actors(row)) {
      Part part = row.parts().get(i);
      String call = "PART%d.run(PE%d, at)".formatted(i, part.pe());
      method("Actor", "part" + i, call, part.sees() ? result : null, next);
      next += part.sees() ? 1 : 0;
    }
    if (row.arbiter() != null) {
      imports.add(ANNOTATIONS + "Arbiter");
      method("Arbiter", "arbiter", "ARBITER.run(PE0, at)", result, next);
    }
  }

  /** A method that makes a call, and keeps what it returns in a field unless result is null. */
  private void method(String annotation, String name, String call, String result, int field) {
    line("");
    line("    @%s".formatted(annotation));
    line("    public void %s(%s) {".formatted(name, result == null ? "" : result + " r"));
    line("      %s%s;".formatted(result == null ? "" : "r.r" + field + " = ", call));
    line("    }");
  }

  private void line(String text) {
    body.append(text).append('\n');
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
