"""What would fold if arguments or results were known: found out by folding a copy in which they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.ops.structure.constant import may_be_constant
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import ops_within
from xdsl_stablehlo.values.element_types import Array, format_of
from xdsl_stablehlo.values.elements import attribute_of

from ..driver import fold_module
from ..options import FoldOptions
from ..reasons import Code
from .value_flow import Bottom, is_computed

TYPICAL_BYTES = 1 << 28
"""Values that take more together are not tried out."""

TURNS = 3
"""How many different values of a type there are; all others share theirs with one of them."""


class WhatIf:
    """Folding copies of a module in which something is known, as long as the work that is allowed lasts."""

    def __init__(self, module: ModuleOp, options: FoldOptions, work: int):
        """`work` are nanoseconds, as estimated, that all folds together may take."""
        self._module = module
        self._options = options
        self._left = work
        self.tried = 0
        """How often something was tried out."""

    def folded(self, bottoms: Sequence[Bottom], waiting: Sequence[Operation]) -> int | None:
        """How many of the ops that wait for `bottoms` go where these are known; None where that is not tried out."""
        values = [value for bottom in bottoms for value in _values_of(bottom)]
        if self._left <= 0 or not waiting or not all(_is_typical(value.type) for value in values):
            return None
        typical = _different(values)
        if sum([_bytes(declared) for declared, _ in set(typical)]) > TYPICAL_BYTES:
            return None
        self.tried += 1
        known: dict[SSAValue, SSAValue] = {}
        copy = self._module.clone(value_mapper=known)
        copies = dict(zip(ops_within(self._module.body), ops_within(copy.body), strict=True))
        attributes = {one: attribute_of(_typical_array(*one), one[0]) for one in set(typical)}
        for value, one in zip(values, typical):
            _make_known(known[value], attributes[one])
        allowed = min(self._left, self._options.work_budget)
        report = fold_module(copy, replace(self._options, work_budget=allowed, on_progress=None))
        is_cut = allowed == self._left and Code.WORK_BUDGET.value in report.reasons()
        self._left -= report.work
        if is_cut or Code.SECONDS.value in report.reasons():
            return None
        gone = sum([is_outside(copies[op], copy) for op in waiting])
        there = set(copies.values())
        # What rules put in the place of others does not count as folded.
        return max(0, gone - sum([is_computed(op) and op not in there for op in ops_within(copy.body)]))


def _values_of(bottom: Bottom) -> Sequence[SSAValue]:
    return bottom.results if isinstance(bottom, Operation) else (bottom,)


def _is_typical(value_type: Attribute) -> bool:
    return is_tensor_type(value_type) and may_be_constant(value_type)


def _bytes(value_type: AnyTensorType) -> int:
    count = 1
    for size in value_type.get_shape():
        count *= size
    return count * format_of(value_type.element_type).dtype.itemsize


def _different(values: Sequence[SSAValue]) -> list[tuple[AnyTensorType, int]]:
    """The type of each value and which of the values of that type it gets."""
    seen, found = Counter[AnyTensorType](), list[tuple[AnyTensorType, int]]()
    for value in values:
        declared = cast("AnyTensorType", value.type)
        found.append((declared, seen[declared] % TURNS))
        seen[declared] += 1
    return found


def _make_known(value: SSAValue, elements: Attribute) -> None:
    """Let all read a constant in the place of `value`."""
    constant = ConstantOp(elements, value.type)
    owner = value.owner
    point = InsertPoint.after(owner) if isinstance(owner, Operation) else InsertPoint.at_start(owner)
    Rewriter.insert_op(constant, point)
    value.replace_all_uses_with(constant.output)


def _typical_array(declared: AnyTensorType, turn: int) -> Array:
    """Numbers that no rule is about: neither 0 nor 1 where the type has others, and not all the same."""
    held = format_of(declared.element_type)
    few = {1: [1, 0], 2: [1]}.get(held.width, [3, 2, 5])
    first = turn % len(few)
    numbers = np.array([*few[first:], *few[:first]], np.float64).astype(held.dtype)
    return np.resize(numbers, declared.get_shape())


def is_outside(op: Operation, module: ModuleOp) -> bool:
    """Whether `op`, or what it was in, has been taken out of `module`."""
    around: Operation | None = op
    while around is not None and around is not module:
        around = around.parent_op()
    return around is None
