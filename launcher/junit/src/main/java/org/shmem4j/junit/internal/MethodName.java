package org.shmem4j.junit.internal;

import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** A method by its names, to be found again in the classes of a PE. */
record MethodName(String declaringClass, String name, String descriptor) implements Serializable {
  static MethodName of(Method method) {
    return new MethodName(
        method.getDeclaringClass().getName(),
        method.getName(),
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .toMethodDescriptorString());
  }

  Method in(ClassLoader loader) throws ReflectiveOperationException {
    return Class.forName(declaringClass, true, loader)
        .getDeclaredMethod(
            name, MethodType.fromMethodDescriptorString(descriptor, loader).parameterArray());
  }
}
