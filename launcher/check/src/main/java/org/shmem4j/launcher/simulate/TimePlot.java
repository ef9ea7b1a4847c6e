package org.shmem4j.launcher.simulate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

/** Draws predicted times against numbers of PEs. */
final class TimePlot {
  private static final List<String> FORMATS = List.of("svg", "png");
  private static final int WIDTH = 800;
  private static final int HEIGHT = 500;
  private static final double NANOS_PER_MICRO = 1000;

  private final Path file;
  private final String format;

  /**
   * Creates one.
   *
   * @param file ends with .svg or .png
   * @throws IllegalArgumentException if it does not, or no file can be made there
   */
  TimePlot(Path file) {
    String name = file.toString();
    this.file = file;
    this.format = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (!FORMATS.contains(format)) {
      throw new IllegalArgumentException(
          "a plot is a file that ends with .svg or .png: --plot=" + file + "; choose one of these");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isWritable(folder) || Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          "a plot goes to a file in a folder that is there and can be written: --plot=" + file);
    }
  }

  void draw(String title, List<Row> rows) throws IOException {
    System.setProperty("java.awt.headless", "true");
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("PEs")
            .yAxisTitle("predicted time, us")
            .build();
    chart.getStyler().setLegendVisible(false);
    chart.getStyler().setXAxisLogarithmic(rows.size() > 1);
    chart.getStyler().setYAxisMin(0.0);
    var _ =
        chart.addSeries(
            "predicted time",
            rows.stream().mapToDouble(Row::pes).toArray(),
            rows.stream().mapToDouble(row -> row.nanos() / NANOS_PER_MICRO).toArray());
    try (OutputStream out = Files.newOutputStream(file)) {
      ChartEncoder.saveChart(chart, out, format);
    }
  }
}
