"""The columns of the table that say what kind of function an op is, tried on all elements of small types."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import IntegerType, Signedness, i1
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.interpreter.interface.errors import EvaluationError
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, every_kernel, kernel_of
from xdsl_stablehlo.interpreter.numerics import arithmetic_of, quiet
from xdsl_stablehlo.interpreter.numerics.conversion import number
from xdsl_stablehlo.interpreter.numerics.nans import one_nan
from xdsl_stablehlo.values.element_types import FLOAT_TYPES, Array, dtype_of

I8, UI8, F8 = IntegerType(8), IntegerType(8, Signedness.UNSIGNED), FLOAT_TYPES["f8E5M2"]
INTEGERS: tuple[Attribute, ...] = (i1, I8, UI8)


def all_of(element: Attribute) -> Array:
    """All elements of a type."""
    dtype = dtype_of(element)
    return np.array([False, True]) if dtype == np.bool_ else np.arange(256, dtype=np.uint8).view(dtype)


def applied(kind: type[Operation], element: Attribute, *operands: Array) -> Array | None:
    """The elementwise op of a class; None for elements on which it is not defined."""
    on, name = arithmetic_of(element), kind.name.partition(".")[2]
    compute: Callable[..., Array] = on.reduce_precision if name == "reduce_precision" else on.named(name)
    options = {"exponent_bits": 3, "mantissa_bits": 2} if name == "reduce_precision" else {}
    try:
        with quiet():
            return one_nan(np.asarray(compute(*operands, **options)))
    except EvaluationError:
        return None


def same(a: Array, b: Array) -> bool:
    return one_nan(np.array(a)).tobytes() == one_nan(np.array(b)).tobytes()


def rows(holds: Callable[[Entry], object]) -> list[Any]:
    """The ops of StableHLO whose entries say so, each with a name for the test."""
    found = [(kind, entry) for kind, entry in every_kernel().items() if kind.name.startswith("stablehlo.")]
    return [pytest.param(kind, entry, id=kind.name) for kind, entry in found if holds(entry)]


@pytest.mark.parametrize(("kind", "entry"), rows(lambda entry: entry.identity))
def test_identities_and_absorbing_elements(kind: type[Operation], entry: Entry) -> None:
    assert entry.commutative
    for element in (*INTEGERS, F8):
        x = all_of(element)
        given = [n for name in entry.identity if (n := number(name, element)) is not None]
        result = applied(kind, element, x, np.broadcast_to(given[0], x.shape)) if given else None
        assert result is None or same(result, x)
        if element is not F8 and entry.absorbing is not None:
            absorbing = np.broadcast_to(np.asarray(number(entry.absorbing, element)), x.shape)
            result = applied(kind, element, x, absorbing)
            assert result is None or same(result, absorbing)


@pytest.mark.parametrize(("kind", "entry"), rows(lambda entry: entry.idempotent))
def test_idempotent_ops(kind: type[Operation], entry: Entry) -> None:
    for element in (*INTEGERS, F8):
        x = all_of(element)
        if entry.identity:
            result = applied(kind, element, x, x)
            assert result is None or same(result, x)
        elif (once := applied(kind, element, x)) is not None:
            twice = applied(kind, element, once)
            assert twice is not None
            assert same(once, twice)


@pytest.mark.parametrize(
    ("kind", "entry"),
    rows(lambda entry: any(entry.monotone) and len(entry.monotone) == 1 and not entry.idempotent),
)
def test_other_ops_of_one_operand_are_not_idempotent(kind: type[Operation], entry: Entry) -> None:
    """On some element of some type."""
    assert not entry.idempotent
    once = [(element, applied(kind, element, all_of(element))) for element in (*INTEGERS, F8)]
    twice = [(x, applied(kind, element, x)) for element, x in once if x is not None]
    assert not twice or any(y is None or not same(x, y) for x, y in twice)


@pytest.mark.parametrize(
    ("kind", "entry"), rows(lambda entry: any(entry.monotone) and 0 not in entry.monotone)
)
def test_monotone_ops(kind: type[Operation], entry: Entry) -> None:
    x = all_of(F8)
    numbers = np.sort(x[np.isfinite(x)].astype(np.float32)).astype(x.dtype)
    numbers = numbers[:: 1 if len(entry.monotone) == 1 else 7]
    for place, direction in enumerate(entry.monotone):
        others = [numbers[:: 8 if len(entry.monotone) == 3 else 1]] * (len(entry.monotone) - 1)
        for fixed in product(*others):
            operands = [np.broadcast_to(each, numbers.shape) for each in fixed]
            operands.insert(place, numbers)
            result = applied(kind, F8, *operands)
            if result is None:
                continue
            found = result.astype(np.float32)[~np.isnan(result.astype(np.float32))][::direction]
            assert (found[1:] >= found[:-1]).all()


def test_the_columns_of_one_op_do_not_import_other_families() -> None:
    add = next(kind for kind in every_kernel() if kind.name == "stablehlo.add")
    entry = kernel_of(add)
    assert entry is not None
    assert entry.identity == ("negative zero", "zero")
