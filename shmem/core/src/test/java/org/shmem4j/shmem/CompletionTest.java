package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class CompletionTest {
  private final CompletableFuture<Void> source = new CompletableFuture<>();
  private final CompletableFuture<Void> remote = new CompletableFuture<>();
  private final Completion completion = new Completion(source, remote);

  @Test
  void shouldTellSourceAndRemoteCompletionApart() {
    assertFalse(completion.isSourceDone());
    assertFalse(completion.isDone());
    source.complete(null);
    assertTrue(completion.isSourceDone());
    assertTrue(completion.source().isDone());
    completion.awaitSource();
    assertFalse(completion.isDone());
    assertFalse(completion.remote().isDone());
    remote.complete(null);
    assertTrue(completion.isDone());
    completion.await();
    completion.await(Duration.ZERO);
    completion.remote().join();
  }

  @Test
  void shouldGiveUpAtTheDeadlineAndGoOn() {
    for (Duration timeout : new Duration[] {Duration.ZERO, Duration.ofMillis(20)}) {
      long start = System.nanoTime();
      assertEquals(
          "an operation was not completed before its deadline",
          assertThrows(WaitTimeoutException.class, () -> completion.await(timeout)).getMessage());
      assertTrue(System.nanoTime() - start >= timeout.toNanos());
    }
    assertFalse(completion.isDone());
    remote.complete(null);
    completion.await(Duration.ofSeconds(Long.MAX_VALUE));
    for (Completion any : new Completion[] {completion, Completion.DONE}) {
      assertThrows(IllegalArgumentException.class, () -> any.await(Duration.ofNanos(-1)));
    }
  }

  @Test
  void shouldThrowWhatWentWrong() {
    ShmemException reason = new ShmemException("a PE has ended");
    remote.completeExceptionally(reason);
    source.completeExceptionally(new IllegalStateException("no such memory"));
    assertTrue(completion.isDone());
    assertSame(reason, assertThrows(ShmemException.class, completion::await));
    assertSame(
        reason, assertThrows(ShmemException.class, () -> completion.await(Duration.ofSeconds(1))));
    assertEquals(
        "the operation failed: java.lang.IllegalStateException: no such memory",
        assertThrows(ShmemException.class, completion::awaitSource).getMessage());
    assertThrows(CompletionException.class, () -> completion.remote().join());
  }

  /** Whoever gets a future cannot complete the operation with it. */
  @Test
  void shouldNotBeCompletedFromOutside() {
    completion.source().complete(null);
    completion.remote().cancel(true);
    assertFalse(completion.isSourceDone());
    assertFalse(completion.isDone());
    Completion.DONE.remote().obtrudeException(new IllegalStateException());
    Completion.DONE.remote().join();
  }
}
