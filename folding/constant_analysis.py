"""What is known of the values of a whole module, asked without changing it."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.tensor import Tensor
from xdsl_stablehlo.ir.guards import is_tensor_type

from .evaluate.evaluation import OpFolder
from .facts.lattice import Elements
from .options import FoldOptions, chosen
from .solver import control_flow, dynamism, partial, scalars
from .solver.analysis import Frame
from .solver.contexts import ModuleAnalysis
from .solver.deferred import evaluated_all

_HANDLERS = (control_flow, dynamism, partial, scalars)
"""Imported for what they register with the analysis."""


class ConstantAnalysis:
    """What is constant in a module, without changing it.

    `analysis.value(ssa_value)` gives the `Tensor` that a value always is, or None, and `analysis.fact(ssa_value)` what
    holds of its elements: bounds and known bits of integers, the kinds of numbers that may be among floats. Arguments
    of functions are not constant; a value inside a branch that never runs is not known either, and `is_reachable` says
    so.

    Examples:
        >>> analysis = ConstantAnalysis(module)
        >>> analysis.value(add.result)
        Tensor([0., 2.] : tensor<2xf32>)
    """

    def __init__(self, module: ModuleOp, options: FoldOptions | None = None):
        self._analysis = ModuleAnalysis(OpFolder(chosen(options), functions_of(module)))
        self._known: dict[SSAValue, Value] = {}
        self._dead: set[Region] = set()
        self._frames: dict[Operation, Frame] = {}
        with quiet():
            for func in self._analysis.functions.values():
                if not func.is_declaration:
                    unknown = (None,) * len(func.function_type.inputs)
                    self._frames[func] = self._analysis.frame(func, unknown)
                    self._take(self._frames[func])

    def value(self, value: SSAValue) -> Tensor | None:
        """The tensor that `value` is in every execution; None where it is not constant, or not a tensor."""
        known, declared = self._known.get(value), value.type
        if known is None or not is_tensor_type(declared):
            return None
        with quiet():
            self._analysis.folder.demand((known,))
        present = evaluated_all((known,))
        return Tensor(declared, present[0]) if present is not None and is_array(present[0]) else None

    def fact(self, value: SSAValue) -> Elements:
        """What holds of all elements of `value` in every execution: an `IntegerFact` (booleans are 0 and 1) or
        `FloatKinds`; None where nothing is known, and for other elements."""
        owner = value.owner
        around = owner if isinstance(owner, Operation) else owner.parent_op()
        while around is not None and around not in self._frames:
            around = around.parent_op()
        with quiet():
            return None if around is None else self._frames[around].facts.elements(value)

    def is_reachable(self, block: Block) -> bool:
        """Whether `block` can run, for all that is known."""
        region = block.parent
        while region is not None:
            if region in self._dead:
                return False
            region = region.parent_region()
        return True

    def _take(self, frame: Frame) -> None:
        self._known.update(frame.known)
        for op, taken in frame.taken.items():
            self._dead.update([region for region in op.regions if region is not taken])
