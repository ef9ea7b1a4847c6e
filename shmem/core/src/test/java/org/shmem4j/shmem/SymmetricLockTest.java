package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.transport.AtomicOp;
import org.shmem4j.shmem.internal.transport.DirectTransport;
import org.shmem4j.shmem.internal.transport.Transport;

class SymmetricLockTest {
  @Test
  void shouldBeQuietBeforeItIsCleared() {
    AtomicReference<RecordingTransport> transport = new AtomicReference<>();
    Shmem.threads(
        World.spec(1, World.HEAP, false),
        membership -> {
          transport.set(new RecordingTransport(new DirectTransport(membership)));
          return transport.get();
        },
        shmem -> {
          SymmetricLock lock = shmem.lock();
          lock.set();
          var _ = transport.get().drain();
          lock.clear();
          assertEquals("quiet", transport.get().drain().get(0));
        });
  }

  /** The lock is granted after the deadline has passed and before the PE says that it gives up. */
  @Test
  void shouldBeGotByWhoIsJustGivingUp() {
    AtomicBoolean holderClears = new AtomicBoolean();
    Shmem.threads(
        World.spec(2, World.HEAP, false),
        membership -> whenItGivesUp(membership, () -> holderClears.set(true)),
        shmem -> {
          SymmetricLock lock = shmem.lock();
          if (shmem.pe() == 0) {
            lock.set();
          }
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            while (!holderClears.get()) {
              Thread.yield();
            }
            lock.clear();
          } else {
            lock.set(Duration.ofMillis(1));
            assertTrue(holderClears.get());
            lock.clear();
          }
        });
  }

  /** A transport that holds up who gives up until it has been granted the lock. */
  private static Transport whenItGivesUp(Membership membership, Runnable then) {
    Transport next = new DirectTransport(membership);
    return (Transport)
        Proxy.newProxyInstance(
            Transport.class.getClassLoader(),
            new Class<?>[] {Transport.class},
            (_, method, args) -> {
              if (args != null
                  && args[0] == AtomicOp.COMPARE_SWAP
                  && args[4].equals(SymmetricLock.ABANDONED)
                  && args[5].equals(SymmetricLock.WAITING)) {
                then.run();
                while (next.load((int) args[1], (long) args[2], (int) args[3])
                    != SymmetricLock.GRANTED) {
                  Thread.yield();
                }
              }
              try {
                return method.invoke(next, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
