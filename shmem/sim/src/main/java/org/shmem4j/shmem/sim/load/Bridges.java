package org.shmem4j.shmem.sim.load;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Method references to what is rewritten refer to a method of their own class instead, which makes
 * the rewritten call.
 */
final class Bridges {
  private static final String NAME = "shmem4j$bridge$";
  private static final int FLAGS =
      ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

  private final ClassModel owner;
  private final Rule rule;
  private final Map<Call, DirectMethodHandleDesc> handles = new LinkedHashMap<>();

  Bridges(ClassModel owner, Rule rule) {
    this.owner = owner;
    this.rule = rule;
  }

  DynamicCallSiteDesc rewrite(InvokeDynamicInstruction call) {
    return DynamicCallSiteDesc.of(
        call.bootstrapMethod(),
        call.name().stringValue(),
        call.typeSymbol(),
        call.bootstrapArgs().stream().map(this::rewrite).toArray(ConstantDesc[]::new));
  }

  private ConstantDesc rewrite(ConstantDesc argument) {
    if (argument instanceof DirectMethodHandleDesc handle) {
      Call call = Call.of(handle);
      if (call != null && rule.find(call) != null) {
        return handles.computeIfAbsent(call, this::handle);
      }
    }
    return argument;
  }

  private DirectMethodHandleDesc handle(Call call) {
    return MethodHandleDesc.ofMethod(
        owner.flags().has(AccessFlag.INTERFACE) ? Kind.INTERFACE_STATIC : Kind.STATIC,
        owner.thisClass().asSymbol(),
        NAME + handles.size(),
        call.typeOfBody());
  }

  /** Adds the methods that the handles refer to. */
  void addTo(ClassBuilder builder) {
    handles.forEach((call, handle) ->
        builder.withMethodBody(
            handle.methodName(),
            call.typeOfBody(),
            FLAGS,
            code -> call.emitAsBody(code, rule.find(call))));
  }
}
