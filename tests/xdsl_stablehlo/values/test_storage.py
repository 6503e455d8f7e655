"""How arrays are stored: splats, broadcast dimensions, windows; and that nobody else looks at strides."""

from __future__ import annotations

import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

from tests.helpers.programs import assert_same
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import (
    SPLAT_BYTES,
    any_varying,
    broadcast,
    common_varying_part,
    constant_bytes,
    first_along,
    in_row_major_order,
    is_splat,
    is_uniform,
    native_bits,
    nearest_axis,
    on_varying_part,
    repeated_dimensions,
    reshapes_to_view,
    stored_bytes,
    uniform_element,
    varying_of,
    varying_part,
    window_view,
)

from .test_element_types import sources

ONE = np.array(1.5, np.float32)
ROW = np.broadcast_to(np.arange(4, dtype=np.float32), (3, 4))
COLUMN = np.broadcast_to(np.arange(3, dtype=np.float32)[:, None], (3, 4))
PAGES = np.broadcast_to(np.arange(5, dtype=np.float32)[:, None], (5, 100))


@pytest.mark.parametrize(
    ("array", "splat"),
    [
        (ONE, True),
        (np.broadcast_to(ONE, (3, 4)), True),
        (ONE.reshape(1, 1), True),
        (PAGES[1:2], True),
        (PAGES[1:2, :1], True),
        (PAGES[:, 3:4], False),
        (ROW, False),
        (np.ones((3, 4), np.float32), False),
        (np.ones((1, 4), np.float32), False),
        (np.zeros((1, 0), np.float32), True),
        (np.broadcast_to(ONE, (0, 3)), True),
    ],
)
def test_splats(array: Array, splat: bool) -> None:
    """Whatever the stride of a dimension of size 1 is."""
    assert is_splat(array) == splat
    assert (constant_bytes(array) == array.itemsize) == (splat or array.size == 1)


def test_what_is_stored() -> None:
    assert varying_part(ROW).shape == (1, 4)
    assert varying_part(COLUMN).shape == (3, 1)
    assert [stored_bytes(x) for x in (ROW, COLUMN, ROW.copy(), ONE)] == [16, 12, 48, 4]
    assert [reshapes_to_view(x) for x in (ROW, ROW.copy(), PAGES[1:2])] == [False, True, True]
    assert [stored_bytes(broadcast(x, (3, 4))) for x in (ONE, ROW[:1], ROW)] == [4, 16, 16]
    assert broadcast(np.array([int("9" * 40)]), (2,)).tolist() == [10**40 - 1] * 2


def test_uniform_elements() -> None:
    """Of a splat whatever its size, of other arrays up to the size from which splats are kept apart."""
    small, large = np.full((8, 8), ONE), np.full(SPLAT_BYTES // 4 + 1, ONE)
    assert uniform_element(small) == ONE
    assert uniform_element(large) is None
    assert uniform_element(np.broadcast_to(ONE, large.shape)) == ONE
    assert uniform_element(PAGES[2:3]) == 2.0
    assert uniform_element(ROW) is None
    assert uniform_element(np.broadcast_to(small[..., None], (*small.shape, large.size))) == ONE
    assert uniform_element(small[:0]) is None


@pytest.mark.parametrize("dtype", [np.float32, np.complex128, ml_dtypes.bfloat16, ml_dtypes.int4, np.bool_])
def test_uniform_to_the_bit(dtype: Any) -> None:
    array = np.ones((300, 400), dtype)
    assert is_uniform(array)
    assert is_uniform(array.T)
    assert is_uniform(np.broadcast_to(array[0], (10_000, 400)))
    array[-1, -1] = 0
    assert not is_uniform(array)
    assert not is_uniform(array.T)
    assert not is_uniform(np.broadcast_to(array[-1], (10_000, 400)))


def test_zeros_of_both_signs_are_not_uniform() -> None:
    assert not is_uniform(np.array([0.0, -0.0]))
    assert is_uniform(np.array([np.nan, np.nan]))


def test_what_several_arrays_vary_along() -> None:
    assert ROW[common_varying_part([ROW, ONE, broadcast(ONE, (3, 4))]) or ()].shape == (1, 4)
    assert common_varying_part([ROW, COLUMN]) is None
    assert common_varying_part([ROW, np.ones((3, 4))]) is None
    assert common_varying_part([ROW, PAGES]) is None
    assert common_varying_part([ONE, ONE]) is None


class TestOnVaryingPart:
    """Elementwise functions see what is stored, once."""

    def counted(self) -> tuple[Any, list[int]]:
        sizes: list[int] = []

        def add(*operands: Array) -> Array:
            sizes.append(max(operand.size for operand in operands))
            return sum(operands[1:], operands[0])

        return add, sizes

    def test_of_one_operand(self) -> None:
        add, sizes = self.counted()
        splat = np.broadcast_to(np.array(2.0, np.float32), (300, 400))
        result = on_varying_part(add, 1)(splat)
        assert sizes == [1]
        assert result.strides == (0, 0)
        assert_same(np.ascontiguousarray(result), np.full((300, 400), 2.0, np.float32))

    def test_rows_and_columns(self) -> None:
        add, sizes = self.counted()
        row = np.broadcast_to(np.arange(4), (3, 4))
        column = np.broadcast_to(np.arange(3)[:, None], (3, 4))
        kernel = on_varying_part(add, 2)
        np.testing.assert_array_equal(kernel(row, row), [[0, 2, 4, 6]] * 3)
        np.testing.assert_array_equal(kernel(row, column), [[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]])
        np.testing.assert_array_equal(kernel(row, np.ones((3, 4), np.int64)), [[1, 2, 3, 4]] * 3)
        assert sizes == [4, 12, 12]

    def test_scalars_beside_splats(self) -> None:
        add, sizes = self.counted()
        splat = np.broadcast_to(np.array(2), (30, 40))
        assert (on_varying_part(add, 3)(np.array(1), splat, np.array(5)) == 8).all()
        assert sizes == [1]

    def test_of_different_shapes(self) -> None:
        """As the body of a reduction sees them."""
        add, _ = self.counted()
        one, two = broadcast(np.array(1), (2, 1)), broadcast(np.array(2), (1, 3))
        np.testing.assert_array_equal(on_varying_part(add, 2)(one, two), np.full((2, 3), 3))

    def test_empty_and_of_size_one(self) -> None:
        add, _ = self.counted()
        kernel = on_varying_part(add, 1)
        assert kernel(np.broadcast_to(np.array(1), (0, 3))).shape == (0, 3)
        assert kernel(np.broadcast_to(np.array(1), (1, 1))).tolist() == [[1]]


def test_along_which_dimensions_arrays_vary() -> None:
    row = np.broadcast_to(np.arange(4.0), (3, 4))
    assert varying_of(row) == (False, True)
    assert varying_of(np.zeros((1, 4))) == (False, True)
    assert varying_of(np.zeros((3, 0))) == (False, False)
    assert any_varying(2, [(False, True), (), (True, False)]) == (True, True)
    assert any_varying(2, [()]) == (False, False)
    assert repeated_dimensions([row, np.broadcast_to(np.zeros((1, 1)), (3, 4))]) == [0]
    assert repeated_dimensions([row, np.zeros((3, 4))]) == []
    assert first_along(row, [0]).tolist() == [[0, 1, 2, 3]]


def test_the_order_in_memory() -> None:
    array = np.zeros((4, 5, 6))
    ordered = [
        array,
        array[::-1, :, ::-2],
        array[:, :1].transpose(1, 0, 2),
        np.broadcast_to(array[:, :1], (4, 5, 6)),
    ]
    assert [in_row_major_order(x) for x in ordered] == [True] * 4
    assert not in_row_major_order(array.T)


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_windows_are_views(dtype: Any) -> None:
    array = np.arange(10).astype(dtype)
    windows = window_view(array, [3], [2], [3], [2])
    assert windows.astype(int).tolist() == [[0, 2], [3, 5], [6, 8]]
    assert np.shares_memory(native_bits(windows), native_bits(array))
    assert not windows.flags.writeable


def test_the_nearest_axis() -> None:
    array = np.zeros((4, 5, 6))
    assert [nearest_axis(x) for x in (array, array.T, array.transpose(0, 2, 1), array[::-1, :, ::-1])] == [
        2,
        0,
        1,
        2,
    ]
    assert nearest_axis(as_strided(array, (4, 5), (0, 8))) == 1


@pytest.mark.parametrize(
    "asked", [r"(?<!op)(?<!self)(?<!window)(?<!labels)\.strides\b", r"def (is_splat|is_uniform)\(array"]
)
def test_only_storage_is_asked(asked: str) -> None:
    assert {place for place, text in sources().items() if re.search(asked, text)} == {
        "xdsl_stablehlo/values/storage.py"
    }
