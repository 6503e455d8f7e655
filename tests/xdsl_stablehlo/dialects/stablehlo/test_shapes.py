"""Unknown sizes and bounds: what is compatible, what types agree on (the tables in upstream's Base.cpp)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from xdsl.dialects.builtin import AnyTensorType, TupleType, f32, f64, i8
from xdsl.ir import Attribute

from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedPerAxisType, UniformQuantizedType
from xdsl_stablehlo.dialects.stablehlo import TokenType, Violation
from xdsl_stablehlo.dialects.stablehlo.shapes import (
    SizeAndBound,
    all_bounds_of,
    bounds_of,
    compatible_element_types,
    compatible_types,
    concatenated_size,
    least_specific_type,
    most_specific_type,
)

KNOWN, FREE, UP_TO_4 = (3, UNKNOWN), (UNKNOWN, UNKNOWN), (UNKNOWN, 4)

# The rows c0 to c6: two descriptions of a dimension, and what they give in either order. None: they contradict.
MOST_SPECIFIC: list[tuple[SizeAndBound, SizeAndBound, SizeAndBound | None]] = [
    (KNOWN, KNOWN, KNOWN),
    (KNOWN, FREE, KNOWN),
    (KNOWN, UP_TO_4, KNOWN),
    (KNOWN, (UNKNOWN, 2), None),
    (FREE, FREE, FREE),
    (FREE, UP_TO_4, UP_TO_4),
    (UP_TO_4, (UNKNOWN, 5), UP_TO_4),
    (KNOWN, (4, UNKNOWN), None),
]
LEAST_SPECIFIC: list[tuple[SizeAndBound, SizeAndBound, SizeAndBound | None]] = [
    (KNOWN, KNOWN, KNOWN),
    (KNOWN, FREE, FREE),
    (KNOWN, UP_TO_4, UP_TO_4),
    ((5, UNKNOWN), UP_TO_4, (UNKNOWN, 5)),
    (FREE, FREE, FREE),
    (FREE, UP_TO_4, FREE),
    (UP_TO_4, (UNKNOWN, 5), (UNKNOWN, 5)),
    (KNOWN, (4, UNKNOWN), None),
]
CONCATENATED: list[tuple[SizeAndBound, SizeAndBound, SizeAndBound | None]] = [
    (KNOWN, KNOWN, (6, UNKNOWN)),
    (KNOWN, FREE, FREE),
    (KNOWN, UP_TO_4, (UNKNOWN, 7)),
    (FREE, FREE, FREE),
    (FREE, UP_TO_4, FREE),
    (UP_TO_4, (UNKNOWN, 5), (UNKNOWN, 9)),
]


def of(dim: SizeAndBound) -> AnyTensorType:
    size, bound = dim
    return tensor(f32, size) if bound == UNKNOWN else tensor(f32, size, bounds=(bound,))


@pytest.mark.parametrize(
    ("join", "table"), [(most_specific_type, MOST_SPECIFIC), (least_specific_type, LEAST_SPECIFIC)]
)
def test_joins(join: object, table: list[tuple[SizeAndBound, SizeAndBound, SizeAndBound | None]]):
    assert callable(join)
    for lhs, rhs, result in table:
        for pair in ((of(lhs), of(rhs)), (of(rhs), of(lhs))):
            if result is None:
                with pytest.raises(Violation, match="Mismatched dimension size"):
                    join(pair)
            else:
                assert join(pair) == of(result)


@pytest.mark.parametrize(("lhs", "rhs", "result"), CONCATENATED)
def test_concatenated_size(lhs: SizeAndBound, rhs: SizeAndBound, result: SizeAndBound):
    assert concatenated_size(lhs, rhs) == concatenated_size(rhs, lhs) == result


def test_tuples_are_joined_by_element():
    lhs, rhs = TupleType((tensor(f32, UNKNOWN), TokenType())), TupleType((tensor(f32, 2), TokenType()))
    assert most_specific_type((lhs, rhs)) == rhs
    assert least_specific_type((lhs, rhs)) == lhs
    with pytest.raises(Violation, match="Mismatched tuple sizes"):
        most_specific_type((lhs, TupleType((TokenType(),))))
    with pytest.raises(Violation, match="either all types must be tuples"):
        most_specific_type((lhs, TokenType()))
    with pytest.raises(Violation, match="Mismatched ranks"):
        most_specific_type((tensor(f32, 2), tensor(f32, 2, 2)))


def test_quantized_elements_are_compatible_whatever_their_scales():
    per_tensor, other = UniformQuantizedType(i8, f32, 0.5, 1), UniformQuantizedType(i8, f32, 0.25, 2)
    per_axis = UniformQuantizedPerAxisType(i8, f32, 0, [0.5], [1])
    assert compatible_element_types(per_tensor, other)
    assert not compatible_element_types(per_tensor, per_axis)
    assert not compatible_element_types(per_tensor, UniformQuantizedType(i8, f64, 0.5, 1))
    assert not compatible_element_types(per_tensor, i8)


def dims() -> st.SearchStrategy[SizeAndBound]:
    sizes = st.integers(0, 4)
    return st.one_of(st.tuples(sizes, st.just(UNKNOWN)), st.just(FREE), st.tuples(st.just(UNKNOWN), sizes))


@st.composite
def tensors(draw: st.DrawFn) -> AnyTensorType:
    drawn = draw(st.lists(dims(), min_size=2, max_size=2))
    bounds = tuple(bound for _, bound in drawn)
    sizes = [size for size, _ in drawn]
    return tensor(f32, *sizes, bounds=bounds if set(bounds) != {UNKNOWN} else ())


@given(tensors(), tensors())
def test_what_two_tensors_agree_on(lhs: AnyTensorType, rhs: AnyTensorType):
    assert compatible_types(lhs, lhs)
    assert compatible_types(lhs, rhs) == compatible_types(rhs, lhs)
    assert most_specific_type((lhs, lhs)) == least_specific_type((lhs, lhs)) == lhs
    if not compatible_types(lhs, rhs):
        return
    both: Attribute = most_specific_type((lhs, rhs))
    assert both == most_specific_type((rhs, lhs))
    assert all(compatible_types(both, t) for t in (lhs, rhs))
    either: Attribute = least_specific_type((lhs, rhs))
    assert either == least_specific_type((rhs, lhs))
    assert all(compatible_types(either, t) for t in (lhs, rhs, both))


@given(tensors())
def test_bounds_stand_at_unknown_sizes(t: AnyTensorType):
    assert bounds_of(t) in ((), all_bounds_of(t))
    assert all(UNKNOWN in (size, bound) for size, bound in zip(t.get_shape(), all_bounds_of(t)))
