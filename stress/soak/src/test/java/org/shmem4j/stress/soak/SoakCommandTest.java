package org.shmem4j.stress.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class SoakCommandTest {
  private static final int USAGE = 2;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--minutes 0; some time: --minutes 0.0",
        "--minutes long; --minutes",
        "--pes 2,1; between 2 and 16 PEs: --pes [2, 1]",
        "--pes 17 --only random; between 1 and 16 PEs: --pes [17]",
        "--jobs 0; at least one job: --jobs 0",
        "--rounds 0; at least one round: --rounds 0",
        "--limit 0; some time to end: --limit 0",
        "--only luck; --only",
      })
  void wrongUseIsNamed(String arguments, String expected) {
    StringWriter err = new StringWriter();
    int code =
        new CommandLine(new SoakCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setErr(new PrintWriter(err))
            .execute(arguments.split(" "));
    assertEquals(USAGE, code);
    assertTrue(err.toString().contains(expected), err.toString());
  }

  /** A finding's command gives the number of PEs, and must do the same job again. */
  @Test
  void planOfAFaultIsDecidedByItsSeed() {
    for (long seed = 0; seed < 200; seed++) {
      FaultPlan plan = FaultPlan.of(seed, List.of(2, 3, 4, 5, 6, 7, 8));
      assertEquals(plan, FaultPlan.of(seed, List.of(plan.pes())));
      assertTrue(plan.victim() < plan.pes());
    }
  }

  @Test
  void allFaultsHappenWithAndWithoutLauncher() {
    Set<Fault> launched = EnumSet.noneOf(Fault.class);
    Set<Fault> direct = EnumSet.noneOf(Fault.class);
    for (long seed = 0; seed < 200; seed++) {
      FaultPlan plan = FaultPlan.of(seed, List.of(3));
      (plan.launched() ? launched : direct).add(plan.fault());
    }
    assertEquals(EnumSet.allOf(Fault.class), launched);
    assertEquals(EnumSet.allOf(Fault.class), direct);
  }

  @Test
  void ordersArriveAsTheyWereGiven() {
    Orders peaceful = Orders.peaceful(Path.of("here"), 5, 6, 7, -1);
    assertEquals(peaceful, Orders.parse(peaceful.words().toArray(String[]::new)));
    Orders orders = new Orders(Path.of("here"), -5, 6, 7, Fault.STOP_KILL, 1, 300, true, false, -1);
    assertEquals(orders, Orders.parse(orders.words().toArray(String[]::new)));
  }
}
