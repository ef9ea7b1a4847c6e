package org.shmem4j.shmem;

import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.transport.Transport;

class LoopbackTransportTest extends TransportContract {
  @Override
  Transport create(Membership membership) {
    return new LoopbackTransport(membership);
  }
}
