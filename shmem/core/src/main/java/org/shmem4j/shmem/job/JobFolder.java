package org.shmem4j.shmem.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A job's directory: who made it is alive as long as it holds the lock in it. */
final class JobFolder {
  static final String STARTER = "starter";
  private static final long SETTLING_MILLIS = 60_000;
  private static final long NEWBORN_MILLIS = 100;

  private JobFolder() {}

  /** Takes the lock of a new directory. */
  static FileChannel lock(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(STARTER), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var _ = channel.lock();
    return channel;
  }

  static void unlock(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes what is below {@code root}, named so, and has lost its maker; returns how many. */
  static int sweep(Path root, String prefix) {
    int swept = 0;
    try (DirectoryStream<Path> jobs = Files.newDirectoryStream(root, prefix + "*")) {
      for (Path job : jobs) {
        String pid = job.getFileName().toString().substring(prefix.length()).replaceAll("-.*", "");
        if (pid.matches("[0-9]{1,18}") && isOrphan(job, Long.parseLong(pid))) {
          delete(job);
          swept++;
        }
      }
    } catch (IOException e) {
      return swept;
    }
    return swept;
  }

  private static boolean isOrphan(Path job, long maker) {
    if (maker == ProcessHandle.current().pid()
        || !Files.isDirectory(job, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      // The maker may be alive although its number is not, in another container, or dead although
      // its number has been given away: the lock tells, once there has been time to take it.
      long age = System.currentTimeMillis() - Files.getLastModifiedTime(job).toMillis();
      boolean settled = ProcessHandle.of(maker).isEmpty() || age > SETTLING_MILLIS;
      Path starter = job.resolve(STARTER);
      return settled
          && (Files.exists(starter)
              ? age > NEWBORN_MILLIS && isUnlocked(starter)
              : age > SETTLING_MILLIS);
    } catch (IOException e) {
      // Somebody else is removing it, or it is not ours to remove.
      return false;
    }
  }

  private static boolean isUnlocked(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Removes a directory and its files as far as they are there. */
  static void delete(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // Another process may be removing it too; what remains is the next sweep's.
    }
  }
}
