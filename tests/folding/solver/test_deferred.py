"""Deferred values: what is known of their size before they are evaluated, and what they are computed from."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.folding.terms.deferred import (
    Deferred,
    Evaluation,
    bytes_as_constant,
    bytes_stored,
    cone,
    elements_as_constant,
    evaluated_all,
    is_one_element,
    is_open,
    is_pending,
    is_sized,
    largest_size,
    mark_used,
    repeats,
    varies_all,
    varies_along,
)
from xdsl_stablehlo.folding.terms.reasons import Code, Refusal
from xdsl_stablehlo.interpreter.kernels.support.values import Token, Value

F32 = np.dtype(np.float32)
OP: Operation = ModuleOp([])


def deferred(*shape: int, varying: tuple[bool, ...] | None = None, reads: tuple[Value, ...] = ()) -> Deferred:
    """The only result of an evaluation that reads `reads`."""
    evaluation = Evaluation(OP, None, reads, (), 100)
    evaluation.results = (Deferred(evaluation, 0, shape, F32, varying or varies_all(shape)),)
    return evaluation.results[0]


def evaluate(value: Deferred) -> np.ndarray:
    array = np.ones(value.shape, value.dtype)
    value.evaluation.values = (array,)
    return array


@pytest.mark.parametrize(
    ("value", "stored", "constant", "elements"),
    [
        (deferred(3, 4), 48, 48, 12),
        (deferred(3, 4, varying=(False, True)), 16, 48, 12),
        (deferred(3, 4, varying=(False, False)), 4, 4, 0),
        (deferred(1, 1), 4, 4, 0),
        (deferred(), 4, 4, 0),
        (deferred(0, 5), 0, 0, 0),
        (np.zeros((3, 4), F32), 48, 48, 12),
        (np.broadcast_to(np.zeros(4, F32), (3, 4)), 16, 48, 12),
        (np.broadcast_to(np.zeros((), F32), (3, 4)), 4, 4, 0),
        (Token(), 0, 0, 0),
        ((deferred(3), np.zeros(5, F32), Token()), 32, 32, 5),
    ],
)
def test_sizes_are_told_without_elements(value: Value, stored: int, constant: int, elements: int) -> None:
    assert bytes_stored(value) == stored
    assert bytes_as_constant(value) == constant
    assert elements_as_constant(value) == elements


def test_what_varies() -> None:
    assert varies_along(deferred(3, 1, 4)) == (True, False, True)
    assert varies_along(np.broadcast_to(np.zeros(4, F32), (3, 4))) == (False, True)
    assert varies_along(Token()) is None
    assert is_one_element(deferred(3, varying=(False,)))
    assert not is_one_element(deferred(3))
    assert repeats(deferred(3, 4, varying=(False, True)))
    assert not repeats(deferred(3, 4))
    assert repeats(np.broadcast_to(np.zeros(4, F32), (3, 4)))
    assert not repeats(np.zeros((3, 4), F32))
    assert not repeats(Token())


def test_the_largest_size() -> None:
    row = deferred(8, 4, varying=(False, True))
    assert largest_size([row, np.zeros(7, F32)], stored=True) == 7
    assert largest_size([row, np.zeros(7, F32)], stored=False) == 32
    assert largest_size([np.broadcast_to(np.zeros((), F32), 9), Token()], stored=True) == 1
    assert largest_size([], stored=False) == 1


def test_only_tensors_have_sizes() -> None:
    assert is_sized(deferred(2))
    assert is_sized(np.zeros(2, F32))
    assert not is_sized(Token())
    assert not is_sized((deferred(2),))


def test_operands_come_first_in_a_cone_and_once() -> None:
    first = deferred(2)
    left, right = deferred(2, reads=(first,)), deferred(2, reads=((first, Token()),))
    last = deferred(2, reads=(left, right, np.zeros(2, F32)))
    order = list(cone((last,), is_pending))
    assert [order.index(v.evaluation) for v in (first, left, right, last)] == [0, 1, 2, 3]
    assert len(order) == 4
    evaluate(left)
    assert left.evaluation not in list(cone((last,), is_pending))
    right.evaluation.refusal = Refusal(Code.FAILED, "fails")
    assert list(cone((last,), is_pending)) == [last.evaluation]


def test_values_are_there_when_all_of_them_are() -> None:
    one, other = deferred(2), deferred(3)
    array = evaluate(one)
    assert one.value is array
    assert other.value is None
    assert not is_open((one, Token()))
    assert is_open((one, (other,)))
    assert evaluated_all((one, (other,))) is None
    evaluate(other)
    found = evaluated_all((one, (other, Token())))
    assert found is not None
    assert found[0] is array
    assert isinstance(found[1], tuple)
    assert found[1][0] is other.value


def test_what_a_value_is_computed_from_is_used_with_it() -> None:
    source, aside = deferred(2), deferred(2)
    value = deferred(2, reads=(source,))
    mark_used((value.evaluation,))
    assert value.evaluation.used
    assert source.evaluation.used
    assert not aside.evaluation.used
