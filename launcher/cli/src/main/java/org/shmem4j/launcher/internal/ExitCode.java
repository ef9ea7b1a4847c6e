package org.shmem4j.launcher.internal;

/** The exit codes that are the launcher's own; every other code is a rank's. */
public final class ExitCode {
  /** All went well. */
  public static final int OK = 0;

  /** The command works and has something to complain about. */
  public static final int FINDING = 1;

  /** The command line is wrong. */
  public static final int USAGE = 2;

  /** The job took longer than {@code --timeout}. */
  public static final int TIMEOUT = 124;

  /** The launcher itself failed, for example for want of space in /dev/shm. */
  public static final int LAUNCHER = 125;

  /** The program is there but cannot be run. */
  public static final int NOT_RUNNABLE = 126;

  /** There is no such program. */
  public static final int NOT_FOUND = 127;

  /** Added to a signal's number, as shells do. */
  public static final int SIGNAL_BASE = 128;

  /** The reader of standard output went away: 128 + SIGPIPE. */
  public static final int BROKEN_PIPE = SIGNAL_BASE + 13;

  private ExitCode() {}

  /** Says what a rank's code means, for example {@code code 137 (SIGKILL)}. */
  static String describe(int code) {
    String signal =
        switch (code - SIGNAL_BASE) {
          case 1 -> "SIGHUP";
          case 2 -> "SIGINT";
          case 3 -> "SIGQUIT";
          case 4 -> "SIGILL";
          case 6 -> "SIGABRT";
          case 7 -> "SIGBUS";
          case 8 -> "SIGFPE";
          case 9 -> "SIGKILL";
          case 11 -> "SIGSEGV";
          case 13 -> "SIGPIPE";
          case 15 -> "SIGTERM";
          default -> "";
        };
    return "code " + code + (signal.isEmpty() ? "" : " (" + signal + ")");
  }
}
