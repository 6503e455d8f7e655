"""Shardy's ops and attributes: read, printed as C++ prints them, kept by passes."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.oracle import reprinted
from tests.helpers.programs import named
from tests.xdsl_stablehlo.text.programs import parsed, printed
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.transforms.functions import InlinePass

PROGRAMS = named(__file__)

SHARDED = PROGRAMS["sharded"]


COLLECTIVES = PROGRAMS["collectives"]

COMPUTATIONS = PROGRAMS["computations"]


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("program", [SHARDED, COLLECTIVES, COMPUTATIONS])
def test_as_cpp_prints_it(program: str, generic: bool):
    module = parsed(program)
    verify_module(module)
    text = printed(module, generic=generic)
    # Newer versions of Shardy say the reduction also where it is a sum.
    cpp = reprinted(program, generic=generic).rstrip().replace(", reduction_op = 0 : i32}>", "}>")
    assert text == cpp
    assert reprinted(text) == reprinted(program)
    assert printed(parsed(text)) == printed(module)


LONG = PROGRAMS["long"]


def test_attributes_with_their_names():
    module = parsed(LONG)
    verify_module(module)
    assert printed(module) == reprinted(LONG).rstrip()


MAXIMA = PROGRAMS["maxima"]


def test_reductions_of_newer_versions():
    """Shardy has them in its public repository; jaxlib does not yet read them."""
    text = printed(parsed(MAXIMA))
    assert 'unreduced=max{"x"}' in text
    assert 'sdy.all_reduce max {"x"} %arg0' in text
    assert printed(parsed(printed(parsed(MAXIMA), generic=True))) == text


def test_a_mesh_in_place():
    text = 'func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>}) { return }'
    assert '#sdy.sharding<mesh<["a"=2]>, [{"a"}]>' in printed(parsed(text))


def test_passes_keep_it():
    module = parsed(SHARDED)
    before = printed(module)
    InlinePass().apply(Context(), module)
    assert printed(module) == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('{"x":(1)2}', "{x}", "string literal expected for an axis"),
        ("{?}]", "{?}q]", "expected a priority, but got 'q'"),
        ("replicated=", "shared=", "in a sharding"),
        ("allowed_direction=FORWARD", "allowed_direction=UP", "'FORWARD'"),
        ('<["x"=2], device_ids=[1, 0]>', '<["x"], device_ids=[1, 0]>', "expected '='"),
        ("@m2 = <", "@m2 = #sdy.sharding<@mesh, []> <", "expected '#sdy.mesh'"),
        ('replicated={"x"}', "replicated={}", "expected the name of an axis"),
        ('replicated={"x"}', 'replicated={"x"}, replicated={"y"}', "in a sharding"),
        ("{?}]", '{?, "y"}]', "expected '}' behind '?'"),
    ],
)
def test_malformed(old: str, new: str, message: str):
    assert old in SHARDED
    with pytest.raises(ParseError) as caught:
        parsed(SHARDED.replace(old, new))
    assert message in caught.value.msg


def test_a_constraint_does_not_change_the_type():
    text = printed(parsed(SHARDED), generic=True).replace(
        '"sdy.reshard"(%0) <{sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>',
        '"sdy.reshard"(%0) <{sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x9xf32>',
    )
    with pytest.raises(VerifyException, match="requires the same type for all operands and results"):
        verify_module(parsed(text))
