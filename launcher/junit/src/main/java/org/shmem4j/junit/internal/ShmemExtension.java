package org.shmem4j.junit.internal;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.shmem4j.junit.ShmemTest;
import org.shmem4j.shmem.Shmem;

/**
 * Takes over what JUnit is about to call on its own instance of the test class, and calls it on the
 * PEs. JUnit resolves parameters and makes temporary folders as always.
 */
public final class ShmemExtension
    implements TestTemplateInvocationContextProvider, InvocationInterceptor, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ShmemExtension.class);

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return Arrays.stream(context.getRequiredTestMethod().getAnnotations())
        .noneMatch(annotation -> isOtherTemplate(annotation.annotationType()));
  }

  /** Whether that annotation, such as ParameterizedTest, is what makes the invocations. */
  private static boolean isOtherTemplate(Class<?> annotation) {
    return annotation != ShmemTest.class
        && !AnnotationSupport.isAnnotated(annotation, ShmemTest.class)
        && AnnotationSupport.isAnnotated(annotation, TestTemplate.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return setups(context).stream().map(OfSetup::new);
  }

  private static List<Setup> setups(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), ShmemTest.class)
        .map(Setup::of)
        .orElseThrow();
  }

  /** One invocation, which knows its setup. */
  private record OfSetup(Setup setup) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return "[" + index + "] " + setup;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      BeforeEachCallback remember = context -> context.getStore(NAMESPACE).put(Setup.class, setup);
      return List.of(remember);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Shmem.class;
  }

  /** Null: there is no PE yet. */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return null;
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context) {
    invocation.skip();
    beforeEach(context).add(call);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context) {
    invocation.skip(); // each PE has called it
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context)
      throws Throwable {
    invocation.skip();
    Setup setup = setup(context);
    Script script = new ScriptWriter(context, setup.form()).write(beforeEach(context), call);
    Report report =
        switch (setup.form()) {
          case THREADS -> ThreadForm.run(setup, script, context.getRequiredTestClass());
          case PROCESSES -> ProcessForm.run(setup, script);
        };
    Optional<Throwable> error = report.error();
    if (error.isPresent()) {
      throw error.get();
    }
  }

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> call,
      ExtensionContext context) {
    invocation.skip();
    throw new ExtensionConfigurationException(
        "@ShmemTest makes a method a test by itself: method="
            + call.getExecutable()
            + "; remove @Test");
  }

  private static Setup setup(ExtensionContext context) {
    Setup own = context.getStore(NAMESPACE).get(Setup.class, Setup.class);
    if (own != null) {
      return own;
    }
    List<Setup> setups = setups(context);
    if (setups.size() > 1) {
      throw new ExtensionConfigurationException(
          "beside another kind of test, @ShmemTest has one number of PEs and one form: method="
              + context.getRequiredTestMethod()
              + " given="
              + setups
              + "; write a method for each");
    }
    return setups.getFirst();
  }

  /** The calls of @BeforeEach methods that JUnit would have made so far, in its order. */
  private static List<ReflectiveInvocationContext<Method>> beforeEach(ExtensionContext context) {
    return context.getStore(NAMESPACE).getOrComputeIfAbsent(Calls.class).list;
  }

  private static final class Calls {
    private final List<ReflectiveInvocationContext<Method>> list = new ArrayList<>();

    Calls() {}
  }
}
