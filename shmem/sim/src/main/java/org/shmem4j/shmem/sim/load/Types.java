package org.shmem4j.shmem.sim.load;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** Classes and methods by the names that class files have for them. */
final class Types {
  private Types() {}

  static ClassDesc of(Class<?> c) {
    return c.describeConstable().orElseThrow();
  }

  static MethodTypeDesc of(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .describeConstable()
        .orElseThrow();
  }

  /** A class's name as {@link Class#forName} takes it. */
  static String name(ClassDesc type) {
    String descriptor = type.descriptorString();
    return type.isClassOrInterface()
        ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.')
        : descriptor;
  }
}
