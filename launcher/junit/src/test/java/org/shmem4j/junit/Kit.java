package org.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** Runs cases as JUnit does, and tells how they went. */
final class Kit {
  private Kit() {}

  /** The events of all cases of a class, and of classes nested in it. */
  static Events run(Class<?> cases) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(cases))
        .configurationParameter("junit.jupiter.conditions.deactivate", "*")
        .execute()
        .allEvents();
  }

  /** All that was thrown. */
  static List<Throwable> thrown(Events events) {
    return thrown(events.finished().stream());
  }

  /** What the method's invocations have thrown, in their order. */
  static List<Throwable> thrown(Events events, String method) {
    return thrown(events.finished().stream().filter(event -> isOf(event, method)));
  }

  private static List<Throwable> thrown(Stream<Event> finished) {
    return finished
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .flatMap(result -> result.getThrowable().stream())
        .toList();
  }

  private static boolean isOf(Event event, String method) {
    return event.getTestDescriptor().getUniqueId().toString().contains(":" + method + "(");
  }

  /** The one. */
  static Throwable single(List<Throwable> thrown) {
    assertEquals(1, thrown.size(), thrown::toString);
    return thrown.getFirst();
  }
}
