"""Arguments computed backwards from the values at which ops of a program change their behaviour.

A run gives the value of every operand. The *targets* of an op are values of one operand that are worth trying, such as
the other operand of a comparison, zero as a divisor, or the first integer that a float type cannot represent. A target
is carried back to an argument, or to the size of one, through ops with known inverses; their other operands keep the
values of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import BlockArgument, Operation, OpResult, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from ..permitted.choices.compiler import origins
from ..permitted.choices.implementations import Implementation
from ..permitted.choices.rounding import is_rounded
from .inputs import with_neighbours
from .runs import Subject

MOST_AIMS = 64
"""The largest number of arguments that are computed from one run."""
MOST_STEPS = 4_000
"""The largest number of ops through which the targets of one run are carried."""
MOST_OUTWARD = 64
"""The largest number of regions and functions through which a value is traced, as recursion has no end."""
MOST_ELEMENTS = 1 << 12
"""Larger values are not targets."""

Wide: TypeAlias = Array
"""Elements as int64, modulo 2^64, or as float64."""


class Aim(NamedTuple):
    """A value for an argument, or a size for unknown dimensions if the value is None."""

    position: int
    value: Array | None
    size: int = 0


class Aims:
    """Computes arguments of one function."""

    def __init__(self, subject: Subject):
        self._subject = subject.watched(self._note)
        self._arguments: Sequence[SSAValue] = subject.func.args
        self._ops = list(subject.ops())
        self._calls: dict[str, CallOp] = {
            op.callee.string_value(): op for op in self._ops if isinstance(op, CallOp)
        }
        self._results: dict[SSAValue, Array] = {}
        self._given: Mapping[SSAValue, Array] = {}
        self._steps = 0

    def around(self, arguments: Sequence[object]) -> list[Aim]:
        """Values to try in place of one of the arguments."""
        self._results.clear()
        self._subject.run(arguments, Implementation())
        given = zip(self._arguments, arguments, strict=True)
        self._given = {value: x.array for value, x in given if isinstance(x, Tensor)}
        self._steps = MOST_STEPS
        with quiet():
            return list(islice(self._all(), MOST_AIMS))

    def _note(self, op: Operation, results: tuple[object, ...]) -> None:
        for result, value in zip(op.results, results, strict=True):
            if isinstance(value, Tensor) and value.array.size <= MOST_ELEMENTS:
                self._results[result] = value.array

    def _all(self) -> Iterator[Aim]:
        for op in self._ops:
            operands = [self._value_of(operand) for operand in op.operands]
            for index, target in _targets(op, operands):
                operand = operands[index]
                if operand is not None:
                    target = np.broadcast_to(target, operand.shape)
                    yield from self._carried(op.operands[index], _narrowed(target, operand.dtype))
        for result, value in self._results.items():
            held = formats.format_of_dtype(value.dtype)
            if (
                isinstance(result, OpResult)
                and isinstance(held, formats.FloatFormat)
                and is_rounded(result.op)
            ):
                # Next to the largest number the result overflows, and what follows may hide it or not.
                yield from self._carried(result, held.from_f64(np.full(value.shape, held.largest)))

    def _value_of(self, value: SSAValue) -> Array | None:
        """The value in the run; for a carried value of a loop, the initial one."""
        for _ in range(MOST_OUTWARD):
            if not isinstance(value, BlockArgument) or value in self._given:
                break
            outside = self._outside(value)
            if outside is None:
                return None
            value = outside
        if isinstance(value.owner, hlo.ConstantOp):
            return value.owner.array()
        return self._given.get(value, self._results.get(value))

    def _outside(self, argument: BlockArgument) -> SSAValue | None:
        """The value that a call or a loop passes for an argument."""
        op = argument.block.parent_op()
        if isinstance(op, FuncOp):
            op = self._calls.get(op.sym_name.data)
        return op.operands[argument.index] if isinstance(op, CallOp | hlo.WhileOp) else None

    def _carried(self, value: SSAValue, target: Array) -> Iterator[Aim]:
        """The targets of arguments that follow from the target of a value."""
        waiting = [(value, target)]
        while waiting and self._steps:
            self._steps -= 1
            value, target = waiting.pop()
            if isinstance(value, BlockArgument) and value in self._given:
                yield from (Aim(value.index, near) for near in with_neighbours(target))
            elif isinstance(value, BlockArgument):
                outside = self._outside(value)
                waiting += [] if outside is None else [(outside, target)]
            elif isinstance(value, OpResult):
                if isinstance(value.op, hlo.GetDimensionSizeOp):
                    size = int(target)
                    yield from (Aim(0, None, near) for near in (size, size + 1, size - 1) if near >= 0)
                waiting += [(inside, target) for inside in self._given_by(value)]
                waiting += self._wanted(value.op, target)

    def _wanted(self, op: Operation, target: Array) -> Iterator[tuple[SSAValue, Array]]:
        """Each operand with the value for which the op gives `target`."""
        operands = [self._value_of(operand) for operand in op.operands]
        for index, (value, operand) in enumerate(zip(op.operands, operands, strict=True)):
            if operand is None or isinstance(value.owner, hlo.ConstantOp):
                continue
            wanted = _inverse(op, index, target, operands)
            if wanted is not None and wanted.shape == operand.shape:
                yield value, _narrowed(wanted, operand.dtype)

    def _given_by(self, result: OpResult) -> Iterator[SSAValue]:
        """The values that regions, or a called function, return for a result."""
        op = result.op
        regions: Sequence[Region] = op.regions if isinstance(op, hlo.IfOp | hlo.CaseOp | hlo.WhileOp) else ()
        if isinstance(op, CallOp):
            func = self._subject.functions.get(op.callee.string_value())
            regions = () if func is None else (func.body,)
        for region in regions:
            last = region.block.last_op if region.blocks else None
            if last is not None and result.index < len(last.operands):
                yield last.operands[result.index]


# ---- targets ----


def _targets(op: Operation, operands: Sequence[Array | None]) -> Iterator[tuple[int, Array | float]]:
    """Indices of operands, and values of them at which the op changes its behaviour."""
    if isinstance(op, hlo.CompareOp | hlo.MaxOp | hlo.MinOp):
        yield from ((index, other) for index, other in enumerate(reversed(operands)) if other is not None)
    elif isinstance(op, hlo.ClampOp):
        yield from ((1, bound) for bound in (operands[0], operands[2]) if bound is not None)
    elif isinstance(op, hlo.DivOp | hlo.RemOp):
        yield 1, 0
    elif isinstance(op, hlo.CaseOp):
        yield from ((0, branch) for branch in range(len(op.branches)))
    elif isinstance(op, hlo.ShiftLeftOp | hlo.ShiftRightArithmeticOp | hlo.ShiftRightLogicalOp):
        yield 1, _format_of(op.operands[1]).width
    elif isinstance(op, hlo.CeilOp | hlo.FloorOp | hlo.RoundOp | hlo.RoundNearestEvenOp):
        yield 0, 0.5
    elif isinstance(op, hlo.ConvertOp):
        yield from ((0, border) for border in _borders(_format_of(op.operand), _format_of(op.result)))


def _format_of(value: SSAValue) -> formats.Format:
    return formats.format_of(element_type_of(value.type))


def _borders(source: formats.Format, target: formats.Format) -> Iterator[float]:
    """Elements of a type at the limits of what another type can represent."""
    if isinstance(target, formats.IntegerFormat):
        if target.width > 1:
            yield from (target.most, target.least)
    elif isinstance(target, formats.FloatFormat):
        if isinstance(source, formats.IntegerFormat):
            yield (1 << target.precision) + 1
        elif isinstance(source, formats.FloatFormat) and source.precision > target.precision:
            ulp = 2.0 ** (1 - target.precision)
            yield from (1 + ulp / 2, target.largest * (1 + ulp / 4), target.smallest / 2)


# ---- inverses ----


def _inverse(op: Operation, index: int, target: Array, operands: Sequence[Array | None]) -> Array | None:
    """The value of one operand for which the op nearly gives `target`; None if it is not known."""
    operand, entry = operands[index], entry_of(op)
    if entry is None:
        return None
    if entry.is_movement(op):
        return _moved(op, target, operand) if len(operands) == 1 and operand is not None else None
    if isinstance(op, hlo.BitcastConvertOp):
        return None if operand is None else _same_bits(target, operand)
    if isinstance(op, hlo.SelectOp):
        return target if index else None
    arrays = [target, *operands]
    if any(x is None or formats.holds_complex(x.dtype) for x in arrays):
        return None
    wide, *others = [_widened(x) for x in arrays if x is not None]
    if isinstance(op, hlo.ConvertOp):
        return wide
    if isinstance(op, hlo.ClampOp):
        return wide if index == 1 else None
    if entry.idempotent or isinstance(op, hlo.OptimizationBarrierOp):
        return wide
    if len(others) == 1:
        inverse = _UNARY.get(type(op))
    elif len(others) == 2 and op.operands[0] is op.operands[1]:
        inverse = _OF_ITSELF.get(type(op))
    elif len(others) == 2:
        binary = _BINARY.get((type(op), index)) or _BINARY.get((type(op), -1))
        return None if binary is None else binary(wide, others[1 - index])
    else:
        return None
    return None if inverse is None else inverse(wide)


def _widened(array: Array) -> Wide:
    return array.astype(np.int64 if formats.holds_integers(array.dtype) else np.float64)


def _narrowed(wide: Array, dtype: np.dtype[np.generic]) -> Array:
    """Elements of a type, from wide elements or from elements of the type."""
    known = formats.format_of_dtype(dtype)
    if wide.dtype == dtype:
        return wide
    if isinstance(known, formats.FloatFormat):
        return known.from_f64(wide.astype(np.float64))
    if formats.holds_complex(dtype):
        return wide.astype(dtype)
    if not formats.holds_integers(wide.dtype):
        whole = np.rint(np.nan_to_num(wide, posinf=0, neginf=0))
        wide = whole.clip(-(2.0**63), 2.0**63 - 1024).astype(np.int64)
    return wide.astype(dtype)


def _product(target: Wide, factor: Wide) -> Wide:
    """The number whose product with `factor` is `target`: modulo 2^64 for odd integers."""
    if not formats.holds_integers(target.dtype):
        return target / factor
    inverse = factor.copy()
    for _ in range(5):  # three bits are right at first, and each step doubles them
        inverse = inverse * (2 - factor * inverse)
    return np.where(factor % 2 != 0, target * inverse, target // np.where(factor == 0, 1, factor))


_UNARY: Mapping[type[Operation], Callable[[Wide], Wide]] = {
    hlo.CbrtOp: lambda t: t**3,
    hlo.CosineOp: np.arccos,
    hlo.ExpOp: np.log,
    hlo.Expm1Op: np.log1p,
    hlo.Log1pOp: np.expm1,
    hlo.LogOp: np.exp,
    hlo.LogisticOp: lambda t: np.log(t / (1 - t)),
    hlo.NegOp: np.negative,
    hlo.NotOp: np.invert,
    hlo.RsqrtOp: lambda t: 1 / (t * t),
    hlo.SineOp: np.arcsin,
    hlo.SqrtOp: np.square,
    hlo.TanOp: np.arctan,
    hlo.TanhOp: np.arctanh,
}
_OF_ITSELF: Mapping[type[Operation], Callable[[Wide], Wide]] = {
    hlo.AddOp: lambda t: t / 2,
    hlo.MulOp: lambda t: np.sqrt(t.astype(np.float64)),
}
"""Inverses if both operands are one value."""

_BINARY: Mapping[tuple[type[Operation], int], Callable[[Wide, Wide], Wide]] = {
    (hlo.AddOp, -1): lambda t, x: t - x,
    (hlo.DivOp, 0): lambda t, x: t * x,
    (hlo.MulOp, -1): _product,
    (hlo.RemOp, 0): lambda t, _: t,
    (hlo.ShiftLeftOp, 0): lambda t, x: t >> (x & 63),
    (hlo.ShiftRightArithmeticOp, 0): lambda t, x: t << (x & 63),
    (hlo.ShiftRightLogicalOp, 0): lambda t, x: t << (x & 63),
    (hlo.SubtractOp, 0): lambda t, x: t + x,
    (hlo.SubtractOp, 1): lambda t, x: x - t,
    (hlo.XorOp, -1): np.bitwise_xor,
}
"""Inverses for an operand (-1: either), from the result and the other operand."""


def _moved(op: Operation, target: Array, operand: Array) -> Array:
    """The operand with the elements of the target put back: of several for one place, the first."""
    changed = np.array(operand, order="C")
    changed.reshape(-1)[origins(op, [operand.shape]).reshape(-1)[::-1]] = target.reshape(-1)[::-1]
    return changed


def _same_bits(target: Array, operand: Array) -> Array | None:
    if operand.dtype.itemsize != target.dtype.itemsize:
        return None
    return np.ascontiguousarray(target).view(operand.dtype).reshape(target.shape)
