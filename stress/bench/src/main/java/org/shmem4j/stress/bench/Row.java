package org.shmem4j.stress.bench;

/**
 * One row of the ratio table: a cell of ours against the same cell of a peer.
 *
 * @param key which cell and which peer
 * @param ours the median of our runs
 * @param peer the median of the peer's runs
 * @param unit what both are in
 * @param ratio below 1 when we are better: ours / peer, for bandwidths peer / ours
 */
record Row(Key key, double ours, double peer, String unit, RatioStatistics ratio) {
  /**
   * Which cell and which peer.
   *
   * @param op the operation
   * @param bytes the size of the payload, 0 for none
   * @param pes how many PEs
   * @param peerName the peer; {@code phys...} is plain C
   */
  record Key(String op, long bytes, int pes, String peerName) {
    static Key of(Measurement ours, String peerName) {
      return new Key(ours.op(), ours.bytes(), ours.pes(), peerName);
    }
  }
}
