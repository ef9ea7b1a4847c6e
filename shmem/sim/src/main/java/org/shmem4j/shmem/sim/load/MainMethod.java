package org.shmem4j.shmem.sim.load;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** Finds a class's main method as {@code java} does: static or not, with arguments or without. */
final class MainMethod {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final MethodType TYPE = MethodType.methodType(void.class, String[].class);

  private MainMethod() {}

  static MethodHandle of(Class<?> c) {
    Method main = find(c, String[].class);
    if (main == null) {
      main = find(c);
    }
    if (main == null) {
      throw new IllegalArgumentException(
          "a program needs a main method that is not private: class="
              + c.getName()
              + "; add `public static void main(String[] args)`, or name the class that has it");
    }
    try {
      return handle(c, main);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "a main method that is not static needs a constructor without parameters that is not"
              + " private: class="
              + c.getName()
              + "; make main static, or add the constructor",
          e);
    }
  }

  private static Method find(Class<?> c, Class<?>... parameters) {
    for (Class<?> owner = c; owner != null; owner = owner.getSuperclass()) {
      for (Method method : owner.getDeclaredMethods()) {
        if (isMain(method) && Arrays.equals(method.getParameterTypes(), parameters)) {
          return method;
        }
      }
    }
    return null;
  }

  private static boolean isMain(Method method) {
    return method.getName().equals("main")
        && method.getReturnType() == void.class
        && !Modifier.isPrivate(method.getModifiers());
  }

  private static MethodHandle handle(Class<?> c, Method main) throws ReflectiveOperationException {
    MethodHandle handle =
        MethodHandles.privateLookupIn(main.getDeclaringClass(), LOOKUP).unreflect(main);
    if (main.getParameterCount() == 0) {
      handle = MethodHandles.dropArguments(handle, handle.type().parameterCount(), String[].class);
    }
    return Modifier.isStatic(main.getModifiers())
        ? handle
        : MethodHandles.foldArguments(handle.asType(ofInstance(c)), constructor(c));
  }

  private static MethodType ofInstance(Class<?> c) {
    return TYPE.insertParameterTypes(0, c);
  }

  private static MethodHandle constructor(Class<?> c) throws ReflectiveOperationException {
    Constructor<?> constructor = c.getDeclaredConstructor();
    if (Modifier.isPrivate(constructor.getModifiers())) {
      throw new IllegalAccessException("private: " + constructor);
    }
    return MethodHandles.privateLookupIn(c, LOOKUP).unreflectConstructor(constructor);
  }
}
