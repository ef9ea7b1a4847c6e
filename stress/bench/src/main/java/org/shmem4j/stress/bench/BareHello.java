package org.shmem4j.stress.bench;

/** What starts are compared with: the smallest program that prints a line, without this library. */
public final class BareHello {
  private BareHello() {}

  /**
   * Prints a line.
   *
   * @param args nothing
   */
  public static void main(String[] args) {
    System.out.println("Hello");
  }
}
