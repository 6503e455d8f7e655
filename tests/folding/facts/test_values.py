"""What the folder asks of values: whether two are the same to the bit, and how many bytes they take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import StringAttr

from tests.helpers.programs import parse
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding.terms.deferred import bytes_stored, content_key, same_value
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.programs.constants import attribute_bytes

ROW = np.array([1.0, 2.0], np.float32)
ROWS = np.broadcast_to(ROW, (2, 2))
COLUMNS = ROWS.T
ZERO = np.zeros((), np.float32)
QUIET = np.asarray(0x7FC00000, np.uint32).view(np.float32)
OTHER = np.asarray(0x7FC00001, np.uint32).view(np.float32)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (ROW, ROW.copy(), True),
        (ROW, np.array([1.0, 3.0], np.float32), False),
        (ROW, ROW.view(np.int32), False),
        (ROW, ROW.reshape(1, 2), False),
        (ZERO, np.asarray(-0.0, np.float32), False),
        (QUIET, QUIET.copy(), True),
        (QUIET, OTHER, False),
        (ROWS, ROWS.copy(), True),
        (ROWS.copy(), ROWS, True),
        (ROWS, COLUMNS, False),
        (ROWS, COLUMNS.copy(), False),
        (np.broadcast_to(np.float32(1), (2, 2)), np.ones((2, 2), np.float32), True),
        ((ROW, ROWS), (ROW.copy(), ROWS.copy()), True),
        ((ROW,), (ROW, ROW), False),
        ((ROW, ROW), (ROW,), False),
        ((ROW, ROW), (ROW, ROW + 1), False),
        ((), (), True),
        (Token(), Token(), True),
    ],
)  # fmt: skip
def test_the_same_to_the_bit(a: Any, b: Any, same: bool) -> None:
    assert same_value(a, b) is same


def test_bytes_of_values_count_what_is_stored() -> None:
    assert bytes_stored(ROW) == 8
    assert bytes_stored(np.broadcast_to(ROW, (1000, 2))) == 8
    assert bytes_stored((ROW, (ROWS.copy(), np.zeros(3, np.int8)))) == 8 + 16 + 3
    assert bytes_stored(()) == 0
    assert bytes_stored(Token()) == 0


def test_equal_small_values_have_one_key() -> None:
    assert content_key(ROW) == content_key(ROW.copy())
    assert content_key((ROW, ROW)) == content_key((ROW.copy(), ROW.copy()))
    different: list[Any] = [
        ROW,
        ROW.view(np.int32),
        ROW.reshape(2, 1),
        ROW + 1,
        ROWS,
        COLUMNS,
        (ROW,),
        (ROW, ROW),
        None,
        Token(),
        (Token(),),
    ]
    assert len({content_key(value) for value in different}) == len(different)


@pytest.mark.parametrize(("count", "by_content"), [(16384, True), (16385, False)])
def test_large_values_are_only_equal_to_themselves(count: int, by_content: bool) -> None:
    array = np.zeros(count, np.int8)
    assert (content_key(array) == content_key(array.copy())) is by_content
    assert content_key(array) == content_key(array)
    # Of a broadcast value the part that is stored counts.
    wide = np.broadcast_to(ROW, (count, 2))
    assert content_key(wide) == content_key(np.broadcast_to(ROW.copy(), (count, 2)))


@pytest.mark.parametrize(
    ("literal", "kind", "size"),
    [
        ("dense<1.0>", "5xf32", 4),
        ("dense<[1.0, 1.0, 1.0, 1.0, 1.0]>", "5xf32", 4),
        ("dense<[1.0, 1.0, 1.0, 1.0, 2.0]>", "5xf32", 20),
        ("dense<[1.0, 2.0, 1.0, 1.0, 1.0]>", "5xf32", 20),
        ("dense<[2.0, 1.0, 1.0, 1.0, 1.0]>", "5xf32", 20),
        ("dense<7>", "i64", 8),
        ("dense<7>", "1xi8", 1),
        ("dense<(1.0, 2.0)>", "3xcomplex<f32>", 8),
        ("dense<[(1.0, 1.0), (1.0, 2.0)]>", "2xcomplex<f32>", 16),
        ("dense<[true, true]>", "2xi1", 1),
        ("dense<[true, false]>", "2xi1", 2),
        ("dense<2.0>", "100000xf32", 4),
    ],
)
def test_bytes_of_attributes_count_one_element_of_a_splat(literal: str, kind: str, size: int) -> None:
    module = parse(f"func.func @main() {{ %0 = stablehlo.constant {literal} : tensor<{kind}>\n return }}")
    (constant,) = [op for op in module.walk() if isinstance(op, ConstantOp)]
    assert attribute_bytes(constant.value) == size


def test_what_holds_no_elements_takes_no_bytes() -> None:
    assert attribute_bytes(StringAttr("abc")) == 0


@pytest.mark.parametrize("make", [ml_dtypes.bfloat16, np.complex64, np.bool_])
def test_types_of_one_width_do_not_meet(make: Callable[[int], Any]) -> None:
    array = np.asarray(make(1))
    assert not same_value(array, array.view(f"u{array.dtype.itemsize}" if array.itemsize < 8 else np.float64))
