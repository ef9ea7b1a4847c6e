package org.shmem4j.shmem.sim.load;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rewrites one method: its calls, its handles, its branches backwards. */
final class CodeRewriter implements CodeTransform {
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);

  private final Rule rule;
  private final Bridges bridges;
  private final Set<Label> passed = new HashSet<>();

  CodeRewriter(Rule rule, Bridges bridges) {
    this.rule = rule;
    this.bridges = bridges;
  }

  @Override
  public void accept(CodeBuilder code, CodeElement element) {
    switch (element) {
      case LabelTarget target -> passed.add(target.label());
      case BranchInstruction branch -> markLoop(code, passed.contains(branch.target()));
      case TableSwitchInstruction s -> markLoop(code, isBack(s.defaultTarget(), s.cases()));
      case LookupSwitchInstruction s -> markLoop(code, isBack(s.defaultTarget(), s.cases()));
      default -> {}
    }
    switch (element) {
      case InvokeInstruction call -> rewrite(code, call);
      case InvokeDynamicInstruction call -> code.invokedynamic(bridges.rewrite(call));
      default -> code.with(element);
    }
  }

  private boolean isBack(Label otherwise, List<SwitchCase> cases) {
    return passed.contains(otherwise)
        || cases.stream().map(SwitchCase::target).anyMatch(passed::contains);
  }

  private static void markLoop(CodeBuilder code, boolean isBack) {
    if (isBack) {
      code.invokestatic(Types.of(Hooks.class), "loop", NOTHING);
    }
  }

  private void rewrite(CodeBuilder code, InvokeInstruction instruction) {
    Call call = Call.of(instruction);
    Rewrite rewrite = rule.find(call);
    if (rewrite == null) {
      code.with(instruction);
    } else {
      rewrite.emit(code, call);
    }
  }
}
