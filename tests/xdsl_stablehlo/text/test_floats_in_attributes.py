"""Floats in attributes: the same value from text to text, in whatever form, and what C++ prints."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings, strategies as st
from xdsl.context import Context
from xdsl.utils.exceptions import ParseError

from tests.helpers.oracle import reprinted, verifies
from xdsl_stablehlo import parse_module, print_module, register_dialects
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType, scale_text
from xdsl_stablehlo.dialects.check import ExpectAlmostEqOp
from xdsl_stablehlo.dialects.stablehlo.attributes import ResultAccuracyAttr

TOLERANCE = "mode = #stablehlo.result_accuracy_mode<TOLERANCE>"
PLACES = {
    "f64": "{} : f64",
    "array": "array<f64: {}, 1.0>",
    "list": "[{} : f64, {} : f64]",
    "atol": "#stablehlo.result_accuracy<atol = {}, " + TOLERANCE + ">",
    "rtol": "#stablehlo.result_accuracy<rtol = {}, " + TOLERANCE + ">",
    "VHLO float": "#vhlo.float_v1<{} : !vhlo.f64_v1>",
    "VHLO tolerances": "#vhlo.result_accuracy_v1<atol = {}, rtol = {}, ulps = 0, "
    "mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>",
    "VHLO scale": "!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, {}:0, -128:127, 1>",
}
"""Where doubles stand in attributes and types."""

NARROW = {"f32": 4, "f16": 2, "bf16": 2, "f8E5M2": 1, "f8E4M3FN": 1}


def of_bits(bits: int) -> float:
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def literal(value: float) -> str:
    """A spelling that has all of a double."""
    text = f"{value:.17e}"
    return text if value - value == 0 else f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


DOUBLES = st.one_of(
    st.integers(0, (1 << 63) - 1).map(of_bits),
    st.integers(0, 1 << 60).map(float),
    st.sampled_from(
        [2147483647.0, 0.1, 1e22, 1e23, 4.9e-324, float("inf"), float("nan"), of_bits(0x7FF0000000000001)]
    ),
)


def program(attribute: str) -> str:
    return f"func.func @f() attributes {{x = {attribute}}} {{\n  return\n}}\n"


def printed(text: str) -> str:
    context = Context()
    register_dialects(context)
    return print_module(parse_module(text, context))


@pytest.mark.parametrize("place", PLACES)
@given(value=DOUBLES)
@settings(max_examples=25)
def test_doubles_are_printed_as_in_cpp_and_read_back(place: str, value: float):
    text = program(PLACES[place].replace("{}", literal(value)))
    ours = printed(text)
    assert ours == reprinted(text)
    assert printed(ours) == ours == reprinted(ours)


@pytest.mark.parametrize("spelling", ["1", "-0x3FF0000000000000", "0x13FF0000000000000"])
@pytest.mark.parametrize("place", [place for place in PLACES if place != "list"])
def test_what_is_no_double_is_refused_as_in_cpp(place: str, spelling: str):
    text = program(PLACES[place].replace("{}", spelling))
    with pytest.raises(ParseError):
        printed(text)
    assert verifies(text) is not None


@pytest.mark.parametrize("name", NARROW)
@given(data=st.data())
@settings(max_examples=40)
def test_narrow_floats_are_printed_as_in_cpp_and_read_back(name: str, data: st.DataObject):
    bits = data.draw(st.integers(0, (1 << 8 * NARROW[name]) - 1))
    text = program(f"[0x{bits:X} : {name}, array<{name}: 0x{bits:X}>]")
    ours = printed(text)
    assert ours == reprinted(text)
    assert printed(ours) == ours


@pytest.mark.parametrize("bits", [0x7FC00001, 0x7FA00001, 0xFF800000, 0x4F000000])
def test_hexadecimal_digits_of_a_narrow_vhlo_float_are_its_own(bits: int):
    text = printed(program(f"#vhlo.float_v1<0x{bits:X} : !vhlo.f32_v1>"))
    assert printed(text) == text
    assert (f"0x{bits:X}" in text) == (bits != 0x4F000000)


def test_a_tolerance_with_hexadecimal_digits_is_their_double():
    context = Context()
    register_dialects(context)
    spelled = "#stablehlo.result_accuracy<atol = 0x41DFFFFFFFC00000, " + TOLERANCE + ">"
    function = parse_module(program(spelled), context).body.block.first_op
    assert function is not None
    accuracy = function.attributes["x"]
    assert isinstance(accuracy, ResultAccuracyAttr)
    assert accuracy.atol.value.data == 2147483647.0


@given(value=st.floats(1e-30, 1e30))
@settings(max_examples=60)
def test_scales_of_quantized_types_are_read_back(value: float):
    assert float(scale_text(value, 0)) == value
    context = Context()
    register_dialects(context)
    for spelling in (scale_text(value, 0), literal(value)):
        function = parse_module(program(f"!quant.uniform<i8:f32, {spelling}>"), context).body.block.first_op
        assert function is not None
        t = function.attributes["x"]
        assert isinstance(t, UniformQuantizedType)
        assert t.scale == value


@given(value=st.floats(0, allow_infinity=False))
@settings(max_examples=40)
def test_tolerances_of_checks_are_read_back(value: float):
    context = Context()
    register_dialects(context)
    check = f"check.expect_almost_eq %a, %a, tolerance = {literal(value)} : tensor<f64>"
    text = f"func.func @f(%a: tensor<f64>) {{ {check} return }}"
    once = print_module(parse_module(text, context))
    for module in (parse_module(text, context), parse_module(once, context)):
        (check,) = (op for op in module.walk() if isinstance(op, ExpectAlmostEqOp))
        assert check.tolerance.value.data == value
