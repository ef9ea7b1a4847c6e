package org.shmem4j.shmem.sim.load;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Calls of a {@link ThreadLocalRandom}'s methods, which cannot be seeded, go to the generator that
 * {@link Hooks#generator} gives.
 */
final class LocalRandom implements Rule {
  private static final ClassDesc THREAD_LOCAL_RANDOM = Types.of(ThreadLocalRandom.class);
  private static final ClassDesc GENERATOR = Types.of(RandomGenerator.class);
  private static final MethodTypeDesc TO_GENERATOR =
      MethodTypeDesc.of(GENERATOR, THREAD_LOCAL_RANDOM);

  private static final Set<String> METHODS =
      Arrays.stream(RandomGenerator.class.getMethods())
          .map(LocalRandom::key)
          .collect(Collectors.toUnmodifiableSet());

  private static String key(Method method) {
    return Rule.key(method.getName(), Types.of(method).descriptorString());
  }

  @Override
  public Rewrite find(Call call) {
    return !call.isStatic()
            && call.owner().equals(THREAD_LOCAL_RANDOM)
            && METHODS.contains(Rule.key(call.name(), call.type().descriptorString()))
        ? LocalRandom::emit
        : null;
  }

  private static void emit(CodeBuilder code, Call call) {
    code.block(block -> {
      Operands arguments = new Operands(block, call.type());
      block.invokestatic(Types.of(Hooks.class), "generator", TO_GENERATOR);
      arguments.loadAll();
      block.invokeinterface(GENERATOR, call.name(), call.type());
    });
  }
}
