package org.shmem4j.spmd.examples;

import java.util.HashMap;
import java.util.Map;
import org.shmem4j.shmem.Shmem;

/**
 * An example's options. Its usage says which there are: {@code [--rounds N]} has a number, {@code
 * [--output FILE]} a text, {@code [--check]} no value.
 */
public final class Options {
  private static final int USAGE_ERROR = 2;

  private final String usage;
  private final boolean exits;
  private final Map<String, String> values = new HashMap<>();

  private Options(String usage, boolean exits) {
    this.usage = usage;
    this.exits = exits;
  }

  /** Reads the arguments of a main method; what is wrong with them ends this JVM with code 2. */
  static Options of(String usage, String... args) {
    return new Options(usage, true).read(args);
  }

  /** Reads arguments; what is wrong with them is thrown. */
  static Options parse(String usage, String... args) {
    return new Options(usage, false).read(args);
  }

  /** For programs without options; those are for start-up measurements too, so no more is done. */
  public static void none(String usage, String... args) {
    if (args.length > 0) {
      Options ignored = of(usage, args);
    }
  }

  /** Ends the whole job with code 2; PE 0 says why. */
  public static void refuse(Shmem shmem, String why) {
    if (shmem.pe() == 0) {
      System.err.println(why);
      shmem.globalExit(USAGE_ERROR);
    }
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  String text(String name) {
    return values.get(name);
  }

  int number(String name, int fallback, int max) {
    String text = values.get(name);
    if (text == null) {
      return fallback;
    }
    int number;
    try {
      number = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      number = 0;
    }
    if (number < 1 || number > max) {
      throw wrong("a number from 1 to " + max + " is wanted: " + name + "=" + text);
    }
    return number;
  }

  private Options read(String... args) {
    for (int i = 0; i < args.length; i++) {
      String name = args[i];
      if (usage.contains("[" + name + "]")) {
        values.put(name, "");
      } else if (!usage.contains("[" + name + " ")) {
        throw wrong("there is no such option: " + name);
      } else if (++i == args.length || args[i].startsWith("--")) {
        throw wrong("a value is missing: " + name);
      } else {
        values.put(name, args[i]);
      }
    }
    return this;
  }

  private IllegalArgumentException wrong(String message) {
    if (exits) {
      System.err.println(message + System.lineSeparator() + "usage: " + usage);
      System.exit(USAGE_ERROR);
    }
    return new IllegalArgumentException(message);
  }
}
