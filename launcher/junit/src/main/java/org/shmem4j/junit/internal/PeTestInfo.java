package org.shmem4j.junit.internal;

import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtensionContext;

/** JUnit's TestInfo, in names. */
record PeTestInfo(String displayName, Set<String> tags, String testClass, MethodName testMethod)
    implements Serializable {
  PeTestInfo {
    tags = Set.copyOf(tags);
  }

  static PeTestInfo of(ExtensionContext context) {
    return new PeTestInfo(
        context.getDisplayName(),
        context.getTags(),
        context.getRequiredTestClass().getName(),
        MethodName.of(context.getRequiredTestMethod()));
  }

  /** The info with a PE's own classes. */
  TestInfo in(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> ownClass = Class.forName(testClass, true, loader);
    Method ownMethod = testMethod.in(loader);
    return new TestInfo() {
      @Override
      public String getDisplayName() {
        return displayName;
      }

      @Override
      public Set<String> getTags() {
        return tags;
      }

      @Override
      public Optional<Class<?>> getTestClass() {
        return Optional.of(ownClass);
      }

      @Override
      public Optional<Method> getTestMethod() {
        return Optional.of(ownMethod);
      }
    };
  }
}
