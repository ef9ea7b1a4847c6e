package org.shmem4j.shmem.internal.memory;

/** The system call that waits on a word of memory; apart from its use, which loads the linker. */
public final class FutexNumber {
  static final long UNKNOWN = -1;

  static final long VALUE =
      !System.getProperty("os.name").equals("Linux")
          ? UNKNOWN
          : switch (System.getProperty("os.arch")) {
            case "amd64" -> 202;
            case "aarch64", "riscv64" -> 98;
            default -> UNKNOWN;
          };

  private FutexNumber() {}

  /** Whether threads can sleep on a word here. */
  public static boolean isKnown() {
    return VALUE != UNKNOWN;
  }
}
