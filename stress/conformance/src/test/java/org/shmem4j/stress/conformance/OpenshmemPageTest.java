package org.shmem4j.stress.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables of docs/openshmem.md are made from operations.tsv. */
final class OpenshmemPageTest {
  private static final Path PAGE = Path.of("../../docs/openshmem.md");
  private static final Path RIGHT = Path.of("target/openshmem.md");
  private static final String BEGIN = "<!-- made from operations.tsv -->\n";
  private static final String END = "<!-- end -->\n";

  @Test
  void pageHasTheTables() throws Exception {
    String page = Files.readString(PAGE);
    String right =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + tables(Operation.all())
            + page.substring(page.indexOf(END));
    Files.writeString(RIGHT, right);
    assertEquals(right, page, "set right by: cp stress/conformance/target/openshmem.md docs/");
  }

  private static String tables(List<Operation> operations) {
    StringBuilder text = new StringBuilder();
    String chapter = "";
    for (Operation operation : operations) {
      if (!operation.chapter().equals(chapter)) {
        chapter = operation.chapter();
        text.append("\n### ").append(chapter).append("\n\n");
        text.append("| OpenSHMEM | Java | notes |\n| --- | --- | --- |\n");
      }
      text.append(
          "| `%s` | `%s`%s | %s |\n"
              .formatted(operation.name(), operation.java(), types(operation), operation.notes()));
    }
    return text.append('\n').toString();
  }

  /** Where not every typed array has it. */
  private static String types(Operation operation) {
    boolean some = !operation.types().isEmpty() && operation.types().size() < 6;
    return some ? " (" + String.join(", ", operation.types()) + ")" : "";
  }
}
