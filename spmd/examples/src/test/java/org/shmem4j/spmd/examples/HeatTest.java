package org.shmem4j.spmd.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.ShmemException;

@Timeout(60)
class HeatTest {
  @ParameterizedTest
  @CsvSource({"1, 30, 40", "2, 31, 41", "3, 31, 40", "4, 30, 41", "4, 4, 9", "3, 5, 1"})
  void equalsTheSingleRankRun(int pes, int size, int steps) {
    List<String> lines = Output.of(pes, shmem -> Heat.program(shmem, size, steps, null, true));
    assertEquals("identical to the single-rank run", lines.getLast());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void printsTheSameForAnyNumberOfPes(int pes) {
    assertEquals(
        List.of("heat: 30 x 45 cells, 40 steps, checksum 0de23301"),
        Output.of(pes, shmem -> Heat.program(shmem, 30, 40, null, false)));
  }

  @Test
  void drawsOnePixelForEveryCell(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("heat.png");
    List<String> lines = Output.of(2, shmem -> Heat.program(shmem, 30, 40, file, false));
    assertEquals("wrote " + file, lines.getLast());
    BufferedImage image = ImageIO.read(file.toFile());
    assertEquals(30, image.getHeight());
    assertEquals(45, image.getWidth());
  }

  @Test
  void needsARowForEveryPe() {
    ShmemException e =
        assertThrows(
            ShmemException.class,
            () -> Output.of(3, shmem -> Heat.program(shmem, 2, 1, null, false)));
    assertEquals("a PE called globalExit: status=2", e.getMessage());
  }

  @Test
  void comparesBits() {
    HeatModel model = HeatModel.ofSize(4);
    double[] plate = model.run(3);
    double[] other = plate.clone();
    other[model.cell(2, 3)] = Math.nextUp(other[model.cell(2, 3)]);
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> model.compare(other, plate));
    assertEquals(
        "not what a single rank computes: row=2 column=3 value=%s expected=%s"
            .formatted(other[model.cell(2, 3)], plate[model.cell(2, 3)]),
        e.getMessage());
  }
}
