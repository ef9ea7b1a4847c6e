package org.shmem4j.shmem.sim.load;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** A call's operands, taken from the stack into local variables. Used within a block of code. */
final class Operands {
  private final CodeBuilder code;
  private final MethodTypeDesc types;
  private final int[] slots;

  /** Takes the topmost operands, those that have {@code types}. */
  Operands(CodeBuilder code, MethodTypeDesc types) {
    this.code = code;
    this.types = types;
    this.slots = new int[types.parameterCount()];
    for (int i = slots.length - 1; i >= 0; i--) {
      slots[i] = code.allocateLocal(kind(i));
      code.storeLocal(kind(i), slots[i]);
    }
  }

  /** Puts the first {@code count} operands on the stack. */
  void load(int count) {
    for (int i = 0; i < count; i++) {
      load(types.parameterType(i), slots[i]);
    }
  }

  void loadAll() {
    load(slots.length);
  }

  /** Does something with each operand of a type on the stack. */
  void forEach(ClassDesc type, Runnable action) {
    for (int i = 0; i < slots.length; i++) {
      if (types.parameterType(i).equals(type)) {
        load(type, slots[i]);
        action.run();
      }
    }
  }

  private void load(ClassDesc type, int slot) {
    code.loadLocal(TypeKind.from(type), slot);
  }

  private TypeKind kind(int i) {
    return TypeKind.from(types.parameterType(i));
  }
}
