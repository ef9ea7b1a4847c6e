package org.shmem4j.shmem;

import java.util.Locale;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.job.Setting;

/** What PE 0 prints on standard error when it joins, if the settings ask for it. */
final class StartReport {
  private StartReport() {}

  static void print(JobSpec spec) {
    StringBuilder text = new StringBuilder();
    if (Setting.VERSION.isGiven()) {
      text.append(Shmem.VENDOR_STRING)
          .append(' ')
          .append(version())
          .append(", OpenSHMEM ")
          .append(Shmem.MAJOR_VERSION)
          .append('.')
          .append(Shmem.MINOR_VERSION)
          .append('\n');
    }
    if (Setting.INFO.isGiven()) {
      text.append("shmem4j: the job: ").append(spec).append('\n');
      for (Setting setting : Setting.values()) {
        text.append("shmem4j: ")
            .append(setting.variable())
            .append('=')
            .append(setting.value())
            .append(" (")
            .append(setting.source().name().toLowerCase(Locale.ROOT))
            .append(", or property ")
            .append(setting.property())
            .append("): ")
            .append(setting.help())
            .append('\n');
      }
    }
    if (!text.isEmpty()) {
      System.err.print(text);
      System.err.flush();
    }
  }

  private static String version() {
    String version = Shmem.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
