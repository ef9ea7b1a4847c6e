package org.shmem4j.shmem.sim.load;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;

/** A method call as it stands in the byte code. */
record Call(
    Opcode opcode, ClassDesc owner, String name, MethodTypeDesc type, boolean ownerIsInterface) {

  static Call of(InvokeInstruction call) {
    return new Call(
        call.opcode(),
        call.owner().asSymbol(),
        call.name().stringValue(),
        call.typeSymbol(),
        call.isInterface());
  }

  /** The call that a method handle makes; null if it makes another kind of access. */
  static Call of(DirectMethodHandleDesc handle) {
    Opcode opcode =
        switch (handle.kind()) {
          case STATIC, INTERFACE_STATIC -> Opcode.INVOKESTATIC;
          case VIRTUAL -> Opcode.INVOKEVIRTUAL;
          case INTERFACE_VIRTUAL -> Opcode.INVOKEINTERFACE;
          case CONSTRUCTOR -> Opcode.INVOKESPECIAL;
          default -> null;
        };
    return opcode == null
        ? null
        : new Call(
            opcode,
            handle.owner(),
            opcode == Opcode.INVOKESPECIAL ? ConstantDescs.INIT_NAME : handle.methodName(),
            MethodTypeDesc.ofDescriptor(handle.lookupDescriptor()),
            handle.isOwnerInterface());
  }

  boolean isStatic() {
    return opcode == Opcode.INVOKESTATIC;
  }

  boolean isConstructor() {
    return name.equals(ConstantDescs.INIT_NAME);
  }

  /** A method called past an override: {@code super.name(...)}, or a private one. */
  boolean isSpecial() {
    return opcode == Opcode.INVOKESPECIAL && !isConstructor();
  }

  /** The arguments with the receiver, unless that is an object that is being constructed. */
  MethodTypeDesc operands() {
    return isStatic() || isConstructor() ? type : type.insertParameterTypes(0, owner);
  }

  void emit(CodeBuilder code) {
    code.invoke(opcode, owner, name, type, ownerIsInterface);
  }

  /** A method's whole body that only makes this call, or what {@code rewrite} makes of it. */
  void emitAsBody(CodeBuilder code, Rewrite rewrite) {
    if (isConstructor()) {
      code.new_(owner).dup();
    }
    MethodTypeDesc parameters = operands();
    for (int i = 0; i < parameters.parameterCount(); i++) {
      code.loadLocal(TypeKind.from(parameters.parameterType(i)), code.parameterSlot(i));
    }
    rewrite.emit(code, this);
    code.return_(TypeKind.from(resultOfBody()));
  }

  /** The type of the method whose body is {@link #emitAsBody}. */
  MethodTypeDesc typeOfBody() {
    return operands().changeReturnType(resultOfBody());
  }

  private ClassDesc resultOfBody() {
    return isConstructor() ? owner : type.returnType();
  }

  @Override
  public String toString() {
    return isConstructor() ? "new " + owner.displayName() : owner.displayName() + '.' + name;
  }
}
