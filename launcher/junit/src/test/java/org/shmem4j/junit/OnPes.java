package org.shmem4j.junit;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Three PEs as threads: also shows that one's own annotation may stand for ours. */
@ShmemTest(pes = 3, heap = "1M")
@Retention(RetentionPolicy.RUNTIME)
@interface OnPes {}
