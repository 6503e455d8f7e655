"""The border between attributes and arrays: views, splats, and equal bytes on the way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, strategies as st
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    AnyTensorType,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    Signedness,
    StringAttr,
    TensorType,
    bf16,
    f32,
    f64,
    i1,
    tf32,
)
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.values.element_types import Array, dtype_of, format_or_none
from xdsl_stablehlo.values.elements import (
    SplatElementsAttr,
    array_of,
    attribute_of,
    buffer_of,
    elements_from_buffer,
)
from xdsl_stablehlo.values.storage import SPLAT_BYTES

i4, i8 = IntegerType(4), IntegerType(8)
ui8 = IntegerType(8, Signedness.UNSIGNED)


def tensor(element_type: Attribute, *shape: int) -> AnyTensorType:
    return TensorType(element_type, shape)


def dense(element_type: Attribute, values: Sequence[float]) -> DenseIntOrFPElementsAttr[AnyFloat]:
    """What xDSL itself packs for these values."""
    return DenseIntOrFPElementsAttr.from_list(TensorType(cast(AnyFloat, element_type), [len(values)]), values)


ELEMENT_TYPES = [
    *[float_type() for float_type in AnyFloat.__args__],
    i1,
    *(IntegerType(w, s) for w in (2, 4, 8, 16, 32, 64) for s in (Signedness.SIGNLESS, Signedness.UNSIGNED)),
    IndexType(),
    ComplexType(f32),
    ComplexType(f64),
]


@pytest.mark.parametrize("element_type", [t for t in ELEMENT_TYPES if format_or_none(t) is not None])
def test_bytes_come_back_equal(element_type: Attribute):
    """Random buffers of each type, read as MLIR reads them, survive the way through an array."""
    random = np.random.default_rng(3)
    tensor_type = tensor(element_type, 5, 7)
    size = 3 if element_type == tf32 else dtype_of(element_type).itemsize
    attribute = elements_from_buffer(tensor_type, random.integers(0, 256, 35 * size, np.uint8).tobytes())
    array = array_of(attribute)
    assert array.dtype == dtype_of(element_type)
    assert array.shape == (5, 7)
    assert attribute_of(array, tensor_type) == attribute
    assert attribute_of(array.copy(), tensor_type) == attribute
    assert attribute_of(np.asfortranarray(array), tensor_type) == attribute


@pytest.mark.parametrize(
    ("element_type", "values"),
    [
        (i1, [1, 0, 1]),
        (i4, [-8, -1, 7]),
        (IntegerType(2, Signedness.UNSIGNED), [0, 3, 1]),
        (ui8, [0, 255, 7]),
    ],
)
def test_integers_are_stored_as_xdsl_stores_them(element_type: Attribute, values: list[int]):
    attribute = dense(element_type, values)
    array = array_of(attribute)
    assert array.astype(np.int64).tolist() == values
    assert attribute_of(array, tensor(element_type, len(values))) == attribute


def test_tf32_is_held_as_float32():
    attribute = dense(tf32, [1.0, -2.5, float("inf")])
    array = array_of(attribute)
    assert array.dtype == np.float32
    assert array.tolist() == [1.0, -2.5, float("inf")]
    assert attribute_of(array, tensor(tf32, 3)) == attribute


def test_reading_copies_nothing_and_the_bytes_stay_the_same_object():
    data = np.arange(6, dtype=np.float32).tobytes()
    attribute = DenseIntOrFPElementsAttr(TensorType(f32, [6]), BytesAttr(data))
    array = array_of(attribute)
    assert not array.flags.writeable
    assert np.shares_memory(array, np.frombuffer(data, np.float32))
    assert attribute_of(array.reshape(2, 3), tensor(f32, 2, 3)).data.data is data


def test_one_byte_of_raw_data_is_a_splat():
    assert array_of(elements_from_buffer(tensor(i1, 9), b"\x03")).tolist() == [True] * 9


def test_large_splats_are_one_element():
    shape = (1000, 1000)
    broadcast = np.broadcast_to(np.float32(2), shape)
    splat = attribute_of(broadcast, tensor(f32, *shape))
    assert isinstance(splat, SplatElementsAttr)
    assert splat.data.data == np.float32(2).tobytes()
    assert array_of(splat).strides == (0, 0)
    assert attribute_of(np.full(shape, 2, np.float32), tensor(f32, *shape)) == splat
    assert attribute_of(array_of(splat), tensor(f32, *shape)) == splat


def test_equal_numbers_with_different_bits_are_no_splat():
    zeros = np.zeros(SPLAT_BYTES, np.float32)
    zeros[-1] = -0.0
    assert not isinstance(attribute_of(zeros, tensor(f32, SPLAT_BYTES)), SplatElementsAttr)


def test_a_transposed_array_of_one_value_is_a_splat():
    array = np.full((300, 200), 7, np.int32).T
    assert isinstance(attribute_of(array, tensor(IntegerType(32), 200, 300)), SplatElementsAttr)
    array = np.arange(60000, dtype=np.int32).reshape(300, 200).T
    attribute = attribute_of(array, tensor(IntegerType(32), 200, 300))
    assert np.array_equal(array_of(attribute), array)


def test_a_splat_answers_what_readers_of_xdsls_attribute_ask():
    splat = SplatElementsAttr(tensor(IntegerType(32), 2, 3), BytesAttr(np.int32(5).tobytes()))
    assert splat.get_type() == tensor(IntegerType(32), 2, 3)
    assert splat.get_shape() == (2, 3)
    assert splat.get_element_type() == IntegerType(32)
    assert list(splat.iter_values()) == [5] * 6
    assert splat.get_values() == (5,) * 6
    assert splat.is_splat()
    assert len(splat) == 6
    assert str(splat) == "dense<5> : tensor<2x3xi32>"


def test_elements_of_a_quantized_type_are_stored_in_the_storage_type():
    quantized = UniformQuantizedType(i8, f32, 0.5, signed=False)
    array = np.array([0, 255], np.uint8)
    attribute = attribute_of(array, tensor(quantized, 2))
    assert attribute.type == tensor(i8, 2)
    assert array_of(attribute).tolist() == [0, -1]
    assert dtype_of(quantized) == np.uint8


@pytest.mark.parametrize(
    ("array", "tensor_type"),
    [
        (np.zeros(3, np.float32), tensor(f32, 2)),
        (np.zeros(2, np.float64), tensor(f32, 2)),
        (np.zeros(2, ml_dtypes.bfloat16), tensor(f32, 2)),
        (np.zeros(2, np.float32), tensor(bf16, 2)),
    ],
)
def test_an_array_of_another_shape_or_dtype_is_refused(array: Array, tensor_type: AnyTensorType):
    with pytest.raises(ValueError, match="does not hold the elements of"):
        attribute_of(array, tensor_type)


def test_a_buffer_of_the_wrong_size_is_refused():
    short = DenseIntOrFPElementsAttr(TensorType(f32, [3]), BytesAttr(bytes(8)))
    with pytest.raises(ValueError, match="2 values where 'tensor<3xf32>' has 3"):
        array_of(short)
    odd = DenseIntOrFPElementsAttr(TensorType(f32, [3]), BytesAttr(bytes(11)))
    with pytest.raises(ValueError, match="not a whole number of 'f32' elements"):
        array_of(odd)
    with pytest.raises(ValueError, match="9 bytes of elements where 'tensor<3xf32>' has 12"):
        elements_from_buffer(tensor(f32, 3), bytes(9))
    with pytest.raises(ValueError, match="static shape"):
        elements_from_buffer(tensor(f32, DYNAMIC_INDEX), bytes(4))


def test_what_holds_no_elements_is_refused():
    with pytest.raises(ValueError, match="holds no dense elements"):
        array_of(StringAttr("x"))
    with pytest.raises(ValueError, match="not an element type"):
        dtype_of(IntegerType(3))


@given(st.lists(st.floats(width=32), min_size=1, max_size=20))
def test_any_floats_come_back(values: list[float]):
    array = np.array(values, np.float32)
    attribute = attribute_of(array, tensor(f32, len(values)))
    assert array_of(attribute).tobytes() == array.tobytes() == buffer_of(array, f32)
