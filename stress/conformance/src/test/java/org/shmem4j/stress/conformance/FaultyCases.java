package org.shmem4j.stress.conformance;

import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.Shmem;

/** Cases that fail in every way, between others that pass. */
public final class FaultyCases {
  private FaultyCases() {}

  /** For the runner under test. */
  public static List<Case> all() {
    List<Case> all = new ArrayList<>();
    all.add(passes("first"));
    all.add(of("throws on PE 1", s -> onPe1(s, () -> failed("on purpose"))));
    all.add(passes("after a failure"));
    all.add(of("throws on both", s -> failed("all of them")));
    all.add(of("hangs on PE 1", s -> onPe1(s, () -> Thread.sleep(100_000))));
    all.add(passes("after a hang"));
    all.add(of("leaks", s -> s.longs(1).set(0, 1)));
    all.add(of("exits on PE 1", s -> onPe1(s, () -> Runtime.getRuntime().halt(0))));
    all.add(passes("last"));
    all.add(of("ends with 3", s -> s.globalExit(3)).endsWith(3));
    all.add(of("ends with 3 and should not", s -> s.globalExit(3)).endsWith(4));
    all.add(of("for many", s -> failed("should not run")).from(3));
    return all;
  }

  private interface Action {
    void run() throws InterruptedException;
  }

  private static Case of(String name, Case.Body body) {
    return Case.of(name, "my_pe", body);
  }

  private static Case passes(String name) {
    return of(name, Shmem::barrierAll);
  }

  private static void onPe1(Shmem shmem, Action action) throws InterruptedException {
    if (shmem.pe() == 1) {
      action.run();
    }
    shmem.barrierAll();
  }

  private static void failed(String why) {
    throw new AssertionError(why);
  }
}
