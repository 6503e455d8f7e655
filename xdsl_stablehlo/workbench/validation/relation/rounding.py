"""Rounding as something that is open: a run in which every inexact result is off by a little.

What a result varies by in such runs is what rounding can explain of a difference (stochastic arithmetic, as in CADNA
and Verrou). Exact results stay exact: 1.0 + 1.0 has no other value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from math import prod
from typing import Any

import numpy as np
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.stablehlo import (
    AddOp,
    ConvertOp,
    DivOp,
    FftOp,
    MulOp,
    ReducePrecisionOp,
    RemOp,
    SqrtOp,
    SubtractOp,
    UniformDequantizeOp,
    UniformQuantizeOp,
)
from xdsl_stablehlo.dialects.stablehlo.attributes import FftType
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.kernels.table import Entry, Exactness, Kernel
from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.interpreter.numerics.arithmetic import pairs, parts
from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.values.element_types import (
    Array,
    FloatFormat,
    IntegerFormat,
    StoredAsInteger,
    format_of,
    format_of_dtype,
    holds_complex,
    holds_integers,
    is_complex,
)

from .implementations import Implementation, Open, mixed

ACCURACY = Open(
    "accuracy of floats",
    "StableHLO does not provide guarantees about numerical accuracy; spec: Accuracy",
)
QUANTIZED = Open(
    "rounding of quantized elements",
    "the interpretation of quantized StableHLO operations is exclusively determined by the specific "
    "implementation; spec: Execution semantics of quantized operation",
)

ZERO_OF_SUM = Open(
    "sign of a sum that is zero",
    "The order of reductions is implementation-defined; spec: reduce",
)

ROUNDINGS = 8
"""In how many ways results are rounded, number 0 not counted."""

LIBM_ULPS = 2
"""How far transcendentals are off."""

SPECIAL_ULPS = 64
"""How far the functions of CHLO are off, which are evaluated by series."""

WIDE = np.longdouble


def _itself(operand: Array) -> Array:
    return operand


_IN_WIDE: Mapping[type[Operation], Callable[..., Any]] = {
    AddOp: np.add,
    chlo.BroadcastAddOp: np.add,
    SubtractOp: np.subtract,
    chlo.BroadcastSubOp: np.subtract,
    MulOp: np.multiply,
    chlo.BroadcastMulOp: np.multiply,
    DivOp: np.divide,
    chlo.BroadcastDivOp: np.divide,
    SqrtOp: np.sqrt,
    ConvertOp: _itself,
    ReducePrecisionOp: _itself,
}
"""The ops that IEEE 754 rounds, in a wider type: what comes out different there was rounded."""

_REQUANTIZING = (UniformQuantizeOp, UniformDequantizeOp)


def rounds(op: Operation, entry: Entry) -> bool:
    """Whether results of `op` may be rounded."""
    if any(_is_quantized(result.type) for result in op.results):
        return not entry.storage
    if type(op) in _IN_WIDE or isinstance(op, (*_REQUANTIZING, RemOp)):
        return True
    return entry.exactness_of(op) is not Exactness.EXACT


def accuracy_is_open(op: Operation, entry: Entry) -> bool:
    """Whether the specification does not fix the bits of what `op` rounds, as it does by IEEE 754.

    What `convert` gives for what the target does not hold is "TBD".
    """
    if not rounds(op, entry):
        return False
    if any(_is_quantized(result.type) for result in op.results):
        return True
    if isinstance(op, ConvertOp):
        return not _holds_all(element_type_of(op.result.type), _held_by(op.operand))
    if type(op) not in _IN_WIDE and not isinstance(op, RemOp):
        return True
    is_product = isinstance(op, MulOp | chlo.BroadcastMulOp) and is_complex(
        element_type_of(op.results[0].type)
    )
    return is_product or entry.exactness_of(op) is not Exactness.EXACT


def _held_by(value: SSAValue) -> Attribute:
    """An element type that holds all elements of `value`: the one that it was exactly converted from, if it was."""
    types = [element_type_of(value.type)]
    while isinstance(owner := value.owner, ConvertOp):
        value = owner.operand
        types.append(element_type_of(value.type))
    return reduce(lambda held, t: held if _holds_all(t, held) else t, reversed(types))


def _holds_all(target_type: Attribute, source_type: Attribute) -> bool:
    """Whether a conversion to floats is exact, or to something else."""
    target, source = [
        format_of(t.element_type if is_complex_type(t) else t) for t in (target_type, source_type)
    ]
    if not isinstance(target, FloatFormat):
        return True
    if isinstance(source, IntegerFormat):
        return source.width - source.signed <= target.precision and source.most <= target.largest
    return (
        isinstance(source, FloatFormat)
        and source.precision <= target.precision
        and source.least_exponent - source.precision >= target.least_exponent - target.precision
        and source.largest <= target.largest
        and (target.has_infinity or not source.has_infinity)
        and (target.signed or not source.signed)
    )


def open_accuracy(implementation: Implementation, op: Operation, kernel: Kernel) -> Kernel:
    """The kernel, which notes that the accuracy of its results is open."""
    is_conversion = isinstance(op, ConvertOp)

    def run(*operands: Value, **options: Any) -> Value:
        given = kernel(*operands, **options)
        arrays = [x for x in (given, *operands) if isinstance(x, np.ndarray)]
        has_parts = any(holds_complex(x.dtype) for x in arrays)
        if not is_conversion or has_parts or np.any(_inexact(_itself, arrays[0], arrays[1:])):
            implementation.inexact = True
        return given

    return run


def _is_quantized(value_type: Any) -> bool:
    return isinstance(element_type_of(value_type), StoredAsInteger)


def open_rounding(implementation: Implementation, op: Operation, kernel: Kernel, entry: Entry) -> Kernel:
    """The kernel with its inexact results off by an ULP or two."""
    if isinstance(op, FftOp):
        return _open_transform(implementation, op, kernel)
    in_wide = _IN_WIDE.get(type(op))
    ulps = SPECIAL_ULPS if Chlo.is_op(op, op.name) else LIBM_ULPS
    sums = entry.exactness_of(op) is Exactness.ROUNDED
    quantized = any(_is_quantized(result.type) for result in op.results)

    def run(*operands: Value, **options: Any) -> Value:
        given = kernel(*operands, **options)
        if quantized:
            return _of_each(given, lambda x: _neighbours(implementation, op.name, x))
        if in_wide is not None and isinstance(given, np.ndarray):
            arrays = [x for x in operands if isinstance(x, np.ndarray)]
            if holds_complex(given.dtype) or any(holds_complex(x.dtype) for x in arrays):
                return _moved(implementation, op.name, given, np.True_)
            return _moved(implementation, op.name, given, _inexact(in_wide, given, arrays))
        if sums:
            return _sums(implementation, op.name, kernel, given, operands, options)
        return _of_each(given, lambda x: _moved(implementation, op.name, x, np.True_, ulps))

    return run


def transformed_size(op: FftOp, operand: Array) -> Array:
    """For each transform the most that an element of it can be: f64, with ones for the axes that it is along."""
    axes = tuple(range(-len(ints(op.fft_length)), 0))
    each = parts(operand) if holds_complex(operand.dtype) else [operand]
    sizes = sum(np.abs(x.astype(np.float64)).sum(axes, keepdims=True) for x in each)
    inverse = op.fft_type.data in (FftType.IFFT, FftType.IRFFT)
    return np.asarray(sizes / prod(ints(op.fft_length)) if inverse else sizes)


def _open_transform(implementation: Implementation, op: FftOp, kernel: Kernel) -> Kernel:
    def run(operand: Array) -> Array:
        size = transformed_size(op, operand)
        return _moved_by(implementation, op.name, np.asarray(kernel(operand)), size, LIBM_ULPS)

    return run


def _of_each(given: Value, change: Callable[[Array], Array]) -> Value:
    if isinstance(given, tuple):
        return tuple([_of_each(value, change) for value in given])
    return change(given) if isinstance(given, np.ndarray) else given


def _neighbours(implementation: Implementation, name: str, given: Array) -> Array:
    """Storage integers, some of them one more or less."""
    known = format_of_dtype(given.dtype)
    if not isinstance(known, IntegerFormat):
        return _moved(implementation, name, given, np.True_)
    implementation.meet(QUANTIZED)
    wide = given.astype(np.int64) + _directions(implementation, name, given)
    return np.clip(wide, known.least, known.most).astype(known.native).astype(given.dtype)


def _inexact(in_wide: Callable[..., Array], given: Array, operands: list[Array]) -> Array:
    """Where a result is not what the op gives in a wider type."""
    wide = [x.astype(WIDE) for x in operands]
    exact = in_wide(*wide)
    inexact = exact != given.astype(WIDE)
    if in_wide in (np.add, np.subtract):
        # Knuth's exact error of a sum, for addends that are lost even in the wide type.
        a, b = wide[0], wide[1] if in_wide is np.add else -wide[1]
        back = exact - a
        inexact = inexact | (((a - (exact - back)) + (b - back)) != 0)
    return inexact


def _sums(
    implementation: Implementation,
    name: str,
    kernel: Kernel,
    given: Value,
    operands: tuple[Value, ...],
    options: Mapping[str, Any],
) -> Value:
    """Results of sums, off by what the addends' magnitudes make of rounding, and zeros of either sign."""
    magnitudes = kernel(*[_magnitude(x) for x in operands], **options)
    if not isinstance(given, tuple) or not isinstance(magnitudes, tuple):
        return _sum(implementation, name, given, magnitudes, operands)
    each = zip(given, magnitudes, strict=True)
    return tuple([_sum(implementation, name, x, m, operands) for x, m in each])


def _magnitude(value: Value) -> Value:
    if not isinstance(value, np.ndarray) or holds_integers(value.dtype):
        return value
    if holds_complex(value.dtype):
        real, imaginary = parts(value)
        size = np.abs(real) + np.abs(imaginary)
        return pairs(size, size)
    known = format_of_dtype(value.dtype)
    return arithmetic_of(known.type).abs(value) if known.signed else value


def _sum(
    implementation: Implementation, name: str, given: Value, magnitude: Value, operands: tuple[Value, ...]
) -> Value:
    if not isinstance(given, np.ndarray) or not isinstance(magnitude, np.ndarray):
        return given
    if holds_complex(given.dtype):
        moved = [
            _sum(implementation, name, x, m, operands)
            for x, m in zip(parts(given), parts(magnitude), strict=True)
        ]
        real, imaginary = [np.asarray(x) for x in moved]
        return pairs(real, imaginary)
    known = format_of_dtype(given.dtype)
    if not isinstance(known, FloatFormat):
        return given
    size = np.broadcast_to(np.abs(magnitude.astype(np.float64)), given.shape)
    values = given.astype(np.float64)
    exact = size.max(initial=0) < 2.0**known.precision and all(map(_are_whole, operands))
    # Where the magnitudes overflow, what is left of the sum tells nothing of how large the addends are.
    largest = np.where(np.isfinite(size), np.maximum(size, np.abs(values)), known.largest)
    by = largest * 2.0 ** (1 - known.precision)
    directions = _directions(implementation, name, given)
    if not exact:
        implementation.meet(ACCURACY)
        values = values + by * directions
    if known.has_negative_zero and (values == 0).any():
        implementation.meet(ZERO_OF_SUM)
        values = _either_zero(implementation, name, values)
    return values.astype(given.dtype)


def _either_zero(implementation: Implementation, name: str, given: Array) -> Array:
    """Floats with zeros of either sign in the place of zeros."""
    directions = _directions(implementation, name, given)
    return np.where((given == 0) & (directions != 0), np.copysign(0.0, directions).astype(given.dtype), given)


def _are_whole(value: Value) -> bool:
    if not isinstance(value, np.ndarray) or holds_integers(value.dtype):
        return True
    if holds_complex(value.dtype):
        return all(map(_are_whole, parts(value)))
    wide = value.astype(np.float64)
    return bool((np.rint(wide) == wide).all())


def _moved(implementation: Implementation, name: str, given: Array, inexact: Any, ulps: int = 1) -> Array:
    """Floats with some of those that are inexact replaced by others, so many ULPs off."""
    if holds_complex(given.dtype):
        # Complex numbers are near as their absolute values are.
        size = np.maximum(*map(np.abs, parts(given)))
        return _moved_by(implementation, name, given, size, ulps)
    known = format_of_dtype(given.dtype)
    if not isinstance(known, FloatFormat) or not np.any(inexact):
        return given
    implementation.meet(ACCURACY)
    directions = np.where(
        inexact & np.isfinite(given.astype(np.float64)), _directions(implementation, name, given), 0
    )
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


def _moved_by(implementation: Implementation, name: str, given: Array, size: Array, ulps: int) -> Array:
    """Floats, or the parts of complex numbers, off by ULPs of numbers of some size."""
    implementation.meet(ACCURACY)
    each = parts(given) if holds_complex(given.dtype) else [given]
    known = format_of_dtype(each[0].dtype)
    assert isinstance(known, FloatFormat)
    step = np.where(np.isfinite(size), size, 0) * (ulps * 2.0 ** (1 - known.precision))
    moved = [
        _either_zero(implementation, name, (x + _directions(implementation, name, x) * step).astype(x.dtype))
        for x in each
    ]
    return pairs(moved[0], moved[1]) if len(moved) > 1 else moved[0]


def _directions(implementation: Implementation, name: str, given: Array) -> Array:
    """-1, 0 or 1 for each element, which the implementation and the element decide."""
    bits = mixed(implementation.rounding * 7919 + len(name), np.zeros(given.shape, np.uint64), given)
    return (bits % np.uint64(3)).astype(np.int64) - 1
