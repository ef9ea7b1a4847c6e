package org.shmem4j.shmem;

import org.shmem4j.shmem.internal.transport.InterceptedTransport;
import org.shmem4j.shmem.internal.transport.NoTransport;
import org.shmem4j.shmem.internal.transport.Transport;

/**
 * The way of a context's operations to the PEs: straight to mapped memory where there is some,
 * unless somebody looks on. Then all take the way of remote ones, and the straight one stays as it
 * is.
 *
 * @param operations carries the operations of a program
 * @param stream carries what completes them and is no operation of its own
 * @param straight whether direct PEs are reached without a transport
 */
record Route(Transport operations, Transport stream, boolean straight) {
  /**
   * Lays a route.
   *
   * @param stream of its own
   * @param everywhere reaches also the PEs that {@link NoTransport} does not; null if nobody looks
   * @param onlookers the last one looks first; nulls do not look
   */
  static Route of(Transport stream, Transport everywhere, Interceptor... onlookers) {
    Transport operations = stream;
    boolean straight = true;
    for (Interceptor onlooker : onlookers) {
      if (onlooker != null) {
        Transport next = operations == NoTransport.INSTANCE ? everywhere : operations;
        operations = new InterceptedTransport(next, onlooker);
        straight = false;
      }
    }
    return new Route(operations, stream, straight);
  }
}
