package org.shmem4j.stress.soak;

import java.util.List;
import java.util.function.Consumer;

/** What rounds there are; chance decides which comes. */
final class Styles {
  private static final List<Consumer<Round>> ALL =
      List.of(
          OwnedStyle::plan,
          OwnedStyle::plan,
          SharedStyle::plan,
          PipelineStyle::plan,
          PipelineStyle::plan,
          FanStyle::plan,
          FlagStyle::plan,
          LockStyle::plan,
          CollectiveStyle::plan,
          TeamStyle::plan,
          MemoryStyle::plan);

  private Styles() {}

  static void plan(Round round) {
    round.oneOf(ALL).accept(round);
  }
}
