package org.shmem4j.spmd.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricDoubles;

/**
 * Heat flows through a plate in a cold frame: the two-dimensional heat equation by Jacobi's method.
 *
 * <p>Each PE has some of the plate's rows, and above and below them one halo row, which its
 * neighbours fill. Before each step a PE puts its first and last row there, each with a signal, and
 * waits for theirs. The result does not depend on the number of PEs, down to the last bit.
 */
public final class Heat {
  private final Shmem shmem;
  private final HeatModel model;
  private final int firstRow;
  private final int rows;

  /**
   * This PE's rows, from row 1 on, between two halo rows: before and after a step, in turns.
   *
   * <p>With two, no halo is overwritten while it is read. Who sends for step s has waited for this
   * PE's signal of step s - 1. That was given after step s - 2, the last to read the same halo.
   */
  private final SymmetricDoubles[] plates = new SymmetricDoubles[2];

  private final Signal fromAbove;
  private final Signal fromBelow;

  private Heat(Shmem shmem, HeatModel model) {
    this.shmem = shmem;
    this.model = model;
    this.firstRow = firstRowOf(shmem.pe());
    this.rows = firstRowOf(shmem.pe() + 1) - firstRow;
    // As long on every PE, although some have a row less than others. Zeros: cold.
    long mostRows = Math.ceilDiv(model.rows(), shmem.pes());
    for (int i = 0; i < plates.length; i++) {
      plates[i] = shmem.doubles((mostRows + 2) * model.width());
    }
    this.fromAbove = shmem.signal();
    this.fromBelow = shmem.signal();
  }

  /** Runs as one PE: {@code [--size N] [--steps N] [--output FILE] [--check]}. */
  public static void main(String[] args) {
    Options options = Options.of("heat [--size N] [--steps N] [--output FILE] [--check]", args);
    int size = options.number("--size", 320, 30_000);
    int steps = options.number("--steps", 1_000, 1_000_000_000);
    Path output = options.has("--output") ? Path.of(options.text("--output")) : null;
    boolean check = options.has("--check");
    Shmem.run(shmem -> program(shmem, size, steps, output, check));
  }

  /**
   * Runs as one PE.
   *
   * @param size rows of the plate
   * @param output where PE 0 draws the plate; null for nowhere
   * @param check whether PE 0 computes all once more, alone, and compares
   */
  static void program(Shmem shmem, int size, int steps, Path output, boolean check)
      throws IOException {
    if (shmem.pes() > size) {
      Options.refuse(shmem, "heat needs a row for every PE: size=" + size + " pes=" + shmem.pes());
      return;
    }
    HeatModel model = HeatModel.ofSize(size);
    double[] plate = new Heat(shmem, model).run(steps);
    if (shmem.pe() != 0) {
      return;
    }
    System.out.println(
        "heat: %d x %d cells, %d steps, checksum %08x"
            .formatted(model.rows(), model.columns(), steps, Arrays.hashCode(plate)));
    if (check) {
      model.compare(plate, model.run(steps));
      System.out.println("identical to the single-rank run");
    }
    if (output != null) {
      HeatImage.write(model, plate, output);
      System.out.println("wrote " + output);
    }
  }

  /** Returns the whole plate on PE 0. */
  private double[] run(int steps) {
    warm();
    for (int step = 0; step < steps; step++) {
      SymmetricDoubles now = plates[step % 2];
      SymmetricDoubles next = plates[(step + 1) % 2];
      exchangeHalos(now, step + 1);
      advance(now, next);
    }
    shmem.barrierAll();
    return shmem.pe() == 0 ? gather(plates[steps % 2]) : new double[0];
  }

  private void warm() {
    for (int row = 1; row <= rows; row++) {
      for (int column = 1; column <= model.columns(); column++) {
        plates[0].set(cell(row, column), model.initial(firstRow + row, column));
      }
    }
  }

  private void exchangeHalos(SymmetricDoubles now, long round) {
    int above = shmem.pe() - 1;
    int below = shmem.pe() + 1;
    shmem.fence(); // the last round's signals stay ahead of this one's
    if (above >= 0) {
      int haloBelow = firstRow - firstRowOf(above) + 1;
      sendRow(now, 1, haloBelow, fromBelow, round, above);
    }
    if (below < shmem.pes()) {
      sendRow(now, rows, 0, fromAbove, round, below);
      fromBelow.waitUntil(Compare.GE, round);
    }
    if (above >= 0) {
      fromAbove.waitUntil(Compare.GE, round);
    }
  }

  /** Who sees the signal sees the row. */
  private void sendRow(
      SymmetricDoubles now, int row, int targetRow, Signal signal, long round, int pe) {
    now.putSignal(
        cell(targetRow, 0), now, cell(row, 0), model.width(), signal, SignalOp.SET, round, pe);
  }

  private void advance(SymmetricDoubles now, SymmetricDoubles next) {
    int width = model.width();
    for (int row = 1; row <= rows; row++) {
      for (int column = 1; column <= model.columns(); column++) {
        long i = cell(row, column);
        next.set(
            i,
            HeatModel.step(
                now.at(i), now.at(i - width), now.at(i + width), now.at(i - 1), now.at(i + 1)));
      }
    }
  }

  private double[] gather(SymmetricDoubles last) {
    double[] plate = model.newPlate();
    for (int pe = 0; pe < shmem.pes(); pe++) {
      int first = firstRowOf(pe);
      int count = firstRowOf(pe + 1) - first;
      last.get(cell(1, 0), plate, model.cell(first + 1, 0), count * model.width(), pe);
    }
    return plate;
  }

  /** Rows are dealt out evenly: the numbers of two PEs' rows differ by one at most. */
  private int firstRowOf(int pe) {
    return (int) ((long) model.rows() * pe / shmem.pes());
  }

  private long cell(int row, int column) {
    return (long) row * model.width() + column;
  }
}
