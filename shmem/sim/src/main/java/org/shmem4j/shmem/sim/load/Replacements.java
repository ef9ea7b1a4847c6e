package org.shmem4j.shmem.sim.load;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Static methods of ours instead of the JDK's: each public one of a class below replaces the method
 * with its name and parameters, for methods of objects with the object as first parameter.
 */
final class Replacements implements Rule {
  private static final Map<String, List<Replacement>> ALL = new HashMap<>();

  static {
    add(TimeCalls.class, System.class, Instant.class);
    add(ExitCalls.class, System.class, Runtime.class);
    add(RandomCalls.class, Math.class, UUID.class, Collections.class);
    add(ThreadCalls.class, Thread.class, Thread.Builder.class, TimeUnit.class, LockSupport.class);
  }

  private final Hierarchy hierarchy;

  Replacements(Hierarchy hierarchy) {
    this.hierarchy = hierarchy;
  }

  private record Replacement(Method method, Method by) {
    boolean isStatic() {
      return Modifier.isStatic(method.getModifiers());
    }

    boolean fits() {
      MethodTypeDesc type = Types.of(method);
      return by.getName().equals(method.getName())
          && Types.of(by)
              .equals(
                  isStatic()
                      ? type
                      : type.insertParameterTypes(0, Types.of(method.getDeclaringClass())));
    }

    void emit(CodeBuilder code) {
      code.invokestatic(Types.of(by.getDeclaringClass()), by.getName(), Types.of(by));
    }
  }

  private static void add(Class<?> ours, Class<?>... owners) {
    for (Method by : ours.getDeclaredMethods()) {
      if (Modifier.isPublic(by.getModifiers())) {
        Replacement replacement =
            Arrays.stream(owners)
                .flatMap(owner -> Arrays.stream(owner.getDeclaredMethods()))
                .map(method -> new Replacement(method, by))
                .filter(Replacement::fits)
                .findFirst()
                .orElseThrow(() -> new AssertionError("a method must replace one: " + by));
        String descriptor = Types.of(replacement.method).descriptorString();
        ALL.computeIfAbsent(Rule.key(by.getName(), descriptor), _ -> new ArrayList<>())
            .add(replacement);
      }
    }
  }

  @Override
  public Rewrite find(Call call) {
    String descriptor = call.type().descriptorString();
    return ALL.getOrDefault(Rule.key(call.name(), descriptor), List.of()).stream()
        .filter(candidate -> candidate.isStatic() == call.isStatic())
        .filter(candidate ->
            hierarchy.inherits(
                call.owner(), call.name(), descriptor, candidate.method.getDeclaringClass()))
        .findFirst()
        .map(Replacements::rewrite)
        .orElse(null);
  }

  private static Rewrite rewrite(Replacement replacement) {
    return (code, call) -> {
      if (call.isSpecial()) {
        // Ours would call the override that this call wants to pass.
        Uncontrolled.say(code, "a method of a superclass in the JDK is called: " + call);
        call.emit(code);
      } else {
        replacement.emit(code);
      }
    };
  }
}
