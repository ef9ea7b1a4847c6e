package org.shmem4j.junit.internal;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.platform.commons.support.ReflectionSupport;
import org.shmem4j.junit.Form;
import org.shmem4j.junit.ShmemCheck;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.Replay;

/**
 * One check of a test.
 *
 * @param limits what a replay has to repeat of the annotation, as it is written there
 */
record CheckPlan(CheckOptions options, Duration timeout, List<String> limits)
    implements Plan, Serializable {
  /** Attributes that do not say which schedules are run, but how. */
  private static final List<String> LIMITS = List.of("timeout", "heap", "watchdog");

  static CheckPlan of(ShmemCheck check) {
    return new CheckPlan(options(check), TimeLimit.parse(check.timeout()), limits(check));
  }

  private static CheckOptions options(ShmemCheck check) {
    CheckOptions options =
        CheckOptions.of(check.pes())
            .withStrategy(check.strategy())
            .withSeed(check.seed())
            .withSchedules(check.schedules())
            .withWatchdogSeconds(check.watchdog());
    if (!check.heap().isEmpty()) {
      options = options.withHeapBytes(ByteSize.parse(check.heap(), "heap"));
    }
    return check.replay().isEmpty()
        ? options
        : options.replaying(new Replay(check.strategy(), check.seed(), check.replay()));
  }

  private static List<String> limits(ShmemCheck check) {
    List<String> limits = new ArrayList<>();
    for (String name : LIMITS) {
      Method attribute = ReflectionSupport.findMethod(ShmemCheck.class, name).orElseThrow();
      Object value = ReflectionSupport.invokeMethod(attribute, check);
      if (!value.equals(attribute.getDefaultValue())) {
        limits.add(name + " = " + (value instanceof String ? '"' + value.toString() + '"' : value));
      }
    }
    return List.copyOf(limits);
  }

  /** What is passed to the PEs goes to another JVM first. */
  @Override
  public Form form() {
    return Form.PROCESSES;
  }

  @Override
  public Optional<Throwable> run(Script script, Class<?> testClass)
      throws IOException, InterruptedException {
    return CheckForm.run(this, script);
  }

  /** The annotation that plays a schedule again. */
  String annotationOf(Replay replay) {
    List<String> attributes = new ArrayList<>(List.of("pes = " + options.pes()));
    if (replay.decisions() == null) {
      attributes.add("schedules = 1");
    }
    attributes.add("strategy = StrategyKind." + replay.strategy().name());
    attributes.add("seed = " + replay.seed() + (replay.seed() == (int) replay.seed() ? "" : "L"));
    if (replay.decisions() != null) {
      attributes.add("replay = \"" + replay.decisions() + '"');
    }
    attributes.addAll(limits);
    return "@ShmemCheck(" + String.join(", ", attributes) + ")";
  }

  @Override
  public String toString() {
    int pes = options.pes();
    int schedules = options.schedules();
    return pes
        + (pes == 1 ? " PE" : " PEs")
        + ", checked in "
        + (schedules == 1 ? "one schedule" : schedules + " schedules")
        + " ("
        + options.first().strategy()
        + ")";
  }
}
