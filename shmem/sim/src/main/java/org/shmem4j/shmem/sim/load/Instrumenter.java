package org.shmem4j.shmem.sim.load;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.util.List;
import java.util.Objects;

/** Rewrites class files. */
final class Instrumenter {
  private final ClassFile classFile;
  private final Rule rule;

  Instrumenter(Hierarchy hierarchy) {
    classFile = ClassFile.of(ClassHierarchyResolverOption.of(hierarchy.resolver()));
    rule =
        firstOf(
            List.of(
                new Replacements(hierarchy),
                new Seeds(),
                new LocalRandom(),
                new Watches(),
                new Uncontrolled(),
                new Handed()));
  }

  private static Rule firstOf(List<Rule> rules) {
    return call ->
        rules.stream()
            .map(rule -> rule.find(call))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  /**
   * A class file's bytes for the simulator.
   *
   * @throws IllegalArgumentException if they cannot be read, or a method becomes too long
   */
  byte[] instrument(byte[] bytes) {
    ClassModel model = classFile.parse(bytes);
    Bridges bridges = new Bridges(model, rule);
    return classFile.transformClass(
        model,
        ClassTransform.transformingMethodBodies(
                CodeTransform.ofStateful(() -> new CodeRewriter(rule, bridges)))
            .andThen(ClassTransform.endHandler(bridges::addTo)));
  }
}
