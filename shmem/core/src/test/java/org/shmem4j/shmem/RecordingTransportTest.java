package org.shmem4j.shmem;

import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.transport.DirectTransport;
import org.shmem4j.shmem.internal.transport.Transport;

class RecordingTransportTest extends TransportContract {
  @Override
  Transport create(Membership membership) {
    return new RecordingTransport(new DirectTransport(membership));
  }
}
