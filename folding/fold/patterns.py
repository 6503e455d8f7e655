"""Folding from inside other rewrites, and asking what is constant, without folding a module.

One op, one value, a pattern for any greedy driver, and the values of a whole module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TensorType
from xdsl.dialects.func import CallOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.traits import ConstantLike, IsTerminator

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value, as_arrays, is_array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.tensor import Tensor
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.graphs import postorder, values_read_inside
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.versions import replace
from xdsl_stablehlo.programs.foreign import refuse_foreign
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.storage import constant_bytes, is_splat

from ..evaluate.evaluation import OpFolder
from ..facts.lattice import Elements
from ..options import FoldOptions, chosen
from ..solver.analysis import Solver
from ..solver.contexts import ModuleAnalysis
from ..solver.solution import Solution
from ..terms.constants import make_constant, written_array
from ..terms.deferred import evaluated_all
from ..terms.reasons import Refusal


@default_environment()
def fold_op(
    op: Operation, operands: Sequence[object] | None = None, *, options: FoldOptions | None = None
) -> tuple[Tensor, ...] | None:
    """The results of `op` for these operands, or None if it must not be folded. Nothing is rewritten.

    `operands` are `Tensor`s or anything that `np.asarray` takes, None for one that is not known; without `operands`
    those of the op count that constants define. Values that the op's regions read must be defined by constants.
    Raises `ValueError` for operands that are too many, too few or no arrays, and what `should_fold` raises.

    Examples:
        >>> fold_op(add, [[1, 2], [3, 4]])
        (Tensor([4., 6.] : tensor<2xf32>),)
    """
    refuse_foreign(op)
    given = [written_array(value) for value in op.operands] if operands is None else operands
    if any(value is None for value in given) or not op.results:
        return None
    arrays = [_array(value, operand.type) for value, operand in zip(given, op.operands, strict=True)]
    with quiet():
        values = OpFolder(chosen(options)).fold(op, arrays, written_array)
    if isinstance(values, Refusal) or not all(is_array(value) for value in values):
        return None
    return tuple(_tensor(value, ranked(result)) for value, result in zip(as_arrays(values), op.results))


@default_environment()
def constant_value(value: SSAValue, options: FoldOptions | None = None) -> Tensor | None:
    """The tensor that `value` holds in every execution, or None if it is not constant. Nothing is rewritten.

    Only the ops that `value` depends on are looked at. To ask for many values of a module, use `ConstantAnalysis`.
    Raises only exceptions of `should_fold`.

    Examples:
        >>> constant_value(add.result)
        Tensor([0., 2.] : tensor<2xf32>)
    """
    around: Operation | None = None
    if isinstance(value, OpResult):
        around = value.owner
        refuse_foreign(around)
    while around is not None and not isinstance(around, ModuleOp):
        around = around.parent_op()
    solver = Solver(ModuleAnalysis(OpFolder(chosen(options), functions_of(around))))
    with quiet():
        for op in cone_of(value):
            solver.look_at(op)
        known = solver.array(value)
    return None if known is None else _tensor(known, ranked(value))


def cone_of(value: SSAValue) -> list[Operation]:
    """The ops that `value` depends on, operands before their readers."""
    return list(postorder(makers([value]), lambda op: makers([*op.operands, *values_read_inside(op)])))


def makers(values: Iterable[SSAValue]) -> list[Operation]:
    return [value.owner for value in values if isinstance(value, OpResult)]


def _array(given: Any, value_type: Attribute) -> Value:
    if isinstance(given, Tensor):
        return given.array
    return np.asarray(given, dtype_of(value_type.element_type)) if is_tensor_type(value_type) else given


def _tensor(array: Array, declared: AnyTensorType) -> Tensor:
    if declared.get_shape() != array.shape:
        declared = TensorType(declared.element_type, array.shape)
    return Tensor(declared, array)


@dataclass
class FoldConstants(RewritePattern):
    """Replaces an op whose operands are constants by constants, for any greedy driver.

    Limits are those of `options`; an op counts as freeing the constants that only it reads. Branches, loops and calls
    with known operands fold when they can be evaluated as a whole. To fold a whole module, `fold_module` is faster:
    it makes constants only where somebody reads them, and it leaves the module as it was when something is raised.

    Examples:
        >>> from xdsl.pattern_rewriter import PatternRewriteWalker
        >>> PatternRewriteWalker(FoldConstants()).rewrite_module(module)
        True
        >>> [op.name for op in module.walk()][3:]
        ['stablehlo.constant', 'stablehlo.multiply', 'func.return']
    """

    options: FoldOptions = field(default_factory=FoldOptions)

    def __post_init__(self) -> None:
        self._folder = OpFolder(chosen(self.options))

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter, /) -> None:
        refuse_foreign(op)
        if (
            not op.results
            or isinstance(op, CallOp)
            or op.has_trait(ConstantLike)
            or op.has_trait(IsTerminator)
        ):
            return
        operands = [array for array in map(written_array, op.operands) if array is not None]
        if len(operands) < len(op.operands):
            return
        if op.regions:
            self._folder.forget_compiled()
        with quiet():
            values = self._folder.fold(op, operands, written_array)
        if isinstance(values, Refusal) or not self._affordable(op, operands, values):
            return
        pairs = zip(as_arrays(values), op.results)
        constants = [make_constant(value, ranked(result)) for value, result in pairs]
        for constant in constants:
            constant.location = op.location
            if len(constants) == 1:
                constant.attributes.update(op.attributes)
        replace(rewriter, op, constants, [constant.output for constant in constants])

    def _affordable(self, op: Operation, operands: Sequence[Array], values: Sequence[Value]) -> bool:
        arrays = [value for value in values if is_array(value)]
        shapes = [t.get_shape() for t in op.result_types if is_tensor_type(t)]
        if len(arrays) < len(values) or [array.shape for array in arrays] != shapes:
            return False
        large = max(0 if is_splat(array) else array.size for array in arrays)
        if large <= self.options.fold_op_element_limit:
            return True
        read_once = [array for array, value in zip(operands, op.operands) if value.has_one_use()]
        return sum(map(constant_bytes, arrays)) <= sum(map(constant_bytes, read_once))


class ConstantAnalysis:
    """Finds the constants of a module without changing it.

    `analysis.value(ssa_value)` returns the constant `Tensor` of a value, or None (`is_constant` evaluates nothing), and
    `analysis.fact(ssa_value)` the fact about its elements: bounds and known bits of integers, the kinds of numbers that
    may occur among floats. Arguments of functions are not constant; a value inside a branch that never runs is not
    known either, and `is_reachable` says so.

    Examples:
        >>> analysis = ConstantAnalysis(module)
        >>> analysis.value(add.result)
        Tensor([0., 2.] : tensor<2xf32>)
    """

    def __init__(self, module: ModuleOp, options: FoldOptions | None = None):
        self._analysis = ModuleAnalysis(OpFolder(chosen(options), functions_of(module)))
        self._known: dict[SSAValue, Value] = {}
        self._dead: set[Region] = set()
        self._frames: dict[Operation, Solution] = {}
        with quiet():
            for func in self._analysis.functions.values():
                if not func.is_declaration:
                    unknown = (None,) * len(func.function_type.inputs)
                    self._frames[func] = self._analysis.frame(func, unknown)
                    self._take(self._frames[func])

    def value(self, value: SSAValue) -> Tensor | None:
        """The tensor that `value` holds in every execution; None if it is not constant, or not a tensor."""
        declared = value.type
        present = self._evaluated(value) if is_tensor_type(declared) else None
        return Tensor(ranked(value), present) if is_array(present) else None

    def number(self, value: SSAValue) -> complex | None:
        """The number that a scalar (`f64`, `i64`, `index`) or a tensor of one element holds in every execution: an
        `int`, `bool`, `float` or `complex`; None if it is not constant.

        Examples:
            >>> ConstantAnalysis(module).number(add.result) is None  # two elements
            True
        """
        present = self._evaluated(value)
        if is_array(present):
            return present.item() if present.size == 1 else None
        return present if isinstance(present, int | float | complex) else None

    def _evaluated(self, value: SSAValue) -> Value | None:
        known = self._known.get(value)
        if known is None:
            return None
        with quiet():
            self._analysis.folder.demand((known,))
        present = evaluated_all((known,))
        return None if present is None else present[0]

    def fact(self, value: SSAValue) -> Elements:
        """The fact that holds for all elements of `value` in every execution: `IntegerFact` (booleans are 0 and 1) or
        `FloatKinds`; None where nothing is known, and for other elements."""
        frame = self._frame_around(value)
        with quiet():
            return None if frame is None else frame.facts.elements(value)

    def is_constant(self, value: SSAValue) -> bool:
        """Whether `value` is the same in every execution. Nothing is evaluated."""
        return self._known.get(value) is not None

    def shape(self, value: SSAValue) -> tuple[int, ...] | None:
        """The sizes of a tensor, as its type says or as they are known to be; None where one is not known."""
        frame = self._frame_around(value)
        with quiet():
            found = None if frame is None or not is_tensor_type(value.type) else frame.facts.shape(value)
        return None if found is None else tuple(found)

    def _frame_around(self, value: SSAValue) -> Solution | None:
        owner = value.owner
        around = owner if isinstance(owner, Operation) else owner.parent_op()
        while around is not None and around not in self._frames:
            around = around.parent_op()
        return None if around is None else self._frames[around]

    def is_reachable(self, block: Block) -> bool:
        """Whether `block` can run, according to the analysis."""
        region = block.parent
        while region is not None:
            if region in self._dead:
                return False
            region = region.parent_region()
        return True

    def _take(self, frame: Solution) -> None:
        self._known.update(frame.known)
        for op, executed in frame.executed.items():
            self._dead.update([region for region in op.regions if region is not executed])
