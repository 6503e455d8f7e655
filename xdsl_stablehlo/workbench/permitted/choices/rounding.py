"""Rounding as an open choice: runs in which every inexact result is off by a little.

The spread of a result over such runs is the difference that rounding can explain (stochastic arithmetic, as in CADNA
and Verrou). Exact results stay exact: 1.0 + 1.0 has no other value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from math import prod

import numpy as np
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import FftType
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, Exactness, Kernel, entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from .implementations import Implementation, Open, mixed

ACCURACY = Open(
    "accuracy of floats", "StableHLO does not provide guarantees about numerical accuracy; spec: Accuracy"
)
QUANTIZED = Open(
    "rounding of quantized elements",
    "the interpretation of quantized StableHLO operations is exclusively determined by the specific "
    "implementation; spec: Execution semantics of quantized operation",
)

ZERO_OF_SUM = Open(
    "sign of a sum that is zero", "The order of reductions is implementation-defined; spec: reduce"
)

ROUNDINGS = 8
"""The number of ways to round results, without number 0."""

LIBM_ULPS = 2
"""The error of transcendental functions in such a run."""

SPECIAL_ULPS = 64
"""The error of the functions of CHLO, which are evaluated by series."""

WIDE = np.longdouble


_IN_WIDE: Mapping[type[Operation], Callable[..., Array]] = {
    **dict.fromkeys((hlo.AddOp, chlo.BroadcastAddOp), np.add),
    **dict.fromkeys((hlo.SubtractOp, chlo.BroadcastSubOp), np.subtract),
    **dict.fromkeys((hlo.MulOp, chlo.BroadcastMulOp), np.multiply),
    **dict.fromkeys((hlo.DivOp, chlo.BroadcastDivOp), np.divide),
    hlo.SqrtOp: np.sqrt,
    hlo.ConvertOp: np.asarray,
    hlo.ReducePrecisionOp: np.asarray,
}
"""The ops that IEEE 754 rounds, in a wider type: a result that differs there was rounded."""


def rounds(op: Operation, entry: Entry) -> bool:
    """Whether results of `op` may be rounded."""
    if any(_is_quantized(result.type) for result in op.results):
        return not entry.storage
    if type(op) in _IN_WIDE or isinstance(op, hlo.UniformDequantizeOp | hlo.RemOp):
        return True
    return entry.exactness_of(op) is not Exactness.EXACT


def is_rounded(op: Operation) -> bool:
    """Whether an op gives floats that may be rounded."""
    entry = entry_of(op)
    return entry is not None and rounds(op, entry) and not formats.is_int(element_type_of(op.results[0].type))


def accuracy_is_open(op: Operation, entry: Entry) -> bool:
    """Whether the specification leaves the bits of rounded results of `op` open, other than by IEEE 754.

    It calls a `convert` to a type that cannot represent the operand "TBD".
    """
    if not rounds(op, entry):
        return False
    if any(_is_quantized(result.type) for result in op.results):
        return True
    if isinstance(op, hlo.ConvertOp):
        return not _holds_all(element_type_of(op.result.type), _held_by(op.operand))
    if type(op) not in _IN_WIDE and not isinstance(op, hlo.RemOp):
        return True
    is_product = isinstance(op, hlo.MulOp | chlo.BroadcastMulOp) and formats.is_complex(
        element_type_of(op.results[0].type)
    )
    return is_product or entry.exactness_of(op) is not Exactness.EXACT


def _held_by(value: SSAValue) -> Attribute:
    """The element type from which `value` was exactly converted, or its own."""
    types = [element_type_of(value.type)]
    while isinstance(owner := value.owner, hlo.ConvertOp):
        value = owner.operand
        types.append(element_type_of(value.type))
    return reduce(lambda held, t: held if _holds_all(t, held) else t, reversed(types))


def _holds_all(target_type: Attribute, source_type: Attribute) -> bool:
    """Whether every element of one type can be represented in another; true if the target is not a float type."""
    target, source = [
        formats.format_of(t.element_type if is_complex_type(t) else t) for t in (target_type, source_type)
    ]
    if not isinstance(target, formats.FloatFormat):
        return True
    if isinstance(source, formats.IntegerFormat):
        return source.width - source.signed <= target.precision and source.most <= target.largest
    return (
        isinstance(source, formats.FloatFormat)
        and source.precision <= target.precision
        and source.least_exponent - source.precision >= target.least_exponent - target.precision
        and source.largest <= target.largest
        and (target.has_infinity or not source.has_infinity)
        and (target.signed or not source.signed)
    )


def open_accuracy(implementation: Implementation, op: Operation, kernel: Kernel) -> Kernel:
    """The kernel; the implementation notes if it rounds a result whose accuracy is open."""
    is_conversion = isinstance(op, hlo.ConvertOp)

    def run(*operands: Value, **options: object) -> Value:
        given = kernel(*operands, **options)
        arrays = [x for x in (given, *operands) if isinstance(x, np.ndarray)]
        has_parts = any(formats.holds_complex(x.dtype) for x in arrays)
        if not is_conversion or has_parts or np.any(_inexact(np.asarray, arrays[0], arrays[1:])):
            implementation.inexact = True
        return given

    return run


def _is_quantized(value_type: Attribute) -> bool:
    return isinstance(element_type_of(value_type), formats.StoredAsInteger)


def open_rounding(implementation: Implementation, op: Operation, kernel: Kernel, entry: Entry) -> Kernel:
    """The kernel with its inexact results off by one or more ULPs."""
    moving = _Moving(implementation, op.name)
    in_wide = _IN_WIDE.get(type(op))
    ulps = SPECIAL_ULPS if chlo.Chlo.is_op(op, op.name) else LIBM_ULPS
    sums = entry.exactness_of(op) is Exactness.ROUNDED and not entry.is_function(op)
    quantized = any(_is_quantized(result.type) for result in op.results)

    def run(*operands: Value, **options: object) -> Value:
        given = kernel(*operands, **options)
        if isinstance(op, hlo.FftOp):
            return moving.by(np.asarray(given), transformed_size(op, np.asarray(operands[0])), LIBM_ULPS)
        if quantized:
            return _of_each(given, moving.stored)
        if in_wide is not None and isinstance(given, np.ndarray):
            arrays = [x for x in operands if isinstance(x, np.ndarray)]
            if any(formats.holds_complex(x.dtype) for x in (given, *arrays)):
                return moving.inexact(given, np.True_)
            return moving.inexact(given, _inexact(in_wide, given, arrays))
        if not sums:
            return _of_each(given, lambda x: moving.inexact(x, np.True_, ulps))
        exact = all(map(_are_whole, operands))
        magnitudes = kernel(*map(_magnitude, operands), **options)
        if not isinstance(given, tuple) or not isinstance(magnitudes, tuple):
            return moving.sum(given, magnitudes, exact)
        each = zip(given, magnitudes, strict=True)
        return tuple([moving.sum(x, magnitude, exact) for x, magnitude in each])

    return run


def transformed_size(op: hlo.FftOp, operand: Array) -> Array:
    """The largest possible magnitude of an element of each transform, in f64, with size 1 along its axes."""
    axes = tuple(range(-len(ints(op.fft_length)), 0))
    each = formats.parts(operand) if formats.holds_complex(operand.dtype) else [operand]
    sizes = sum(np.abs(x.astype(np.float64)).sum(axes, keepdims=True) for x in each)
    inverse = op.fft_type.data in (FftType.IFFT, FftType.IRFFT)
    return np.asarray(sizes / prod(ints(op.fft_length)) if inverse else sizes)


def _of_each(given: Value, change: Callable[[Array], Array]) -> Value:
    if isinstance(given, tuple):
        return tuple([_of_each(value, change) for value in given])
    return change(given) if isinstance(given, np.ndarray) else given


def _inexact(in_wide: Callable[..., Array], given: Array, operands: list[Array]) -> Array:
    """Where a result differs from that of the op in a wider type."""
    wide = [x.astype(WIDE) for x in operands]
    exact = in_wide(*wide)
    inexact = exact != given.astype(WIDE)
    if in_wide in (np.add, np.subtract):
        # Knuth's exact error of a sum, as addends may be lost even in the wide type.
        a, b = wide[0], wide[1] if in_wide is np.add else -wide[1]
        back = exact - a
        inexact = inexact | (((a - (exact - back)) + (b - back)) != 0)
    return inexact


def _magnitude(value: Value) -> Value:
    if not isinstance(value, np.ndarray) or formats.holds_integers(value.dtype):
        return value
    if formats.holds_complex(value.dtype):
        real, imaginary = formats.parts(value)
        size = np.abs(real) + np.abs(imaginary)
        return formats.pairs(size, size)
    known = formats.format_of_dtype(value.dtype)
    return arithmetic_of(known.type).abs(value) if known.signed else value


def _are_whole(value: Value) -> bool:
    if not isinstance(value, np.ndarray) or formats.holds_integers(value.dtype):
        return True
    if formats.holds_complex(value.dtype):
        return all(map(_are_whole, formats.parts(value)))
    wide = value.astype(np.float64)
    return bool((np.rint(wide) == wide).all())


@dataclass(frozen=True)
class _Moving:
    """Moves results of an op, by amounts that depend on the implementation and the result."""

    implementation: Implementation
    name: str

    def _directions(self, given: Array) -> Array:
        """-1, 0 or 1 for each element."""
        start = self.implementation.rounding * 7919 + len(self.name)
        bits = mixed(start, np.zeros(given.shape, np.uint64), given)
        return (bits % np.uint64(3)).astype(np.int64) - 1

    def stored(self, given: Array) -> Array:
        """Move storage integers of quantized elements by at most one."""
        known = formats.format_of_dtype(given.dtype)
        if not isinstance(known, formats.IntegerFormat):
            return self.inexact(given, np.True_)
        self.implementation.meet(QUANTIZED)
        wide = given.astype(np.int64) + self._directions(given)
        return np.clip(wide, known.least, known.most).astype(known.native).astype(given.dtype)

    def inexact(self, given: Array, where: Array | np.bool_, ulps: int = 1) -> Array:
        """Move some of the floats that are inexact, by `ulps` ULPs."""
        if formats.holds_complex(given.dtype):
            # Complex numbers are near if their absolute values are.
            return self.by(given, np.maximum(*map(np.abs, formats.parts(given))), ulps)
        known = formats.format_of_dtype(given.dtype)
        if not isinstance(known, formats.FloatFormat) or not np.any(where):
            return given
        self.implementation.meet(ACCURACY)
        finite = np.isfinite(given.astype(np.float64))
        directions = np.where(where & finite, self._directions(given), 0)
        if known.unused_bits or not known.signed:
            return given
        if ulps > 1:
            off = 1 + directions * ulps * 2.0 ** (1 - known.precision)
            return (given.astype(WIDE) * off).astype(np.float64).astype(given.dtype)
        arithmetic = arithmetic_of(known.type)
        for sign in (-1, 1):
            target = np.asarray(sign * known.largest).astype(given.dtype)
            towards = np.where(directions == sign, target, given).astype(given.dtype)
            given = arithmetic.next_after(given, towards)
        return given

    def by(self, given: Array, size: Array, ulps: int) -> Array:
        """Move floats, or the parts of complex numbers, by ULPs of numbers of some size."""
        self.implementation.meet(ACCURACY)
        each = formats.parts(given) if formats.holds_complex(given.dtype) else [given]
        known = formats.format_of_dtype(each[0].dtype)
        assert isinstance(known, formats.FloatFormat)
        step = np.where(np.isfinite(size), size, 0) * (ulps * 2.0 ** (1 - known.precision))
        moved = [self._either_zero((x + self._directions(x) * step).astype(x.dtype)) for x in each]
        return formats.pairs(moved[0], moved[1]) if len(moved) > 1 else moved[0]

    def _either_zero(self, given: Array) -> Array:
        """Floats with zeros of either sign in place of zeros."""
        directions = self._directions(given)
        zeros = np.copysign(0.0, directions).astype(given.dtype)
        return np.where((given == 0) & (directions != 0), zeros, given)

    def sum(self, given: Value, magnitude: Value, exact: bool) -> Value:
        """Move a sum as far as rounding may, by the sum of the addends' magnitudes; its zeros get either sign.

        `exact` says that all addends are whole numbers.
        """
        if not isinstance(given, np.ndarray) or not isinstance(magnitude, np.ndarray):
            return given
        if formats.holds_complex(given.dtype):
            each = zip(formats.parts(given), formats.parts(magnitude), strict=True)
            real, imaginary = [np.asarray(self.sum(x, m, exact)) for x, m in each]
            return formats.pairs(real, imaginary)
        known = formats.format_of_dtype(given.dtype)
        if not isinstance(known, formats.FloatFormat):
            return given
        size = np.broadcast_to(np.abs(magnitude.astype(np.float64)), given.shape)
        values = given.astype(np.float64)
        # If the magnitudes overflow, the sum tells nothing of the sizes of the addends.
        largest = np.where(np.isfinite(size), np.maximum(size, np.abs(values)), known.largest)
        if not (exact and size.max(initial=0) < 2.0**known.precision):
            self.implementation.meet(ACCURACY)
            values = values + largest * 2.0 ** (1 - known.precision) * self._directions(given)
        if known.has_negative_zero and (values == 0).any():
            self.implementation.meet(ZERO_OF_SUM)
            values = self._either_zero(values)
        return values.astype(given.dtype)
