package org.shmem4j.shmem.internal.memory;

import org.shmem4j.shmem.ShmemException;

/** Whether this JVM lets the library use memory by address. */
public final class NativeAccess {
  private NativeAccess() {}

  /**
   * Loads {@link Memory}, or says what is missing.
   *
   * @throws ShmemException if the JVM was told to deny native access
   */
  public static void require() {
    try {
      Memory.fullFence();
    } catch (LinkageError e) {
      throw new ShmemException(
          "the JVM denies native access, which symmetric memory is made of; start it with"
              + " --enable-native-access=ALL-UNNAMED, or put Enable-Native-Access: ALL-UNNAMED into"
              + " the manifest of a runnable jar",
          e);
    }
  }
}
