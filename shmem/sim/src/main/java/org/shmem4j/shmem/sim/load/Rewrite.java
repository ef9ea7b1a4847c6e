package org.shmem4j.shmem.sim.load;

import java.lang.classfile.CodeBuilder;

/** What is written in a call's place, with the call's operands on the stack. */
@FunctionalInterface
interface Rewrite {
  void emit(CodeBuilder code, Call call);
}
