package org.shmem4j.shmem;

import org.junit.jupiter.api.Nested;

class WaitSetTest {
  @Nested
  class Direct extends WaitSetContract {
    Direct() {
      super(World.DIRECT);
    }
  }

  @Nested
  class DirectSleeping extends WaitSetContract {
    DirectSleeping() {
      super(World.DIRECT_SLEEPING);
    }
  }

  @Nested
  class Remote extends WaitSetContract {
    Remote() {
      super(World.REMOTE);
    }
  }

  @Nested
  class RemoteSleeping extends WaitSetContract {
    RemoteSleeping() {
      super(World.REMOTE_SLEEPING);
    }
  }
}
