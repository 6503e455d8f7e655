"""Dense literals: what is read, what is refused and with which words, what is printed."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, f32
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from tests.helpers.oracle import verifies
from xdsl_stablehlo import register_dialects
from xdsl_stablehlo.text import Pieces
from xdsl_stablehlo.text.literals import parse_elements
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.text.read.parser import TextParser
from xdsl_stablehlo.values.elements import SplatElementsAttr, array_of, attribute_of


def _context() -> Context:
    ctx = Context()
    register_dialects(ctx)
    return ctx


def reread(text: str) -> str:
    """A literal as our printer writes what our parser reads."""
    pieces = Pieces()
    TextPrinter(pieces).print_attribute(TextParser(_context(), text).parse_attribute())
    return pieces.join()


# What C++ MLIR prints for each literal.
READ = [
    ("dense<0xFF800000> : tensor<f32>", "dense<0xFF800000> : tensor<f32>"),
    ("dense<0x3F800000> : tensor<f32>", "dense<1.000000e+00> : tensor<f32>"),
    ("dense<[0x7FC00001, -0.0]> : tensor<2xf32>", "dense<[0x7FC00001, -0.000000e+00]> : tensor<2xf32>"),
    ("dense<[-0.0, 0.0]> : tensor<2xf32>", "dense<[-0.000000e+00, 0.000000e+00]> : tensor<2xf32>"),
    ("dense<1.0e39> : tensor<1xf32>", "dense<0x7F800000> : tensor<1xf32>"),
    ("dense<-1.0e39> : tensor<f32>", "dense<0xFF800000> : tensor<f32>"),
    ("dense<1.0e400> : tensor<f64>", "dense<0x7FF0000000000000> : tensor<f64>"),
    ("dense<1.e5> : tensor<f32>", "dense<1.000000e+05> : tensor<f32>"),
    (
        "dense<[1.0, // a > b: c\n 2.0 // d\n]> : tensor<2xf32>",
        "dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>",
    ),
    ('dense< // a > b\n "0x0000803F"> : tensor<f32>', "dense<1.000000e+00> : tensor<f32>"),
    ("dense<0x7F> : tensor<2xf32>", "dense<1.779650e-43> : tensor<2xf32>"),
    ("dense<0.00048828125> : tensor<f16>", "dense<4.882810e-04> : tensor<f16>"),
    ("dense<0.00048828125> : tensor<f32>", "dense<4.8828125E-4> : tensor<f32>"),
    ("dense<1.001953125> : tensor<f32>", "dense<1.00195313> : tensor<f32>"),
    ("dense<1234567.0> : tensor<f32>", "dense<0x4996B438> : tensor<f32>"),
    ("dense<3.141592653589793> : tensor<f64>", "dense<3.1415926535897931> : tensor<f64>"),
    ("dense<123456789012345680.0> : tensor<f64>", "dense<1.2345678901234568E+17> : tensor<f64>"),
    ("dense<1.0e39> : tensor<f8E4M3FN>", "dense<0x7F> : tensor<f8E4M3FN>"),
    ("dense<1.0e39> : tensor<f8E5M2>", "dense<0x7C> : tensor<f8E5M2>"),
    ("dense<1.0e39> : tensor<f4E2M1FN>", "dense<6.000000e+00> : tensor<f4E2M1FN>"),
    ("dense<0.0> : tensor<f8E8M0FNU>", "dense<5.877470e-39> : tensor<f8E8M0FNU>"),
    ("dense<-1.0> : tensor<f8E8M0FNU>", "dense<0xFF> : tensor<f8E8M0FNU>"),
    ("dense<-0.0> : tensor<f8E4M3FNUZ>", "dense<0.000000e+00> : tensor<f8E4M3FNUZ>"),
    ("dense<0x1FC00> : tensor<tf32>", "dense<1.000000e+00> : tensor<tf32>"),
    ("dense<255> : tensor<i8>", "dense<-1> : tensor<i8>"),
    ("dense<0xFF> : tensor<i8>", "dense<-1> : tensor<i8>"),
    ("dense<-0x1> : tensor<i8>", "dense<-1> : tensor<i8>"),
    ("dense<007> : tensor<i8>", "dense<7> : tensor<i8>"),
    ("dense<255> : tensor<ui8>", "dense<255> : tensor<ui8>"),
    ("dense<9223372036854775808> : tensor<i64>", "dense<-9223372036854775808> : tensor<i64>"),
    ("dense<18446744073709551615> : tensor<ui64>", "dense<18446744073709551615> : tensor<ui64>"),
    ("dense<[1, 0]> : tensor<2xi1>", "dense<[true, false]> : tensor<2xi1>"),
    ("dense<[true, 0]> : tensor<2xi1>", "dense<[true, false]> : tensor<2xi1>"),
    ("dense<-1> : tensor<index>", "dense<-1> : tensor<index>"),
    ('dense<"0x0100FF"> : tensor<3xi1>', "dense<[true, false, true]> : tensor<3xi1>"),
    ('dense<"0x03"> : tensor<9xi1>', "dense<true> : tensor<9xi1>"),
    ('dense<"0xFF08"> : tensor<2xi4>', "dense<[-1, -8]> : tensor<2xi4>"),
    (
        "dense<(1.0, 0x7F800000)> : tensor<complex<f32>>",
        "dense<(1.000000e+00,0x7F800000)> : tensor<complex<f32>>",
    ),
    (
        "dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>",
        "dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f64>>",
    ),
    ("dense<[]> : tensor<0xf32>", "dense<> : tensor<0xf32>"),
    ("dense<[[], []]> : tensor<2x0xf32>", "dense<> : tensor<2x0xf32>"),
    ("dense<1.0> : tensor<0x2xf32>", "dense<1.000000e+00> : tensor<0x2xf32>"),
    ('dense<"0x"> : tensor<0xi8>', "dense<> : tensor<0xi8>"),
    ("dense<[[1, 2], [3, 4]]> : vector<2x2xi32>", "dense<[[1, 2], [3, 4]]> : vector<2x2xi32>"),
    ("dense<2> : vector<2xi32>", "dense<2> : vector<2xi32>"),
    ("dense<\n  [1, // one\n   2]> : tensor<2xi32>", "dense<[1, 2]> : tensor<2xi32>"),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_read_and_printed(text: str, expected: str):
    assert reread(text) == expected


@pytest.mark.parametrize(("text", "expected"), READ)
def test_xdsls_own_parser_reads_the_same_through_parse_elements(text: str, expected: str):
    pieces = Pieces()
    TextPrinter(pieces).print_attribute(parse_elements(Parser(_context(), text)))
    assert pieces.join() == expected


# With C++ MLIR's words.
REFUSED = [
    ("dense<> : tensor<2xf32>", "parsed zero elements, but type ('tensor<2xf32>') expected at least 1"),
    ("dense<[1.0]> : tensor<f32>", "inferred shape of elements literal ([1]) does not match type ([])"),
    (
        "dense<[1.0, 2.0]> : tensor<2x1xf32>",
        "inferred shape of elements literal ([2]) does not match type ([2, 1])",
    ),
    ("dense<[[1.0], [2.0, 3.0]]> : tensor<2x1xf32>", "ranks are not consistent between elements"),
    ("dense<[[1.0], 2.0]> : tensor<2x1xf32>", "ranks are not consistent between elements"),
    ("dense<[1.0]]> : tensor<1xf32>", "expected ']' in tensor literal"),
    ("dense<[false]> : tensor<0xf32>", "inferred shape of elements literal ([1]) does not match type ([0])"),
    ("dense<[1]> : tensor<0xi32>", "inferred shape of elements literal ([1]) does not match type ([0])"),
    ("dense<1.0e> : tensor<f32>", "expected floating point literal"),
    ("dense<1-2> : tensor<i32>", "expected element literal of primitive type"),
    ("dense<[2, 0]> : tensor<2xi1>", "integer constant out of range for type"),
    ("dense<true> : tensor<2xi8>", "expected i1 type for 'true' or 'false' values"),
    ("dense<256> : tensor<i8>", "integer constant out of range for type"),
    ("dense<-129> : tensor<i8>", "integer constant out of range for type"),
    ("dense<-1> : tensor<ui8>", "expected unsigned integer elements, but parsed negative value"),
    ("dense<128> : tensor<si8>", "integer constant out of range for type"),
    ("dense<18446744073709551616> : tensor<i64>", "integer constant out of range for type"),
    ("dense<1.0> : tensor<i8>", "expected integer elements, but parsed floating-point"),
    ("dense<1> : tensor<2xf32>", "unexpected decimal integer literal for a floating point value"),
    ("dense<[1.0, -2]> : tensor<2xf32>", "unexpected decimal integer literal for a floating point value"),
    ("dense<-0x7F800000> : tensor<f32>", "hexadecimal float literal should not have a leading minus"),
    ("dense<0x17F800000> : tensor<f32>", "hexadecimal float constant out of range for type"),
    ("dense<0x1F> : tensor<f4E2M1FN>", "hexadecimal float constant out of range for type"),
    ("dense<true> : tensor<f32>", "expected floating point literal"),
    ("dense<1e5> : tensor<f32>", "expected floating point literal"),
    ("dense<1.0.0> : tensor<f32>", "expected floating point literal"),
    *(
        (f"dense<{literal}> : tensor<{element}>", "expected a comma or a bracket after an element literal")
        for literal, element in [
            *(("1 1", "i32"), ("[1 1]", "1xi32"), ("[0, 1 1]", "2xi32"), ("[[0, 1\n1]]", "1x2xi32")),
            *(("[1, 2 //\n3]", "2xi32"), ("[0x1 0]", "1xi32"), ("tr ue", "i1"), ("1 -1", "i32")),
            *(("1. 0", "f32"), ("[1.0\t1.0]", "1xf32"), ("1.0e 5", "f32"), ("(1.0, 2. 0)", "complex<f32>")),
        ]
    ),
    ("dense<1_0> : tensor<i32>", "expected element literal of primitive type"),
    ("dense<1_0.0> : tensor<f32>", "expected floating point literal"),
    ("dense<(1, 2)> : tensor<complex<f32>>", "unexpected decimal integer literal for a floating point value"),
    ("dense<1.0> : tensor<complex<f32>>", "expected element literal of primitive type"),
    ('dense<"0x00"> : tensor<3xf32>', "elements hex data size is invalid for provided type: 'tensor<3xf32>'"),
    ('dense<"0x0"> : tensor<3xi8>', "expected string containing hex digits starting with `0x`"),
    ('dense<"0xGG"> : tensor<3xi8>', "expected string containing hex digits starting with `0x`"),
    ('dense<"abc"> : tensor<3xi8>', "expected string containing hex digits starting with `0x`"),
    ("dense<1.0> : tensor<?xf32>", "elements literal type must have static shape"),
    ("dense<1.0> : f32", "elements literal must be a shaped type"),
    ("dense<1> : tensor<2xi3>", "'i3' is not an element type of StableHLO"),
    ("dense<> : tensor<0x!quant.uniform<i8:f32, 0.5>>", "there are no literals of '!quant.uniform<i8:f32, "),
    ("dense<[1, 2 : tensor<2xi32>", "expected '<', a literal and '>'"),
    ('dense<"0x00', "expected '<', a literal and '>'"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text: str, message: str):
    for parser in (TextParser(_context(), text), Parser(_context(), text)):
        with pytest.raises(ParseError) as caught:
            parse_elements(parser)
        assert message in caught.value.msg


def test_the_error_stands_at_the_element():
    with pytest.raises(ParseError) as caught:
        reread("dense<[1.3, 2.0,\n 3]> : tensor<3xf32>")
    assert caught.value.span.get_location()[1:] == (2, 2)


def test_more_than_a_hundred_elements_are_a_hexadecimal_string():
    numbers = list(range(101))
    assert reread(f"dense<{numbers[:100]}> : tensor<100xi8>") == f"dense<{numbers[:100]}> : tensor<100xi8>"
    digits = bytes(numbers).hex().upper()
    assert reread(f"dense<{numbers}> : tensor<101xi8>") == f'dense<"0x{digits}"> : tensor<101xi8>'


@pytest.mark.parametrize(
    ("element_type", "values", "digits"), [("i4", (-1, -8), "0F08"), ("i1", ("true", "false"), "0100")]
)
def test_strings_of_small_integers_are_as_cpp_writes_them(
    element_type: str, values: tuple[object, object], digits: str
):
    items = ", ".join(map(str, values * 51))
    assert reread(f"dense<[{items}]> : tensor<102x{element_type}>") == (
        f'dense<"0x{digits * 51}"> : tensor<102x{element_type}>'
    )


def test_a_large_splat_is_never_expanded():
    attribute = TextParser(_context(), "dense<1.5> : tensor<1000000x1000000xf32>").parse_attribute()
    assert isinstance(attribute, SplatElementsAttr)
    assert len(attribute.data.data) == 4


@pytest.mark.parametrize(
    ("literal", "bits"),
    [
        ("1.0", 0x1FC00),
        ("1.00048828125", 0x1FC00),  # half of the last place: to even
        ("1.00146484375", 0x1FC02),
        ("1.0004882812500005", 0x1FC01),  # a little more than half: rounded once
        ("-3.5", 0x60300),
        ("1.0e39", 0x3FC00),
    ],
)
def test_tf32_is_rounded_once_to_even(literal: str, bits: int):
    assert reread(f"dense<{literal}> : tensor<tf32>") == reread(f"dense<{bits:#x}> : tensor<tf32>")


def test_a_large_string_is_decoded_in_pieces():
    data = np.random.default_rng(1).integers(0, 256, (1 << 20) + 10, np.uint8)
    text = f'dense<"0x{data.tobytes().hex().upper()}"> : tensor<{data.size}xui8>'
    assert reread(text) == text


@pytest.mark.parametrize("text", ["dense<1> : tensor<2xi3>", "dense<1> : tensor<2xi128>"])
def test_types_outside_of_the_specification_are_refused(text: str):
    with pytest.raises(ParseError, match="is not an element type of StableHLO"):
        reread(text)


def test_splats_of_any_size():
    """One element below and above the limit for expanded splats, and more elements than there are addresses."""
    for size, kind in ((1 << 14, DenseIntOrFPElementsAttr), ((1 << 14) + 1, SplatElementsAttr)):
        attribute = TextParser(_context(), f"dense<1.5> : tensor<{size}xf32>").parse_attribute()
        assert isinstance(attribute, kind)
        assert attribute_of(np.full(size, 1.5, np.float32), TensorType(f32, [size])) == attribute
    huge = "dense<1> : tensor<1000000000000x1000000000000xi8>"
    assert reread(huge) == huge


def test_a_short_list_for_a_huge_type_is_an_error_at_once():
    with pytest.raises(ParseError, match="inferred shape of elements literal"):
        reread("dense<[1]> : tensor<1000000000000xi32>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0x7F800000 : f32", "0x7F800000 : f32"),
        ("0x7F800001 : f32", "0x7F800001 : f32"),
        ("0xFFC12345 : f32", "0xFFC12345 : f32"),
        ("0x3C00 : f16", "1.000000e+00 : f16"),
        ("0x7E01 : f16", "0x7E01 : f16"),
        ("0x7FC1 : bf16", "0x7FC1 : bf16"),
        ("0x7FF8000000000123 : f64", "0x7FF8000000000123 : f64"),
        ("0x7F : f8E4M3FN", "0x7F : f8E4M3FN"),
        ("1.0e39 : f32", "0x7F800000 : f32"),
        ("-0.0 : f32", "-0.000000e+00 : f32"),
        ("2.5", "2.500000e+00 : f64"),
        ("-7", "-7 : i64"),
        ("0xFF : i32", "255 : i32"),
        ("true", "true"),
        ("[1, 2.0, 1 : i32, true]", "[1, 2.000000e+00, 1 : i32, true]"),
        ("array<f32: 0x7F800000, 1.0, -0.0>", "array<f32: 0x7F800000, 1.000000e+00, -0.000000e+00>"),
        ("array<i64: 1, -2>", "array<i64: 1, -2>"),
        ("array<i64>", "array<i64>"),
        ("array<i1: true, false>", "array<i1: true, false>"),
        ('{b = 1 : i32, a = "x\\22y", "c d"}', '{a = "x\\22y", b = 1 : i32, "c d"}'),
        ('@f::@"g h"', '@f::@"g h"'),
    ],
)
def test_other_attributes(text: str, expected: str):
    assert reread(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0x17F800000 : f32", "hexadecimal float constant out of range for type"),
        ("1 : f32", "unexpected decimal integer literal for a floating point value"),
        ("1.0 : i32", "floating point value not valid for specified type"),
        ("array<i64: 1 1>", "expected a comma or a bracket after an element literal"),
        ("array<f32: 1. 5, 2.0>", "expected a comma or a bracket after an element literal"),
        ("array<i64: >", "expected element literal of primitive type"),
        ("array<f32:>", "expected element literal of primitive type"),
        ('opaque<"a", "0x00">', "expected attribute value"),
        ("array<f32: 1, 2.0>", "unexpected decimal integer literal for a floating point value"),
    ],
)
def test_other_attributes_refused(text: str, message: str):
    with pytest.raises(ParseError) as caught:
        reread(text)
    assert message in caught.value.msg
    assert verifies(f"module attributes {{a.b = {text}}} {{}}") is not None


@pytest.mark.parametrize(
    "text",
    [
        *("tensor<2xindex>", "tensor<2xvector<2xi1>>", "tensor<2x!stablehlo.token>", "vector<2xindex>"),
        *("memref<2xmemref<2xi1>>", "dense<- 1> : tensor<i32>", "dense<[ 1 ,\n2 ]> : tensor<2xi32>"),
    ],
)
def test_what_looks_odd_and_is_allowed(text: str):
    reread(text)
    assert verifies(f"module attributes {{a.b = {text}}} {{}}") is None


def elements(text: str) -> Attribute:
    return TextParser(_context(), text).parse_attribute()


def test_many_decimal_literals_are_each_the_nearest_number() -> None:
    random = np.random.default_rng(5)
    values = random.normal(size=1500) * 10.0 ** random.integers(-40, 40, 1500)
    tokens = [f"{x:.{1 + i % 17}e}" for i, x in enumerate(values.tolist())]
    tokens += ["1.0", "-0.0", "1.e5", "4.9e-324", "2.4703282292062327e-324", "1.7976931348623159e308"]
    tokens += ["9007199254740993.0", "1.0e400", "-1.0e400"]
    attribute = elements(f"dense<[{', '.join(tokens)}]> : tensor<{len(tokens)}xf64>")
    assert array_of(attribute).tobytes() == np.array([float(token) for token in tokens]).tobytes()


@pytest.mark.parametrize(
    "wrong", ["1.0.", "1.0e", "--1.0", "1.0e5e3.", "1e.5", ".", "1.-0", "0x12.", "1.0e+"]
)
def test_what_is_no_number_is_refused_among_many(wrong: str) -> None:
    tokens = ["1.5"] * 1200
    tokens[700] = wrong
    with pytest.raises(ParseError, match="expected floating point literal"):
        elements(f"dense<[{', '.join(tokens)}]> : tensor<1200xf32>")
