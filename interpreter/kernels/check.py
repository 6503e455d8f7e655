"""The check dialect: what tests expect of tensors. A check that fails says where, what is there, and what should be."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, holds_complex, parts
from xdsl_stablehlo.values.elements import array_of

from ...dialects import check
from ..interface.errors import EvaluationError
from ..numerics import arithmetic_of
from .support.output import read_probe
from .support.table import register

MISMATCHES_SHOWN = 3


def expect_eq(lhs: Array, rhs: Array, *, element_type: Attribute) -> tuple[()]:
    """Raise `EvaluationError` unless all elements are equal: 0.0 equals -0.0, and NaN equals NaN."""
    _require_one_shape(lhs, rhs)
    numbers = arithmetic_of(element_type)
    differ = numbers.comparison("NE")(lhs, rhs) & ~(numbers.is_nan(lhs) & numbers.is_nan(rhs))
    _report(np.asarray(differ), lhs, rhs, "Element values don't match")
    return ()


def expect_almost_eq(lhs: Array, rhs: Array, *, tolerance: float) -> tuple[()]:
    """Raise `EvaluationError` unless elements are equal, both NaN, or both finite and within `tolerance`."""
    _require_one_shape(lhs, rhs)
    if holds_complex(lhs.dtype):
        real, imag = [_far(*pair, tolerance) for pair in zip(parts(lhs), parts(rhs), strict=True)]
        far = real | imag
    else:
        far = _far(lhs, rhs, tolerance)
    _report(np.asarray(far), lhs, rhs, f"Element values don't match with tolerance {tolerance:f}")
    return ()


def _far(lhs: Array, rhs: Array, tolerance: float) -> Array:
    left, right = lhs.astype(np.float64), rhs.astype(np.float64)
    near = np.isfinite(left) & np.isfinite(right) & (np.abs(left - right) <= tolerance)
    return ~(near | (left == right) | (np.isnan(left) & np.isnan(right)))


def expect_close(
    actual: Array, expected: Array, *, max_ulp_difference: int, min_ulp_difference: int = 0
) -> tuple[()]:
    """Raise `EvaluationError` unless between elements lie at least and at most so many representable values.

    An infinity or NaN is close to its like only.
    """
    _require_one_shape(actual, expected)
    distance = ulp_difference(actual, expected)
    wrong = (distance > max_ulp_difference) | (distance < min_ulp_difference)
    if not wrong.any():
        return ()
    lines = [
        f"index={list(index)}, actual={actual[index]!s}, expected={expected[index]!s}, ULP difference={distance[index]}"
        for index in _first(wrong)
    ]
    counts = [f"{int((distance == n).sum())} of {n}" for n in range(4)]
    counts.append(f"{int((distance >= 4).sum())} of 4 and more")
    raise EvaluationError(
        f"Elements values don't match with respect to maximal ULP difference={max_ulp_difference} limit: "
        f"{'; '.join(lines)}{_remaining(wrong)} (ULP differences: {', '.join(counts)})"
    )


def ulp_difference(actual: Array, expected: Array) -> Array:
    """The number of representable values between two floats, as uint64; the largest number where one is not finite.

    Equal bits differ by 0, and so do two NaNs; of complex numbers the part counts that differs more.
    """
    if holds_complex(actual.dtype):
        real, imag = [ulp_difference(*pair) for pair in zip(parts(actual), parts(expected), strict=True)]
        return np.maximum(real, imag)
    size = actual.dtype.itemsize
    bits = [np.asarray(x, order="C").view(f"u{size}").astype(np.uint64) for x in (actual, expected)]
    sign = np.uint64(1 << (8 * size - 1))
    left, right = [np.where(x >= sign, x - sign, x) for x in bits]
    apart = np.where(left > right, left - right, right - left)
    distance = np.where((bits[0] >= sign) != (bits[1] >= sign), left + right, apart)
    values = [x.astype(np.float64) for x in (actual, expected)]
    finite = np.isfinite(values[0]) & np.isfinite(values[1])
    distance = np.where(finite, distance, np.uint64(np.iinfo(np.uint64).max))
    same = (bits[0] == bits[1]) | (np.isnan(values[0]) & np.isnan(values[1]))
    return np.where(same, np.uint64(0), distance)


def expect_serialized_eq(
    expected: Array, *, probe_id: str, iteration: int, value_type: Attribute, element_type: Attribute
) -> tuple[()]:
    """Raise `EvaluationError` unless `expected` is what a probe has written down, type and elements."""
    written_type, written = read_probe(probe_id, iteration)
    if written_type != str(value_type):
        raise EvaluationError(
            f"Serialized types don't match: {value_type} (actual) vs {written_type} (expected) for probe {probe_id}."
        )
    return expect_eq(expected, written.view(expected.dtype), element_type=element_type)


def _require_one_shape(lhs: Array, rhs: Array) -> None:
    """Raise `EvaluationError` for values of different shapes, which types of unknown sizes allow."""
    if lhs.shape != rhs.shape:
        raise EvaluationError(f"compares values of the shapes {list(lhs.shape)} and {list(rhs.shape)}")


def _report(wrong: Array, lhs: Array, rhs: Array, message: str) -> None:
    if wrong.any():
        shown = [
            f"{lhs[index]!s} (actual) vs {rhs[index]!s} (expected) at index {list(index)}"
            for index in _first(wrong)
        ]
        raise EvaluationError(f"{message}: {'; '.join(shown)}{_remaining(wrong)}")


def _first(wrong: Array) -> list[tuple[int, ...]]:
    return [tuple(map(int, index)) for index in np.argwhere(wrong)[:MISMATCHES_SHOWN].tolist()]


def _remaining(wrong: Array) -> str:
    count = int(wrong.sum())
    return f"; {count} of {wrong.size} elements in all" if count > 1 else ""


register(
    check.ExpectEqOp, expect_eq, bind=lambda op: {"element_type": ranked(op.lhs).element_type}, effects=True
)
register(
    check.ExpectEqConstOp,
    expect_eq,
    bind=lambda op: {"rhs": array_of(op.value), "element_type": ranked(op.lhs).element_type},
    effects=True,
)
register(check.ExpectAlmostEqOp, expect_almost_eq, effects=True)
register(
    check.ExpectAlmostEqConstOp, expect_almost_eq, bind=lambda op: {"rhs": array_of(op.value)}, effects=True
)
register(check.ExpectCloseOp, expect_close, effects=True)
register(
    check.ExpectSerializedEqOp,
    expect_serialized_eq,
    bind=lambda op: {"value_type": op.expected.type, "element_type": ranked(op.expected).element_type},
    effects=True,
)
