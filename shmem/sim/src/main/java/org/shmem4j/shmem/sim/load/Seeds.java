package org.shmem4j.shmem.sim.load;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Date;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/** Objects that get a seed or a time from the JDK when they are made get it from the simulator. */
final class Seeds implements Rule {
  private static final MethodTypeDesc WITH_LONG =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long);
  private static final MethodTypeDesc TO_LONG = MethodTypeDesc.of(ConstantDescs.CD_long);

  private static final Map<ClassDesc, Rewrite> CONSTRUCTORS =
      Map.of(
          Types.of(Random.class), with(Hooks.class, "seed"),
          Types.of(SplittableRandom.class), with(Hooks.class, "seed"),
          Types.of(Date.class), with(TimeCalls.class, "currentTimeMillis"));

  @Override
  public Rewrite find(Call call) {
    return call.isConstructor() && call.type().parameterCount() == 0
        ? CONSTRUCTORS.get(call.owner())
        : null;
  }

  /** A method that makes the argument of the constructor that takes a long. */
  private static Rewrite with(Class<?> owner, String method) {
    return (code, call) ->
        code.invokestatic(Types.of(owner), method, TO_LONG)
            .invokespecial(call.owner(), call.name(), WITH_LONG);
  }
}
