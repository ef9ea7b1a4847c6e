package org.shmem4j.stress.conformance;

/**
 * What came of a case at a number of PEs.
 *
 * @param millis what it took PE 0, 0 if it did not pass there
 * @param failure what the first PE that failed says, null if all passed
 */
record Outcome(String name, int pes, Form form, long millis, String failure) {
  boolean passed() {
    return failure == null;
  }
}
