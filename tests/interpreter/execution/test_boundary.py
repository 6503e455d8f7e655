"""Values outside of an evaluation and inside of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import TensorType, f32, i32

from tests.helpers.programs import context, parse
from xdsl_stablehlo.interpreter import EvaluationError, Tensor, eval_module
from xdsl_stablehlo.interpreter.execution.boundary import unwrap, wrap
from xdsl_stablehlo.interpreter.kernels.support.values import Foreign, Future, Token
from xdsl_stablehlo.text.read.parser import TextParser

ONES = np.ones(2, np.float32)
TENSOR = TensorType(f32, [2])


def test_arrays_are_tensors_outside() -> None:
    tensor = wrap(ONES, TENSOR)
    assert isinstance(tensor, Tensor)
    assert tensor == Tensor(TENSOR, ONES)
    inside = unwrap(tensor)
    assert isinstance(inside, np.ndarray)
    assert inside.tolist() == [1.0, 1.0]
    assert not inside.flags.writeable
    assert unwrap(ONES) is ONES


def test_tuples_are_tuples_of_what_is_in_them() -> None:
    token = Token()
    t = TextParser(context(), "tuple<tensor<2xf32>, tuple<!stablehlo.token, tensor<2xf32>>>").parse_type()
    outside: Any = wrap((ONES, (token, ONES)), t)
    assert outside == (Tensor(TENSOR, ONES), (token, Tensor(TENSOR, ONES)))
    inside: Any = unwrap(outside)
    first, (second, third) = inside
    assert second is token
    assert np.shares_memory(first, ONES)
    assert np.shares_memory(third, ONES)
    with pytest.raises(ValueError, match="zip"):
        wrap((ONES,), t)


@pytest.mark.parametrize("value", [Token(), Future(ONES)])
def test_tokens_and_futures_are_the_same_on_both_sides(value: Token | Future) -> None:
    t = TextParser(context(), "!stablehlo.token").parse_type()
    assert unwrap(value) is value
    assert wrap(value, t) is value


@pytest.mark.parametrize("value", [7, "text", [1, 2], None])
def test_values_of_other_dialects_come_back_as_they_were(value: object) -> None:
    inside = unwrap(value)
    assert inside == Foreign(value)
    assert wrap(inside, i32) is value


def test_a_value_of_another_type_is_no_tensor() -> None:
    with pytest.raises(ValueError, match=r"float32\[2\] does not hold the elements of 'tensor<3xf32>'"):
        wrap(ONES, TensorType(f32, [3]))


ARGUMENTS = """func.func @main(%x: tensor<2xf32>, %t: tuple<tensor<2xf32>, tensor<i32>>, %k: !stablehlo.token)
    -> (tensor<2xf32>, tensor<i32>, !stablehlo.token) {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<2xf32>
  %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  %2 = stablehlo.add %x, %0 : tensor<2xf32>
  return %2, %1, %k : tensor<2xf32>, tensor<i32>, !stablehlo.token
}"""


def test_arguments_of_every_kind() -> None:
    token = Token()
    for x in (ONES, [1, 1], Tensor(TENSOR, ONES)):
        total, number, given = eval_module(
            parse(ARGUMENTS), [x, (Tensor(TENSOR, ONES), np.array(7, np.int32)), token]
        )
        assert total == Tensor(TENSOR, ONES * 2)
        assert int(number.get()) == 7
        assert given is token


@pytest.mark.parametrize(
    ("x", "message"),
    [
        (
            np.ones(2),
            r"^argument 0 of @main: float64\[2\] does not hold the elements of 'tensor<2xf32>'; x.astype",
        ),
        (np.ones(3, np.float32), r"^argument 0 of @main: float32\[3\] does not hold"),
        (Tensor.of(np.ones(3)), r"^argument 0 of @main: float64\[3\] does not hold"),
        ([1, "a"], "^argument 0 of @main: 'a' is no element of type f32$"),
        ([10**400, 1], "^argument 0 of @main: an integer of 1329 bits is no element of type f32$"),
    ],
)
def test_arguments_that_do_not_fit(x: object, message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        eval_module(parse(ARGUMENTS), [x, (ONES, np.int32(7)), Token()])
