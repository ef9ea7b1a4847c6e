package org.shmem4j.junit.internal;

import java.lang.annotation.Annotation;
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
import org.shmem4j.junit.ShmemCheck;
import org.shmem4j.junit.ShmemTest;
import org.shmem4j.shmem.Shmem;

/**
 * Takes over what JUnit is about to call on its own instance of the test class, and calls it on the
 * PEs. JUnit resolves parameters and makes temporary folders as always.
 */
public final class ShmemExtension
    implements TestTemplateInvocationContextProvider, InvocationInterceptor, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ShmemExtension.class);
  private static final List<Class<? extends Annotation>> OURS =
      List.of(ShmemTest.class, ShmemCheck.class);

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return Arrays.stream(context.getRequiredTestMethod().getAnnotations())
        .noneMatch(annotation -> isOtherTemplate(annotation.annotationType()));
  }

  /** Whether that annotation, such as ParameterizedTest, is what makes the invocations. */
  private static boolean isOtherTemplate(Class<?> annotation) {
    return OURS.stream()
            .noneMatch(
                ours -> annotation == ours || AnnotationSupport.isAnnotated(annotation, ours))
        && AnnotationSupport.isAnnotated(annotation, TestTemplate.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    return plans(context).stream().map(OfPlan::new);
  }

  private static List<Plan> plans(ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    List<Plan> plans = new ArrayList<>();
    AnnotationSupport.findAnnotation(method, ShmemTest.class)
        .map(Setup::of)
        .ifPresent(plans::addAll);
    AnnotationSupport.findAnnotation(method, ShmemCheck.class)
        .map(CheckPlan::of)
        .ifPresent(plans::add);
    return plans;
  }

  /** One invocation, which knows its plan. */
  private record OfPlan(Plan plan) implements TestTemplateInvocationContext {
    @Override
    public String getDisplayName(int index) {
      return "[" + index + "] " + plan;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      BeforeEachCallback remember = context -> context.getStore(NAMESPACE).put(Plan.class, plan);
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
    Plan plan = plan(context);
    Script script = new ScriptWriter(context, plan.form()).write(beforeEach(context), call);
    Optional<Throwable> error = plan.run(script, context.getRequiredTestClass());
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
        "@ShmemTest and @ShmemCheck make a method a test by themselves: method="
            + call.getExecutable()
            + "; remove @Test");
  }

  private static Plan plan(ExtensionContext context) {
    Plan own = context.getStore(NAMESPACE).get(Plan.class, Plan.class);
    if (own != null) {
      return own;
    }
    List<Plan> plans = plans(context);
    if (plans.size() > 1) {
      throw new ExtensionConfigurationException(
          "beside another kind of test there is one number of PEs and one form, or one check: method="
              + context.getRequiredTestMethod()
              + " given="
              + plans
              + "; write a method for each");
    }
    return plans.getFirst();
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
