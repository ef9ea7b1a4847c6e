package org.shmem4j.shmem.sim.load;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether a program has nothing that PEs must not share: its classes have no statics but constants,
 * no lock, and find no class by a name that is not in their class file.
 */
final class Stateless {
  private static final Pattern TYPE = Pattern.compile("L([^;:<>]+);");
  private static final Set<String> FINDERS =
      Set.of(
          "java/lang/ClassLoader",
          "java/lang/invoke/MethodHandles$Lookup",
          "java/util/ServiceLoader");

  private final Function<String, Optional<ClassModel>> programsOwn;

  Stateless(Function<String, Optional<ClassModel>> programsOwn) {
    this.programsOwn = programsOwn;
  }

  /** All of the program's classes that one can lead to; none if one of them has a state. */
  Optional<Set<String>> closure(String mainClass) {
    Set<String> own = new HashSet<>();
    Set<String> seen = new HashSet<>(Set.of(mainClass));
    Queue<String> todo = new ArrayDeque<>(seen);
    while (!todo.isEmpty()) {
      String name = todo.remove();
      ClassModel model = programsOwn.apply(name).orElse(null);
      if (model != null) {
        if (hasState(model)) {
          return Optional.empty();
        }
        own.add(name);
        forEachNamed(model, other -> addNew(other, seen, todo));
      }
    }
    return Optional.of(own);
  }

  private static void addNew(String name, Set<String> seen, Queue<String> todo) {
    if (seen.add(name)) {
      todo.add(name);
    }
  }

  private static boolean hasState(ClassModel model) {
    return model.fields().stream().anyMatch(Stateless::isState)
        || model.methods().stream().anyMatch(Stateless::hasState)
        || pool(model).anyMatch(Stateless::findsClasses);
  }

  private static boolean isState(FieldModel field) {
    return field.flags().has(AccessFlag.STATIC)
        && field.findAttribute(Attributes.constantValue()).isEmpty();
  }

  private static boolean hasState(MethodModel method) {
    return method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)
        || method.flags().has(AccessFlag.NATIVE)
        || method.flags().has(AccessFlag.SYNCHRONIZED)
        || method.code().stream()
            .flatMap(code -> code.elementList().stream())
            .anyMatch(MonitorInstruction.class::isInstance);
  }

  private static boolean findsClasses(PoolEntry entry) {
    if (!(entry instanceof MemberRefEntry member)) {
      return false;
    }
    String owner = member.owner().asInternalName();
    return FINDERS.contains(owner)
        || (owner.equals("java/lang/Class") && member.name().equalsString("forName"));
  }

  /** More than the class leads to, as any text may look like a type; never less. */
  private static void forEachNamed(ClassModel model, Consumer<String> action) {
    pool(model)
        .forEach(entry -> {
          if (entry instanceof ClassEntry type) {
            action.accept(Types.name(type.asSymbol()));
          } else if (entry instanceof Utf8Entry text) {
            Matcher types = TYPE.matcher(text.stringValue());
            while (types.find()) {
              action.accept(types.group(1).replace('/', '.'));
            }
          }
        });
  }

  private static Stream<PoolEntry> pool(ClassModel model) {
    Stream.Builder<PoolEntry> entries = Stream.builder();
    model.constantPool().forEach(entries);
    return entries.build();
  }
}
