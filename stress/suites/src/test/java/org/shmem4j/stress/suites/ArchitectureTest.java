package org.shmem4j.stress.suites;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/**
 * The floors of the architecture: a module uses only modules below it, and no internals of theirs.
 */
@AnalyzeClasses(packages = "org.shmem4j", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final String ROOT = "org.shmem4j.";
  private static final String SHMEM = ROOT + "shmem..";
  private static final String COLLECTIVES = ROOT + "collectives..";
  private static final String KERNELS = ROOT + "kernels..";
  private static final String LAUNCHER = ROOT + "launcher..";
  private static final String JUNIT = ROOT + "junit..";
  private static final String SPMD = ROOT + "spmd..";
  private static final String STRESS = ROOT + "stress..";

  /** Who may name Chronicle's classes: the heap's backing, and those that hand out a BytesStore. */
  private static final List<String> CHRONICLE_USERS =
      List.of(
          ROOT + "shmem.internal.heap.",
          ROOT + "shmem.SymmetricHeap",
          ROOT + "shmem.SymmetricObject");

  @ArchTest
  static final ArchRule shmemUsesNoOtherModule =
      floor(SHMEM, COLLECTIVES, KERNELS, LAUNCHER, JUNIT, SPMD, STRESS);

  @ArchTest
  static final ArchRule collectivesUseOnlyShmem =
      floor(COLLECTIVES, KERNELS, LAUNCHER, JUNIT, SPMD, STRESS);

  @ArchTest
  static final ArchRule kernelsUseNoLauncher = floor(KERNELS, LAUNCHER, JUNIT, SPMD, STRESS);

  @ArchTest
  static final ArchRule launcherUsesOnlyShmem =
      floor(LAUNCHER, COLLECTIVES, KERNELS, JUNIT, SPMD, STRESS);

  @ArchTest
  static final ArchRule junitUsesOnlyShmemAndCollectives =
      floor(JUNIT, KERNELS, LAUNCHER, SPMD, STRESS);

  @ArchTest static final ArchRule spmdUsesNoStress = floor(SPMD, JUNIT, STRESS);

  @ArchTest
  static final ArchRule internalsAreUsedByTheirOwnModuleOnly =
      classes()
          .that()
          .resideInAPackage("org.shmem4j..internal..")
          .should(
              new ArchCondition<>("be used by classes of the same module only") {
                @Override
                public void check(JavaClass internal, ConditionEvents events) {
                  for (Dependency use : internal.getDirectDependenciesToSelf()) {
                    boolean own = module(use.getOriginClass()).equals(module(internal));
                    events.add(new SimpleConditionEvent(use, own, use.getDescription()));
                  }
                }
              })
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyTheHeapUsesChronicle =
      noClasses()
          .that()
          .haveNameNotMatching("(" + String.join("|", CHRONICLE_USERS) + ").*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("net.openhft..");

  @ArchTest
  static final ArchRule onlyTheLauncherUsesUnsupportedJdkClasses =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "launcher.internal..")
          .should()
          .dependOnClassesThat(
              DescribedPredicate.describe(
                  "are unsupported parts of the JDK",
                  c ->
                      c.getPackageName().startsWith("sun.")
                          || c.getPackageName().startsWith("jdk.internal.")));

  /**
   * Internals know the public types they serve, and are known by them; among themselves, no cycle.
   */
  @ArchTest
  static final ArchRule internalsOfShmemFormNoCycles =
      slices().matching(ROOT + "shmem.internal.(*)..").should().beFreeOfCycles();

  private static ArchRule floor(String module, String... above) {
    return noClasses()
        .that()
        .resideInAPackage(module)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(above)
        .allowEmptyShould(true);
  }

  /** The package below org.shmem4j: "shmem", "launcher", ... */
  private static String module(JavaClass c) {
    String name = c.getPackageName().substring(ROOT.length());
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
