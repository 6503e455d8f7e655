"""What types say of their values, and values that are not as their types say."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from xdsl.ir import Attribute

from tests.helpers.programs import context
from xdsl_stablehlo.interpreter.execution.type_facts import (
    ANY_SIZE,
    COMPLEX_ARITHMETIC,
    DeclaredForm,
    TypeFacts,
    conform,
    conformed,
    declared_form,
    facts_of,
)
from xdsl_stablehlo.interpreter.interface.errors import EvaluationError
from xdsl_stablehlo.text.read.parser import TextParser
from xdsl_stablehlo.values.element_types import Array

F32 = np.dtype(np.float32)


def type_of(text: str) -> Attribute:
    return TextParser(context(), text).parse_type()


FACTS = [
    ("tensor<2x3xf32>", DeclaredForm(F32, (2, 3)), 6, 24, False, 1, 25),
    ("tensor<f64>", DeclaredForm(np.dtype(np.float64), ()), 1, 8, False, 1, 400),
    ("tensor<0x5xi1>", DeclaredForm(np.dtype(np.bool_), (0, 5)), 0, 0, False, 1, 25),
    ("tensor<?x3xf32>", DeclaredForm(F32, None, (ANY_SIZE, range(3, 4))), None, None, False, 1, 25),
    (
        "tensor<?x?xf32, #stablehlo.bounds<?, 4>>",
        DeclaredForm(F32, None, (ANY_SIZE, range(5))),
        None,
        None,
        False,
        1,
        25,
    ),
    ("tensor<4xf16>", DeclaredForm(np.dtype(np.float16), (4,)), 4, 8, False, 12, 25),
    ("tensor<4xbf16>", DeclaredForm(np.dtype(ml_dtypes.bfloat16), (4,)), 4, 8, False, 4, 25),
    ("tensor<4xi4>", DeclaredForm(np.dtype(ml_dtypes.int4), (4,)), 4, 4, False, 12, 25),
    (
        "tensor<2xcomplex<f32>>",
        DeclaredForm(np.dtype(np.complex64), (2,)),
        2,
        16,
        False,
        COMPLEX_ARITHMETIC,
        60,
    ),
    ("tensor<2x!quant.uniform<i8:f32, 1.0>>", DeclaredForm(np.dtype(np.int8), (2,)), 2, 2, True, 1, 25),
    ("!stablehlo.token", None, 0, 0, False, 1, 0),
    ("tuple<tensor<2xf32>>", None, 0, 0, False, 1, 0),
    ("tensor<2xi7>", None, 0, 0, False, 1, 0),
]


@pytest.mark.parametrize(("text", "form", "elements", "size", "quantized", "arithmetic", "function"), FACTS)
def test_facts(
    text: str,
    form: DeclaredForm | None,
    elements: int,
    size: int,
    quantized: bool,
    arithmetic: int,
    function: int,
) -> None:
    value_type = type_of(text)
    assert declared_form(value_type) == form
    assert facts_of(value_type) == TypeFacts(form, elements, size, quantized, arithmetic, function)


ONES = np.ones((2, 3), np.float32)


@pytest.mark.parametrize(
    ("value", "form", "holds"),
    [
        (ONES, DeclaredForm(F32, (2, 3)), True),
        (ONES, DeclaredForm(F32, None), True),
        (ONES, DeclaredForm(F32, (3, 2)), False),
        (ONES, DeclaredForm(F32, None, (ANY_SIZE, range(3, 4))), True),
        (ONES, DeclaredForm(F32, None, (ANY_SIZE, range(2, 3))), False),
        (ONES, DeclaredForm(F32, None, (ANY_SIZE, range(3))), False),
        (ONES, DeclaredForm(F32, None, (range(3), range(4))), True),
        (ONES, DeclaredForm(F32, None, (ANY_SIZE,)), False),
        (ONES, DeclaredForm(F32, None, (ANY_SIZE, ANY_SIZE, ANY_SIZE)), False),
        (ONES, DeclaredForm(np.dtype(np.float64), None, (ANY_SIZE, ANY_SIZE)), False),
        (ONES, DeclaredForm(np.dtype(np.float64), (2, 3)), False),
        (ONES, DeclaredForm(np.dtype(np.int32), None), False),
        (np.float32(1), DeclaredForm(F32, ()), False),
        (1.0, DeclaredForm(F32, None), False),
    ],
)
def test_a_form_holds_arrays_of_its_dtype_and_shape(value: object, form: DeclaredForm, holds: bool) -> None:
    assert form.holds(value) is holds


def test_scalars_become_arrays_and_arrays_stay_what_they_are() -> None:
    array = conform(np.float32(2.5), DeclaredForm(F32, ()))
    assert (type(array), array.dtype, array.shape, float(array)) == (np.ndarray, F32, (), 2.5)
    assert conform(ONES, DeclaredForm(F32, (2, 3))) is ONES
    assert conformed(ONES, DeclaredForm(F32, None)) is ONES
    assert conformed("anything", None) == "anything"
    assert type(conformed(np.float32(1), DeclaredForm(F32, ()))) is np.ndarray


@pytest.mark.parametrize(
    ("value", "form", "message"),
    [
        (ONES, DeclaredForm(F32, (6,)), r"^evaluates to float32\[2, 3\] where float32\[6\] is declared$"),
        (ONES, DeclaredForm(np.dtype(np.int8), None), r"float32\[2, 3\] where int8\[\] is declared$"),
        (
            ONES,
            DeclaredForm(F32, None, (ANY_SIZE, range(4, 5), range(6))),
            r"^evaluates to float32\[2, 3\] where float32\[\?, 4, 0 to 5\] is declared$",
        ),
        (np.float64(1), DeclaredForm(F32, ()), r"^evaluates to float64\[\] where float32\[\] is declared$"),
    ],
)
def test_other_values_are_errors(value: Array, form: DeclaredForm, message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        conform(value, form)
    with pytest.raises(EvaluationError, match=message):
        conformed(value, form)
