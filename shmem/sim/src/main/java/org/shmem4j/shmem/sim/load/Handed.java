package org.shmem4j.shmem.sim.load;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;

/** Calls that hand a segment to the JDK, which may access it unseen. */
final class Handed implements Rule {
  private static final ClassDesc SEGMENT = Types.of(MemorySegment.class);
  private static final MethodTypeDesc HANDED =
      MethodTypeDesc.of(ConstantDescs.CD_void, SEGMENT, ConstantDescs.CD_String);

  @Override
  public Rewrite find(Call call) {
    return isOfJdk(call.owner()) && call.type().parameterList().contains(SEGMENT)
        ? Handed::emit
        : null;
  }

  /** Not the segment's own methods: those that access it are watched. */
  private static boolean isOfJdk(ClassDesc owner) {
    return owner.isClassOrInterface()
        && !owner.equals(SEGMENT)
        && (owner.packageName().startsWith("java.") || owner.packageName().startsWith("jdk."));
  }

  private static void emit(CodeBuilder code, Call call) {
    String what = "accesses by " + call + " are not seen";
    code.block(block -> {
      Operands arguments = new Operands(block, call.type());
      arguments.forEach(
          SEGMENT, () -> block.ldc(what).invokestatic(Types.of(Hooks.class), "handed", HANDED));
      arguments.loadAll();
      call.emit(block);
    });
  }
}
