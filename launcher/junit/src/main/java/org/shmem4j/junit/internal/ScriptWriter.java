package org.shmem4j.junit.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.shmem4j.junit.Form;

/** Writes down for the PEs what JUnit has prepared with its own instances. */
final class ScriptWriter {
  private final ExtensionContext context;
  private final Form form;
  private final List<Object> instances;

  ScriptWriter(ExtensionContext context, Form form) {
    this.context = context;
    this.form = form;
    this.instances = context.getRequiredTestInstances().getAllInstances();
  }

  Script write(
      List<ReflectiveInvocationContext<Method>> beforeEach,
      ReflectiveInvocationContext<Method> test) {
    instances.forEach(instance -> checkConstructor(instance.getClass()));
    return new Script(
        instances.stream().map(instance -> instance.getClass().getName()).toList(),
        fields(),
        beforeEach.stream().map(this::call).toList(),
        call(test),
        PeTestInfo.of(context));
  }

  /** PEs make their own instances, with nothing but an inner class's enclosing one. */
  private static void checkConstructor(Class<?> testClass) {
    Constructor<?>[] constructors = testClass.getDeclaredConstructors();
    boolean isInner = testClass.isMemberClass() && !Modifier.isStatic(testClass.getModifiers());
    if (constructors[0].getParameterCount() != (isInner ? 1 : 0)) {
      throw new ExtensionConfigurationException(
          "the class of a test on PEs has a constructor without parameters: constructor="
              + constructors[0]
              + "; take them in the test method or in @BeforeEach");
    }
  }

  private Script.Call call(ReflectiveInvocationContext<Method> call) {
    Method method = call.getExecutable();
    Parameter[] parameters = method.getParameters();
    List<Object> arguments = call.getArguments();
    Class<?> target = call.getTarget().orElseThrow().getClass();
    return new Script.Call(
        instances.stream().map(Object::getClass).toList().indexOf(target),
        MethodName.of(method),
        IntStream.range(0, parameters.length)
            .mapToObj(i -> argument(method, parameters[i], arguments.get(i)))
            .toList());
  }

  private Passed argument(Method method, Parameter parameter, Object value) {
    String what = "parameter=" + parameter.getName() + " method=" + method.getName();
    return Passed.of(value, parameter.getType(), what, form);
  }

  private List<Script.FieldValue> fields() {
    List<Script.FieldValue> values = new ArrayList<>();
    for (int i = 0; i < instances.size(); i++) {
      Object instance = instances.get(i);
      int target = i;
      injected(instance.getClass())
          .map(field -> value(field, target, instance))
          .forEach(values::add);
    }
    return values;
  }

  private static Stream<Field> injected(Class<?> testClass) {
    return Stream.of(TempDir.class, org.junit.jupiter.params.Parameter.class)
        .flatMap(annotation ->
            AnnotationSupport.findAnnotatedFields(
                testClass, annotation, field -> true, HierarchyTraversalMode.TOP_DOWN)
                .stream());
  }

  private Script.FieldValue value(Field field, int target, Object instance) {
    String what = "field=" + field.getName() + " class=" + field.getDeclaringClass().getName();
    return new Script.FieldValue(
        target,
        field.getDeclaringClass().getName(),
        field.getName(),
        Passed.of(Fields.get(field, instance), field.getType(), what, form));
  }
}
