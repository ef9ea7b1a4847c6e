package org.shmem4j.junit.internal;

import java.io.Serializable;
import java.util.List;

/**
 * What every PE does, in names: it is written in JUnit's classes and read in those of each PE.
 *
 * @param classes the test class, after those that enclose it
 * @param fields what JUnit has injected
 * @param beforeEach calls of @BeforeEach methods
 * @param test the call of the test method
 */
record Script(
    List<String> classes,
    List<FieldValue> fields,
    List<Call> beforeEach,
    Call test,
    PeTestInfo info)
    implements Serializable {
  Script {
    classes = List.copyOf(classes);
    fields = List.copyOf(fields);
    beforeEach = List.copyOf(beforeEach);
  }

  /**
   * A call on the test's instance or on an enclosing one.
   *
   * @param target which of the script's classes
   */
  record Call(int target, MethodName method, List<Passed> arguments) implements Serializable {
    Call {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A field's value.
   *
   * @param target which of the script's classes
   */
  record FieldValue(int target, String declaringClass, String name, Passed value)
      implements Serializable {}
}
