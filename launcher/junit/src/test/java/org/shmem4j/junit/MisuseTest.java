package org.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.Events;

/** What cannot run says why. */
final class MisuseTest {
  private final Events events = Kit.run(MisusedCases.class);

  private void expect(String method, String... parts) {
    String message = Kit.single(Kit.thrown(events, method)).getMessage();
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  @Test
  void whatIsMisusedSaysWhy() {
    events.assertStatistics(statistics -> statistics.failed(9));
    String own = MisusedCases.Own.class.getName();
    expect("ownValue", "parameter=arg0 method=ownValue type=" + own, "inside the test");
    expect("lambda", "parameter=arg0 method=lambda type=", "lambdas");
    expect("box", "type=java.util.Optional", "notSerializable=java.util.Optional");
    expect("twoSetups", "one number of PEs", "1 PE as thread, 2 PEs as threads");
    expect("alsoTest", "remove @Test");
    expect("timeout", "timeout=soon");
    expect("noPes", "pes=0");
    expect("constructed", "constructor without parameters");
    expect("afterwards", "only @BeforeEach", "type=java.nio.file.Path");
    assertEquals(0, events.aborted().count());
  }
}
