package org.shmem4j.junit.internal;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.shmem4j.shmem.Shmem;

/** One PE's test: what JUnit would do in a JVM of the PE's own. */
final class PeTest {
  private final Script script;
  private final Shmem shmem;
  private final ClassLoader loader;
  private final List<Class<?>> classes = new ArrayList<>();
  private final List<Object> instances = new ArrayList<>();

  private PeTest(Script script, Shmem shmem, ClassLoader loader) {
    this.script = script;
    this.shmem = shmem;
    this.loader = loader;
  }

  /**
   * Runs a test, and leaves the job together with all PEs.
   *
   * @param onFailure learns of a failure at once, as what follows it may wait for ever
   */
  static void run(Script script, Shmem shmem, ClassLoader loader, Consumer<Throwable> onFailure)
      throws Exception {
    PeTest test = new PeTest(script, shmem, loader);
    Steps steps = new Steps(onFailure);
    if (steps.run(test::loadClasses)) {
      if (steps.run(test::beforeAll)) {
        steps.run(test::beforeEachAndTest);
        test.afterEach(steps);
      }
      test.afterAll(steps);
    }
    steps.finish();
    steps.run(shmem::close);
    steps.finish();
  }

  private void loadClasses() throws Exception {
    for (String name : script.classes()) {
      classes.add(Class.forName(name, true, loader));
    }
    setFields(true);
  }

  /** Injected fields: the static ones before anything else, the others into the instances. */
  private void setFields(boolean areStatic) throws Exception {
    for (Script.FieldValue value : script.fields()) {
      Field field =
          Class.forName(value.declaringClass(), true, loader).getDeclaredField(value.name());
      if (Modifier.isStatic(field.getModifiers()) == areStatic) {
        Object instance = areStatic ? null : instances().get(value.target());
        Fields.set(field, instance, value.value().at(shmem, script.info(), loader));
      }
    }
  }

  private void beforeAll() throws Exception {
    for (int i = 0; i < classes.size(); i++) {
      for (Method method : methods(i, BeforeAll.class, HierarchyTraversalMode.TOP_DOWN)) {
        call(i, method);
      }
    }
  }

  private void beforeEachAndTest() throws Exception {
    var _ = instances();
    for (Script.Call call : script.beforeEach()) {
      call(call);
    }
    call(script.test());
  }

  private void afterEach(Steps steps) {
    afterwards(steps, AfterEach.class);
  }

  private void afterAll(Steps steps) {
    afterwards(steps, AfterAll.class);
  }

  /** From the test class outwards, as far as there is something to call it on. */
  private void afterwards(Steps steps, Class<? extends Annotation> annotation) {
    for (int i = classes.size() - 1; i >= 0; i--) {
      int target = i;
      for (Method method : methods(i, annotation, HierarchyTraversalMode.BOTTOM_UP)) {
        if (Modifier.isStatic(method.getModifiers()) || target < instances.size()) {
          steps.run(() -> call(target, method));
        }
      }
    }
  }

  private List<Method> methods(
      int target, Class<? extends Annotation> annotation, HierarchyTraversalMode order) {
    return AnnotationSupport.findAnnotatedMethods(classes.get(target), annotation, order);
  }

  private void call(Script.Call call) throws Exception {
    List<Object> arguments = new ArrayList<>();
    for (Passed argument : call.arguments()) {
      arguments.add(argument.at(shmem, script.info(), loader));
    }
    invoke(call.target(), call.method().in(loader), arguments);
  }

  /** A call that JUnit has resolved no arguments for. */
  private void call(int target, Method method) throws Exception {
    List<Object> arguments = new ArrayList<>();
    for (Class<?> type : method.getParameterTypes()) {
      if (type == Shmem.class) {
        arguments.add(shmem);
      } else if (type == TestInfo.class) {
        arguments.add(script.info().in(loader));
      } else {
        throw new IllegalArgumentException(
            "around a test on PEs, only @BeforeEach takes more than a Shmem and a TestInfo: method="
                + method
                + " type="
                + type.getName()
                + "; keep what is needed later in a field");
      }
    }
    invoke(target, method, arguments);
  }

  private void invoke(int target, Method method, List<Object> arguments) throws Exception {
    Object instance = Modifier.isStatic(method.getModifiers()) ? null : instances().get(target);
    var _ = ReflectionSupport.invokeMethod(method, instance, arguments.toArray());
  }

  /** The test's instance after the enclosing ones; made when the first is needed, as JUnit does. */
  private List<Object> instances() throws Exception {
    if (instances.isEmpty()) {
      for (Class<?> c : classes) {
        Constructor<?> constructor = c.getDeclaredConstructors()[0];
        instances.add(
            ReflectionSupport.newInstance(
                c,
                constructor.getParameterCount() == 0
                    ? new Object[0]
                    : new Object[] {instances.getLast()}));
      }
      setFields(false);
    }
    return instances;
  }
}
