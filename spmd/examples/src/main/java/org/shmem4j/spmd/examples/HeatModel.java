package org.shmem4j.spmd.examples;

/**
 * What the heat example computes, on one rank: a plate of rows and columns, counted from 1, in a
 * frame of cells that stay at 0.
 */
record HeatModel(int rows, int columns) {
  /** Less than 0.25 keeps the explicit scheme stable. */
  private static final double CONDUCTIVITY = 0.2;

  /** A plate that is half as wide again as high. */
  static HeatModel ofSize(int rows) {
    return new HeatModel(rows, rows + rows / 2);
  }

  /** Length of a row in memory, frame included. */
  int width() {
    return columns + 2;
  }

  int cell(int row, int column) {
    return row * width() + column;
  }

  double[] newPlate() {
    return new double[Math.multiplyExact(rows + 2, width())];
  }

  /** At the start: a warm ring with four hot spots. */
  double initial(int row, int column) {
    double y = (row - 0.5) / rows - 0.5;
    double x = (column - 0.5) / rows - 0.5 * columns / rows;
    double heat = Math.abs(Math.sqrt(x * x + y * y) - 0.3) < 0.035 ? 0.8 : 0;
    for (int spot = 0; spot < 4; spot++) {
      double dx = x - (spot % 2 == 0 ? 0.3 * (spot - 1) : 0);
      double dy = y - (spot % 2 == 1 ? 0.3 * (spot - 2) : 0);
      if (dx * dx + dy * dy < 0.09 * 0.09) {
        heat = 1;
      }
    }
    return heat;
  }

  /** A cell's next temperature, from its own and its neighbours'. */
  static double step(double here, double above, double below, double left, double right) {
    return here + CONDUCTIVITY * (above + below + left + right - 4 * here);
  }

  /** Does all steps. */
  double[] run(int steps) {
    double[] now = newPlate();
    double[] next = newPlate();
    for (int row = 1; row <= rows; row++) {
      for (int column = 1; column <= columns; column++) {
        now[cell(row, column)] = initial(row, column);
      }
    }
    for (int i = 0; i < steps; i++) {
      advance(now, next);
      double[] swap = now;
      now = next;
      next = swap;
    }
    return now;
  }

  private void advance(double[] now, double[] next) {
    for (int row = 1; row <= rows; row++) {
      for (int column = 1; column <= columns; column++) {
        int i = cell(row, column);
        next[i] = step(now[i], now[i - width()], now[i + width()], now[i - 1], now[i + 1]);
      }
    }
  }

  /** Throws unless two plates are equal, bit for bit. */
  void compare(double[] plate, double[] expected) {
    for (int i = 0; i < expected.length; i++) {
      if (Double.doubleToRawLongBits(plate[i]) != Double.doubleToRawLongBits(expected[i])) {
        throw new IllegalStateException(
            "not what a single rank computes: row=%d column=%d value=%s expected=%s"
                .formatted(i / width(), i % width(), plate[i], expected[i]));
      }
    }
  }
}
