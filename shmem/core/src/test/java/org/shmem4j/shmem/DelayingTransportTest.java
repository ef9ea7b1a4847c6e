package org.shmem4j.shmem;

import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.transport.Transport;

class DelayingTransportTest extends TransportContract {
  @Override
  Transport create(Membership membership) {
    return new DelayingTransport(membership, 3);
  }
}
