package org.shmem4j.shmem.sim.load;

import java.lang.constant.ClassDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Before a call of a {@link MemorySegment}'s method comes the one of {@link Views} for it. */
final class Watches implements Rule {
  private static final ClassDesc SEGMENT = Types.of(MemorySegment.class);

  /** By the name and the descriptor of the segment's method. */
  private static final Map<String, Method> ALL = new HashMap<>();

  static {
    for (Method method : MemorySegment.class.getMethods()) {
      Arrays.stream(Views.class.getDeclaredMethods())
          .filter(view -> isFor(view, method))
          .max(Comparator.comparingInt(Method::getParameterCount))
          .ifPresent(view ->
              ALL.put(Rule.key(method.getName(), Types.of(method).descriptorString()), view));
    }
  }

  private static boolean isFor(Method view, Method method) {
    Class<?>[] given = operands(method);
    Class<?>[] taken = view.getParameterTypes();
    if (!Modifier.isPublic(view.getModifiers())
        || !view.getName().equals(method.getName())
        || taken.length > given.length) {
      return false;
    }
    for (int i = 0; i < taken.length; i++) {
      if (!taken[i].isAssignableFrom(given[i])) {
        return false;
      }
    }
    return true;
  }

  private static Class<?>[] operands(Method method) {
    var type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    return Modifier.isStatic(method.getModifiers())
        ? type.parameterArray()
        : type.insertParameterTypes(0, MemorySegment.class).parameterArray();
  }

  @Override
  public Rewrite find(Call call) {
    Method view =
        call.owner().equals(SEGMENT)
            ? ALL.get(Rule.key(call.name(), call.type().descriptorString()))
            : null;
    return view == null ? null : before(view);
  }

  private static Rewrite before(Method view) {
    return (code, call) ->
        code.block(block -> {
          Operands operands = new Operands(block, call.operands());
          operands.load(view.getParameterCount());
          block.invokestatic(Types.of(Views.class), view.getName(), Types.of(view));
          operands.loadAll();
          call.emit(block);
        });
  }
}
