package org.shmem4j.launcher.internal;

/** How ranks are bound to processors. */
enum Binding {
  /** A rank runs wherever the system puts it. */
  NONE,
  /** Rank r runs on the r-th allowed processor, starting over when there are more ranks. */
  CORE
}
