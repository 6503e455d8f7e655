"""Tensor and Element: every element type there and back, copy on write, and operators of typed scalars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, f32, f64, i1, i8, i32, i64

from tests.helpers.drawn.samples import wild
from tests.helpers.element_types import ELEMENT_TYPES, FLOATS, INTEGERS
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.interpreter import Element, EvaluationError, Tensor
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.values.element_types import format_of_dtype, round_to

ui8, i4, bf16 = INTEGERS["ui8"], INTEGERS["i4"], FLOATS["bf16"]


@pytest.mark.parametrize("name", ELEMENT_TYPES)
def test_every_element_type_there_and_back(name: str) -> None:
    element_type = ELEMENT_TYPES[name]
    with quiet():
        array = round_to(wild("f64", 12), element_type) if name == "tf32" else wild(name, 12)
    tensor = Tensor.of(array.reshape(3, 4), element_type)
    assert (tensor.shape, tensor.element_type) == ((3, 4), element_type)
    again = Tensor.from_attr(tensor.to_attr())
    assert again == tensor
    assert again.array.tobytes() == array.tobytes()
    element = tensor.get((2, 3))
    assert element.type == element_type
    assert element.array.tobytes() == array[11:].tobytes()


@pytest.mark.parametrize("name", [name for name in ELEMENT_TYPES if name != "tf32"])
def test_element_type_of_a_dtype(name: str) -> None:
    assert Tensor.of(wild(name, 2)).type == TensorType(ELEMENT_TYPES[name], [2])


def test_no_element_type() -> None:
    with pytest.raises(ValueError, match="no element type of StableHLO is held as object"):
        format_of_dtype(np.dtype(object))


@pytest.mark.parametrize(
    ("value", "type", "expected"),
    [
        ([1, 2], None, "tensor<2xi64>"),
        ([True], None, "tensor<1xi1>"),
        (2.5, None, "tensor<f64>"),
        (1j, None, "tensor<complex<f64>>"),
        ([[1, 2]], f32, "tensor<1x2xf32>"),
        ([0.1], bf16, "tensor<1xbf16>"),
        ([7, -8], i4, "tensor<2xi4>"),
        ([True, False], i32, "tensor<2xi32>"),
        ([0, 1], i1, "tensor<2xi1>"),
        ([255], ui8, "tensor<1xui8>"),
        ([], f32, "tensor<0xf32>"),
        ([(), ()], i32, "tensor<2x0xi32>"),
    ],
)
def test_of_values(value: Any, type: Any, expected: str) -> None:
    assert str(Tensor.of(value, type).type) == expected


def test_of_rounds_to_tf32() -> None:
    values = np.array([1 + 2.0**-10, 1 + 2.0**-12], np.float32)
    assert Tensor.of(values, FLOATS["tf32"]).array.tolist() == [1 + 2.0**-10, 1.0]


def test_of_rounds_once() -> None:
    assert Tensor.of([1.0 + 2.0**-8 + 2.0**-40], bf16).array.astype(np.float64).tolist() == [1.0078125]


@pytest.mark.parametrize(
    ("value", "type", "message"),
    [
        ([1, 300], i8, r"300 \(int64\) is no element of type i8"),
        ([-1], ui8, r"-1 \(int64\) is no element of type ui8"),
        (5, i1, r"5 \(int64\) is no element of type i1"),
        ([8], i4, r"8 \(int64\) is no element of type i4"),
        ([1.0, 2.5], i8, r"2.5 \(float64\) is no element of type i8"),
        ([float("nan")], i32, r"nan \(float64\) is no element of type i32"),
        (1.0, i8, r"1.0 \(float64\) is no element of type i8"),
        ([-1, 1 << 63], i32, r"9.223372036854776e\+18 \(float64\) is no element of type i32"),
        ([1, 1j], f32, r"1j \(complex128\) is no element of type f32"),
        ([1, 2], TensorType(i8, [3]), r"int8\[2\] does not hold the elements of 'tensor<3xi8>'"),
        ([1, "a"], f32, "'a' is no element of type f32"),
        (["1"], i32, "'1' is no element of type i32"),
        (["\u202e\n"], TensorType(i32, [1]), r"'\\u202e\\n' is no element of type i32"),
        ([0.5, None], f32, "None is no element of type f32"),
        ({}, None, "{} is no element of type StableHLO"),
        ([1, 1 << 70], f32, "an integer of 71 bits is no element of type f32"),
        ([10**5000], i64, "an integer of 16610 bits is no element of type i64"),
        ([[1], [1, 2]], i32, r"\[\[1\], \[1, 2\]\] is no array: its lists differ in length, or are too deep"),
    ],
)
def test_of_values_that_do_not_fit(value: Any, type: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        Tensor.of(value, type)


def test_of_tensors_elements_and_attributes() -> None:
    tensor = Tensor.of([1, 2], i32)
    assert Tensor.of(tensor) is tensor
    assert Tensor.of(tensor, i32) is tensor
    assert Tensor.of(tensor, tensor.type) is tensor
    assert Tensor.of(tensor, f64).array.tolist() == [1.0, 2.0]
    assert Tensor.of(tensor.get((1,))) == Tensor.of(2, i32)
    assert Tensor.of(tensor.to_attr()) == tensor


def test_unknown_sizes_become_known() -> None:
    tensor = Tensor(TensorType(f32, [DYNAMIC_INDEX, 2]), np.zeros((3, 2), np.float32))
    assert str(tensor.type) == "tensor<3x2xf32>"
    with pytest.raises(ValueError, match=r"float32\[3, 1\] does not hold"):
        Tensor(TensorType(f32, [DYNAMIC_INDEX, 2]), np.zeros((3, 1), np.float32))


def test_quantized_tensors_hold_storage_integers() -> None:
    quantized = UniformQuantizedType(i8, f32, 0.5, 3)
    tensor = Tensor.of([1, -2], quantized)
    assert tensor.element_type == quantized
    assert tensor.array.dtype == np.int8
    assert Tensor.of([1, -2], i8).to_attr() == tensor.to_attr()


class TestCopyOnWrite:
    def test_what_was_handed_out_stays(self) -> None:
        tensor = Tensor.of([1, 2, 3], i32)
        before = tensor.array
        tensor.set((1,), Element(i32, 7))
        assert before.tolist() == [1, 2, 3]
        assert tensor.array.tolist() == [1, 7, 3]
        assert not tensor.array.flags.writeable

    def test_the_givers_array_stays(self) -> None:
        given = np.array([1, 2, 3], np.int32)
        tensor = Tensor.of(given)
        given[0] = 9
        tensor.set((1,), Element(i32, 7))
        assert (given.tolist(), tensor.array.tolist()) == ([9, 2, 3], [1, 7, 3])

    def test_only_shared_elements_are_copied(self) -> None:
        tensor = Tensor.of(np.zeros(1000, np.int32))
        tensor.set((0,), Element(i32, 1))
        # `array` would hand the storage out, so that the next `set` has to copy it.
        storage = tensor._array  # pyright: ignore[reportPrivateUsage]
        tensor.set((1,), Element(i32, 1))
        assert tensor._array is storage  # pyright: ignore[reportPrivateUsage]

    def test_a_splat_can_be_set(self) -> None:
        tensor = Tensor(TensorType(f32, [2, 2]), np.broadcast_to(np.array(1.0, np.float32), (2, 2)))
        tensor.set((0, 1), Element(f32, 5))
        assert tensor.array.tolist() == [[1.0, 5.0], [1.0, 1.0]]

    def test_scalars(self) -> None:
        tensor = Tensor.of(1.0, f32)
        tensor.set((), Element(f32, 2))
        assert float(tensor.get()) == 2.0

    @pytest.mark.parametrize("index", [(3,), (-1,), (), (0, 0)])
    def test_index_space(self, index: tuple[int, ...]) -> None:
        tensor = Tensor.of([1, 2, 3], i32)
        message = r"index \[.*\] is not in the index space of 'tensor<3xi32>'"
        with pytest.raises(IndexError, match=message):
            tensor.get(index)
        with pytest.raises(IndexError, match=message):
            tensor.set(index, Element(i32, 1))

    def test_other_types_are_refused(self) -> None:
        with pytest.raises(ValueError, match="an element of type i8 cannot be set in a 'tensor<1xi32>'"):
            Tensor.of([1], i32).set((0,), Element(i8, 1))


def test_tensors_are_equal_by_bits() -> None:
    nan = Tensor.of([np.nan], f32)
    assert nan == Tensor.of([np.nan], f32)
    assert Tensor.of([0.0], f32) != Tensor.of([-0.0], f32)
    assert Tensor.of([1], i32) != Tensor.of([1], i64)
    assert nan != "nan"
    with pytest.raises(TypeError, match="unhashable"):
        hash(nan)


def test_tensor_as_an_array() -> None:
    tensor = Tensor.of([1, 2], i32)
    assert np.asarray(tensor).tolist() == [1, 2]
    assert np.asarray(tensor, np.float64).dtype == np.float64
    copy = np.array(tensor)
    copy[0] = 5
    assert tensor.array.tolist() == [1, 2]
    assert repr(tensor) == "Tensor([1, 2] : tensor<2xi32>)"
    assert "..." in repr(Tensor.of(np.zeros(1000)))
    assert repr(Tensor.of([[1], [2]], i32)) == "Tensor([[1],\n        [2]] : tensor<2x1xi32>)"


OPERATORS: list[tuple[Callable[[Any, Any], Any], Any, Any, Any, Any]] = [
    (lambda a, b: a + b, i8, 127, 1, -128),
    (lambda a, b: a + b, i1, True, True, True),
    (lambda a, b: a - b, ui8, 0, 1, 255),
    (lambda a, b: a * b, i4, 7, 2, -2),
    (lambda a, b: a / b, i32, -7, 2, -3),
    (lambda a, b: a / b, f32, 1, 0, np.inf),
    (lambda a, b: a % b, i32, -7, 2, -1),
    (lambda a, b: a**b, i32, 3, 4, 81),
    (lambda a, b: a & b, i8, 6, 3, 2),
    (lambda a, b: a | b, i8, 6, 3, 7),
    (lambda a, b: a ^ b, i8, 6, 3, 5),
    (lambda a, b: a << b, i4, 7, 1, -2),
    (lambda a, b: a >> b, i8, -8, 1, -4),
    (lambda a, b: a >> b, ui8, 248, 1, 124),
]


@pytest.mark.parametrize(("operator", "type", "lhs", "rhs", "expected"), OPERATORS)
def test_operators(operator: Callable[[Any, Any], Any], type: Any, lhs: Any, rhs: Any, expected: Any) -> None:
    for other in (rhs, Element(type, rhs)):
        result = operator(Element(type, lhs), other)
        assert result.type == type
        assert result == Element(type, expected)


def test_unary_operators_and_conversions() -> None:
    assert (~Element(i8, 5)) == -6
    assert (-Element(i8, -128)) == -128
    assert abs(Element(i32, -5)) == 5
    modulus = abs(Element(ELEMENT_TYPES["complex<f32>"], 3 + 4j))
    assert (modulus.type, float(modulus)) == (f32, 5.0)
    assert Element(f32, 300.7).convert(i8) == 127
    assert (int(Element(i8, -3)), float(Element(bf16, 0.5)), bool(Element(i1, False))) == (-3, 0.5, False)
    assert complex(Element(ELEMENT_TYPES["complex<f64>"], 1 + 2j)) == 1 + 2j
    assert np.asarray(Element(i8, 3)).tolist() == 3


def test_comparisons() -> None:
    one, two = Element(f32, 1), Element(f32, 2)
    assert one < two
    assert one <= 1
    assert two > one
    assert two >= 2
    assert one != two
    assert Element(f32, 0.0) == Element(f32, -0.0)
    assert Element(f32, np.nan) != Element(f32, np.nan)
    assert Element(i1, False) < Element(i1, True)
    assert one != "one"
    assert (one == "one") is False
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_every_op_is_within_reach() -> None:
    element = Element(f32, 0.0)
    assert float(element.arithmetic.exponential(element.array)) == 1.0


def test_elements_that_do_not_combine() -> None:
    with pytest.raises(ValueError, match="elements of type f32 and f64 do not combine"):
        _ = Element(f32, 1) + Element(f64, 1)
    with pytest.raises(EvaluationError, match="tanh is not defined for elements of type i8"):
        Element(i8, 1).arithmetic.tanh(np.zeros((), np.int8))
    with pytest.raises(ValueError, match=r"an element is one value, not int64\[2\]"):
        Element(i8, [1, 2])


def test_repr_of_an_element() -> None:
    assert repr(Element(i8, 5)) == "Element(5 : i8)"
