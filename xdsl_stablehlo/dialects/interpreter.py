"""The interpreter dialect: what a program asks of the interpreter that runs it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Dialect

from xdsl_stablehlo.ir.guards import is_tensor_type

from .base import fields
from .stablehlo import hlo_types as kinds
from .stablehlo.definition import HloOp, Violation
from .stablehlo.symbols import look_around
from .stablehlo.syntax import SAME_TYPE


class PrintOp(HloOp, op="interpreter.print"):
    """Prints a tensor."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    assembly_format = "$operand attr-dict `:` type($operand)"


class ProbeOp(HloOp, op="interpreter.probe"):
    """Its operand, which is also written to a file."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    probe_id: fields.TextField = fields.prop_def(StringAttr)
    result = irdl.result_def(kinds.HLO_Tensor)
    assembly_format = f"$operand `,` `probe_id` `=` $probe_id {SAME_TYPE}"

    def inferred_types(self) -> Sequence[Attribute]:
        return (self.operand.type,)

    def check(self) -> None:
        if self.operand.type != self.result.type:
            raise Violation("requires the same type for all operands and results")


class RunParallelOp(HloOp, op="interpreter.run_parallel"):
    """Runs a grid of processes, rows of replicas and columns of partitions, each with a program of its own."""

    inputs = irdl.var_operand_def(kinds.HLO_TensorOrToken)
    infeed = irdl.opt_prop_def(ArrayAttr[SymbolRefAttr])
    programs = irdl.prop_def(ArrayAttr[ArrayAttr[SymbolRefAttr]])
    results_ = irdl.var_result_def(kinds.HLO_TensorOrToken)

    def __init__(
        self,
        inputs: Sequence[fields.ValueLike],
        programs: Sequence[Sequence[str]],
        result_types: Sequence[Attribute],
        infeed: Sequence[str] | None = None,
    ):
        self.init_fields(vars())

    def check(self) -> None:
        rows = self.programs.data
        if not rows or not rows[0].data:
            raise Violation("`programs` attribute cannot be empty")
        for row in rows:
            if len(row) != len(rows[0]):
                raise Violation(
                    f"Sizes of second dimension of `programs` should all match {len(rows[0])} but got {len(row)}"
                )
        functions = [self._function(program) for row in rows for program in row]
        for kind, given, types in (
            ("inputs", self.operands, [function.function_type.inputs for function in functions]),
            ("results", self.results, [function.function_type.outputs for function in functions]),
        ):
            expected = sum(map(len, types))
            if len(given) != expected:
                raise Violation(
                    f"Number of {kind} ({len(given)}) should match the sum of the number of {kind} of all "
                    f"programs ({expected})"
                )
        if self.infeed is not None and not self.infeed.data:
            raise Violation("infeed attribute is optional or should not be empty")
        for symbol in self.infeed or ():
            name = symbol.root_reference.data
            outputs = self._function(symbol).function_type.outputs.data
            if len(outputs) != 1:
                raise Violation(f'Function "{name}" should return 1 tensor but returns {len(outputs)}')
            if not is_tensor_type(outputs[0]):
                raise Violation(
                    f"Function \"{name}\" should return a tensor type, but instead returns '{outputs[0]}'"
                )

    def _function(self, symbol: SymbolRefAttr) -> FuncOp:
        look_around()
        name = symbol.root_reference.data
        module = self.parent_op()
        while module is not None and not isinstance(module, ModuleOp):
            module = module.parent_op()
        for op in () if module is None else module.body.ops:
            if isinstance(op, FuncOp) and op.sym_name.data == name:
                return op
        raise Violation(f'Function "{name}" not found')


Interpreter = Dialect("interpreter", [PrintOp, ProbeOp, RunParallelOp], [])
