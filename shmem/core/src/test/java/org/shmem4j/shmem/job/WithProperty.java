package org.shmem4j.shmem.job;

/** Sets a setting's property as long as it is open. */
final class WithProperty implements AutoCloseable {
  private final String name;
  private final String before;

  WithProperty(Setting setting, String value) {
    this.name = setting.property();
    this.before = System.setProperty(name, value);
  }

  @Override
  public void close() {
    if (before == null) {
      System.clearProperty(name);
    } else {
      System.setProperty(name, before);
    }
  }
}
