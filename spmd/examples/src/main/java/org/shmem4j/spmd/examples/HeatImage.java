package org.shmem4j.spmd.examples;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Draws a plate, one pixel a cell. */
final class HeatImage {
  /** From cold to hot: black, violet, red, orange, light yellow. */
  private static final int[][] COLORS = {
    {0, 0, 4}, {87, 16, 110}, {188, 55, 84}, {249, 142, 9}, {252, 255, 164}
  };

  private HeatImage() {}

  static void write(HeatModel model, double[] plate, Path file) throws IOException {
    System.setProperty("java.awt.headless", "true");
    double hottest = 0;
    for (double temperature : plate) {
      hottest = Math.max(hottest, temperature);
    }
    BufferedImage image =
        new BufferedImage(model.columns(), model.rows(), BufferedImage.TYPE_INT_RGB);
    for (int row = 1; row <= model.rows(); row++) {
      for (int column = 1; column <= model.columns(); column++) {
        double share = hottest == 0 ? 0 : plate[model.cell(row, column)] / hottest;
        image.setRGB(column - 1, row - 1, color(share));
      }
    }
    ImageIO.setUseCache(false);
    try (OutputStream out = Files.newOutputStream(file)) {
      ImageIO.write(image, "png", out);
    }
  }

  private static int color(double share) {
    double place = share * (COLORS.length - 1);
    int low = Math.min((int) place, COLORS.length - 2);
    int rgb = 0;
    for (int channel = 0; channel < 3; channel++) {
      int from = COLORS[low][channel];
      int to = COLORS[low + 1][channel];
      rgb = rgb << 8 | (int) Math.round(from + (to - from) * (place - low));
    }
    return rgb;
  }
}
