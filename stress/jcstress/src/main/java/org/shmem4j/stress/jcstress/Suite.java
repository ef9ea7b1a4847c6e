package org.shmem4j.stress.jcstress;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.TestExecutor;
import org.openjdk.jcstress.Verbosity;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.grading.HTMLReportPrinter;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.OSSupport;
import org.openjdk.jcstress.os.Scheduler;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;
import org.openjdk.jcstress.vm.VMSupport;
import org.shmem4j.stress.litmus.Finding;
import org.shmem4j.stress.litmus.Row;

/** Runs rows by JCStress, each in JVMs of its own. */
final class Suite {
  private final Mode mode;
  private final Path report;
  private final List<String> jvmArguments;
  private final int processors;
  private final List<List<String>> waysOfCompiling;
  private final Results results = new Results();

  /** Looks at the machine, which takes some seconds. */
  Suite(Mode mode, Path report, List<String> jvmArguments) {
    this.mode = mode;
    this.report = report;
    this.jvmArguments = jvmArguments;
    Options options = Placing.ROOMY.options(mode, report);
    this.processors = options.getCPUCount();
    OSSupport.init();
    VMSupport.initFlags(options);
    this.waysOfCompiling = waysOfCompiling();
  }

  private List<List<String>> waysOfCompiling() {
    if (!mode.isCompiledInAllWays()) {
      return List.of(List.of());
    }
    VMSupport.detectAvailableVMConfigs(false, List.of(), List.of());
    return VMSupport.getAvailableVMConfigs().stream().map(VMSupport.Config::args).toList();
  }

  /** The tests by their row's name. */
  static Map<String, TestInfo> tests() {
    return TestList.tests().stream()
        .map(TestList::getInfo)
        .collect(Collectors.toMap(TestInfo::description, test -> test));
  }

  /** Runs rows, and returns their {@link #findings}. */
  List<Finding> run(List<Row> rows) {
    Map<Placing, List<TestConfig>> byPlacing = new LinkedHashMap<>();
    Map<String, TestInfo> tests = tests();
    for (Placing placing : Placing.values()) {
      Options options = placing.options(mode, report);
      Scheduler scheduler = placing.scheduler(processors);
      List<TestConfig> configs = new ArrayList<>();
      for (Row row : rows) {
        TestInfo test = tests.get(row.toString());
        if (Placing.of(test.threads(), processors) == placing) {
          configs.addAll(configs(row, test, options, placing, scheduler));
        }
      }
      byPlacing.put(placing, configs);
    }
    results.expect(byPlacing.values().stream().mapToInt(List::size).sum());
    byPlacing.forEach(this::execute);
    return findings(rows);
  }

  /** What all runs so far have found of rows; also of one that did not run. */
  List<Finding> findings(List<Row> rows) {
    Map<String, TestInfo> tests = tests();
    return rows.stream()
        .map(row -> results.finding(row, tests.get(row.toString()).name()))
        .toList();
  }

  private List<TestConfig> configs(
      Row row, TestInfo test, Options options, Placing placing, Scheduler scheduler) {
    List<TestConfig> configs = new ArrayList<>();
    for (List<String> way : waysOfCompiling) {
      List<String> arguments = new ArrayList<>(way);
      arguments.add("--enable-native-access=ALL-UNNAMED");
      arguments.add("-D" + World.SLOTS + "=" + placing.slots(row));
      arguments.addAll(jvmArguments);
      for (SchedulingClass where :
          scheduler.scheduleClasses(
              test.threads(), placing.processors(processors), placing.affinity())) {
        for (int fork = 0; fork < mode.forks(); fork++) {
          TestConfig config =
              new TestConfig(options, test, fork, arguments, CompileMode.UNIFIED, where);
          config.strideCount = placing.strides(row);
          configs.add(config);
        }
      }
    }
    return configs;
  }

  private void execute(Placing placing, List<TestConfig> configs) {
    Collections.shuffle(configs);
    try {
      new TestExecutor(new Verbosity(0), results, placing.scheduler(processors)).runAll(configs);
    } catch (IOException e) {
      throw new UncheckedIOException("JCStress cannot listen to its JVMs", e);
    }
  }

  /** Writes JCStress's pages into the report. */
  void writePages() throws FileNotFoundException {
    new HTMLReportPrinter(Placing.ROOMY.options(mode, report), results.collected(), System.out)
        .work();
  }
}
