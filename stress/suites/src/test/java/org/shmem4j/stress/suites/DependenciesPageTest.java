package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/** Every library that a module declares has its line in docs/dependencies.md, and the reverse. */
final class DependenciesPageTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final String PAGE = "docs/dependencies.md";

  @Test
  void pageListsWhatTheModulesDeclare() throws Exception {
    assertEquals(declared(), listed(), PAGE + " against the modules' poms");
  }

  private static Set<String> listed() throws IOException {
    String page = Files.readString(ROOT.resolve(PAGE));
    String table = page.substring(page.indexOf("## Libraries"), page.indexOf("## Managed"));
    Set<String> names = new TreeSet<>();
    Pattern.compile("^\\| `([^`]+:[^`]+)` ", Pattern.MULTILINE)
        .matcher(table)
        .results()
        .forEach(row -> names.add(row.group(1)));
    return names;
  }

  private static Set<String> declared() throws Exception {
    Set<String> names = new TreeSet<>();
    for (Path pom : modulePoms()) {
      var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
      var xpath = XPathFactory.newInstance().newXPath();
      var dependencies =
          (NodeList)
              xpath.evaluate("/project/dependencies/dependency", document, XPathConstants.NODESET);
      for (int i = 0; i < dependencies.getLength(); i++) {
        String group = xpath.evaluate("groupId", dependencies.item(i));
        if (!group.equals("org.shmem4j")) {
          names.add(group + ":" + xpath.evaluate("artifactId", dependencies.item(i)));
        }
      }
    }
    return names;
  }

  private static Iterable<Path> modulePoms() throws IOException {
    try (Stream<Path> files = Files.find(ROOT, 3, (path, a) -> path.endsWith("pom.xml"))) {
      return files.toList();
    }
  }
}
