"""What kinds of floats may come of an op: nothing that comes is missing.

Types of 8 bits are exhausted, pairs of operands too; bf16 and f16 are exhausted for one operand. For two operands of
more bits, and for f32 and f64, numbers next to every border of a kind are tried with each other and with random ones:
whether a result is a zero, subnormal, normal or infinite changes nowhere but where an operand or the exact result
crosses such a border, and f8E5M2 has numbers on both sides of each.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float4E2M1FNType,
    Float6E2M3FNType,
    Float8E3M4Type,
    Float8E4M3B11FNUZType,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    Float8E8M0FNUType,
    Float16Type,
    Float32Type,
    Float64Type,
)
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import BinaryElementwiseOp
from xdsl_stablehlo.folding.facts.arithmetic import (
    CROSSED,
    ELEMENTWISE,
    KINDS,
    LIKE_LARGE_ONES,
    PERIODIC,
    evaluate,
    every_number,
    outcomes,
)
from xdsl_stablehlo.folding.facts.lattice import FloatKinds, classify, kinds_of
from xdsl_stablehlo.values.element_types import Array, float_format

OPS = {op.name.removeprefix("stablehlo."): op for op in StableHLO.operations}
OF_TWO = tuple(name for name in ELEMENTWISE if issubclass(OPS[name], BinaryElementwiseOp))
OF_ONE = tuple(name for name in ELEMENTWISE if name not in OF_TWO)
SMALL = (
    *(Float8E5M2Type(), Float8E4M3FNType(), Float8E4M3FNUZType(), Float8E3M4Type(), Float8E5M2FNUZType()),
    *(Float8E4M3B11FNUZType(), Float8E8M0FNUType(), Float4E2M1FNType(), Float6E2M3FNType()),
)
LARGE = (BFloat16Type(), Float16Type(), Float32Type(), Float64Type())


def allowed(kind: type[Operation], *given: FloatKinds) -> FloatKinds:
    """What the facts say may come of numbers of these kinds in a type of more than 8 bits."""
    found = FloatKinds(int(outcomes(kind, Float8E5M2Type(), len(given))[tuple(map(KINDS.index, given))]))
    normal = given[0] & (FloatKinds.NORMAL | FloatKinds.NEGATIVE_NORMAL)
    return found | PERIODIC.get(kind.name, FloatKinds(0)) if normal else found


def assert_sound(kind: type[Operation], element_type: AnyFloat, numbers: Array, operands: int) -> None:
    known = float_format(element_type)
    grid = np.meshgrid(*[numbers] * operands, indexing="ij")
    found = kinds_of(evaluate(kind, element_type, grid), known)
    of_number = kinds_of(numbers, known)
    for given in itertools.product(KINDS, repeat=operands):
        came = found
        for axis, one in enumerate(given):
            came = came.compress(of_number == int(one), axis)
        possible = FloatKinds(int(np.bitwise_or.reduce(came, axis=None)))
        assert possible in allowed(kind, *given), (kind.name, element_type, given, possible)


@pytest.mark.parametrize("name", OF_ONE)
@pytest.mark.parametrize("element_type", [BFloat16Type(), Float16Type()], ids=str)
def test_one_operand_of_16_bits(name: str, element_type: AnyFloat) -> None:
    numbers = np.arange(1 << 16, dtype=np.uint16).view(float_format(element_type).dtype)
    assert_sound(OPS[name], element_type, numbers, 1)


@pytest.mark.parametrize("name", ELEMENTWISE)
@pytest.mark.parametrize("element_type", LARGE, ids=str)
def test_numbers_at_the_borders_and_random_ones(name: str, element_type: AnyFloat) -> None:
    assert_sound(OPS[name], element_type, telling(element_type), 1 if name in OF_ONE else 2)


def telling(element_type: AnyFloat) -> Array:
    """Both signs of numbers at the borders of kinds and around 1, NaN, and random bit patterns."""
    known = float_format(element_type)
    least_normal = 2.0**known.least_exponent
    sizes = [
        *(0.0, known.smallest, 2 * known.smallest, least_normal - known.smallest, least_normal),
        *(0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 1e-3, 1e3, known.largest / 2, known.largest, np.inf, np.nan),
    ]
    special = np.array([*sizes, *[-size for size in sizes]]).astype(known.dtype)
    rng = np.random.default_rng(7)
    random = rng.bytes(400 * known.dtype.itemsize)
    return np.concatenate([special, np.frombuffer(random, known.dtype)])


@pytest.mark.parametrize("name", [name for name in OF_TWO if f"stablehlo.{name}" not in CROSSED])
def test_few_numbers_show_what_all_do(name: str) -> None:
    for element_type in SMALL:
        few = outcomes(OPS[name], element_type, 2)
        numbers = every_number(element_type)
        of_number = kinds_of(numbers, float_format(element_type))
        grid: Sequence[Array] = np.meshgrid(numbers, numbers, indexing="ij")
        found = kinds_of(evaluate(OPS[name], element_type, grid), float_format(element_type))
        for i, a in enumerate(KINDS):
            for j, b in enumerate(KINDS):
                came = found[np.ix_(of_number == int(a), of_number == int(b))]
                assert int(np.bitwise_or.reduce(came, axis=None)) == few[i, j], (element_type, a, b)


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_fast_functions_give_the_kinds_of_exact_ones(name: str) -> None:
    grid = np.meshgrid(*[every_number(LIKE_LARGE_ONES)] * (1 if name in OF_ONE else 2), indexing="ij")
    fast, exact = [evaluate(OPS[name], LIKE_LARGE_ONES, grid, each) for each in (True, False)]
    known = float_format(LIKE_LARGE_ONES)
    np.testing.assert_array_equal(kinds_of(fast, known), kinds_of(exact, known))


def test_a_missing_kind_is_noticed() -> None:
    table = outcomes(OPS["multiply"], Float8E5M2Type(), 2)
    normal = KINDS.index(FloatKinds.NORMAL)
    before = int(table[normal, normal])
    table[normal, normal] = before & ~int(FloatKinds.SUBNORMAL)
    try:
        with pytest.raises(AssertionError):
            assert_sound(OPS["multiply"], Float32Type(), telling(Float32Type()), 2)
    finally:
        table[normal, normal] = before


def test_kinds_of_numbers() -> None:
    half = float_format(Float16Type())
    for number, kind in (
        *((np.nan, FloatKinds.NAN), (-np.inf, FloatKinds.NEGATIVE_INFINITY), (np.inf, FloatKinds.INFINITY)),
        *((-1.0, FloatKinds.NEGATIVE_NORMAL), (65504.0, FloatKinds.NORMAL), (2.0**-14, FloatKinds.NORMAL)),
        *((-(2.0**-15), FloatKinds.NEGATIVE_SUBNORMAL), (2.0**-24, FloatKinds.SUBNORMAL)),
        *((-0.0, FloatKinds.NEGATIVE_ZERO), (0.0, FloatKinds.ZERO)),
    ):
        assert classify(np.array([number], np.float16), half) == kind
    assert classify(np.array([1, -0.0], np.float16), half) == FloatKinds.NORMAL | FloatKinds.NEGATIVE_ZERO
    without_zero = float_format(Float8E8M0FNUType())
    assert classify(every_number(Float8E8M0FNUType()), without_zero) == FloatKinds.NORMAL | FloatKinds.NAN
