package org.shmem4j.shmem.internal.sync;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.PeState;

/**
 * Who is alive, told by the kernel: each PE holds a record lock on a small file of its own, which
 * the kernel releases with the process, however that ends and whatever becomes of its number.
 */
public final class Liveness {
  private static final String NAME = "alive-";
  private static final int EXIT_WITHOUT_STARTER = 1;

  private final Path directory;
  private final ControlFile control;
  private final int pe;
  private final FileChannel[] peers;
  private final FileChannel own;
  private FileChannel starter;

  private Liveness(Path directory, ControlFile control, int pe, FileChannel own) {
    this.directory = directory;
    this.control = control;
    this.pe = pe;
    this.peers = own == null ? null : new FileChannel[control.spec().pes()];
    this.own = own;
  }

  /**
   * Takes this PE's lock. Must be held before the PE's state says that it has joined.
   *
   * @return null if another process holds it
   */
  public static Liveness hold(Path directory, ControlFile control, int pe) throws IOException {
    // Opened once and never closed: closing any channel on a file releases the process's locks.
    FileChannel own =
        FileChannel.open(
            directory.resolve(NAME + pe), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    return own.tryLock() == null ? null : new Liveness(directory, control, pe, own);
  }

  /** PEs that are threads of one JVM end with it, or are marked by who runs them. */
  public static Liveness ofThreads(ControlFile control, int pe) {
    return new Liveness(Path.of(""), control, pe, null);
  }

  /**
   * Marks every other PE dead that has joined and whose lock is free, and ends the job if its
   * starter is gone: nobody would clean up after it.
   */
  synchronized void probe() {
    if (own == null) {
      return;
    }
    if (isStarterGone()) {
      control.requestExit(pe, EXIT_WITHOUT_STARTER);
      return;
    }
    for (int peer = 0; peer < peers.length; peer++) {
      if (peer != pe && control.state(peer) == PeState.ATTACHED && isGone(peer, PeState.ATTACHED)) {
        var _ = control.markDead(peer, PeerFailedException.UNKNOWN);
      }
    }
  }

  /** Whether a PE has left the job and ended, so that it will not join again. */
  synchronized boolean hasLeftForGood(int peer) {
    return control.state(peer) == PeState.FINALIZED
        && (own == null ? control.pid(peer) == 0 : isGone(peer, PeState.FINALIZED));
  }

  private boolean isGone(int peer, PeState state) {
    try {
      if (peers[peer] == null) {
        peers[peer] = FileChannel.open(directory.resolve(NAME + peer), StandardOpenOption.WRITE);
      }
      // It may have finalized, or joined again, between the two looks.
      return isFree(peers[peer]) && control.state(peer) == state;
    } catch (IOException e) {
      throw new ShmemException("cannot tell whether a PE is alive: pe=" + peer, e);
    }
  }

  private boolean isStarterGone() {
    try {
      if (starter == null) {
        starter = FileChannel.open(Job.starterFile(directory), StandardOpenOption.WRITE);
      }
      return isFree(starter);
    } catch (IOException e) {
      // The files are unlinked: this JVM is its own starter, or the job is being removed.
      return false;
    }
  }

  private static boolean isFree(FileChannel channel) throws IOException {
    try (FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }
}
