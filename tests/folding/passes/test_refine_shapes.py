"""Types as C++ refines them, the same values, and what each op says of its results."""

from __future__ import annotations

import pytest

from tests.campaigns.legalized_programs import dynamic_difference
from tests.helpers.drawn.unsized_programs import unsized_program
from tests.helpers.programs import context, named, parse
from tests.helpers.upstream.refined import assert_types_as_cpp
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding.passes.refine_shapes import StablehloRefineShapesPass
from xdsl_stablehlo.transforms.shapes.refinements import ShapeError

PROGRAMS = named(__file__)


def after(text: str) -> str:
    """A program after the pass."""
    module = parse(text)
    StablehloRefineShapesPass().apply(context(), module)
    verify_module(module)
    return print_module(module)


@pytest.mark.parametrize("seed", range(12))
def test_types_of_random_programs(seed: int):
    assert_types_as_cpp(unsized_program(seed)[0])


@pytest.mark.parametrize("seed", range(3, 123, 4))
def test_values_of_random_programs(seed: int):
    assert dynamic_difference(seed) is None


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("what does not take the type keeps it", "(tensor<3xf32>) -> tensor<?xf32>\n    return %s"),
        ("only scalars are sizes", "call @f(%m, %x) : (tensor<1xi32>, tensor<3xf32>)"),
    ],
)
def test_types_and_arguments_that_stay(name: str, left: str):
    assert left in after(PROGRAMS[name])


TWICE = PROGRAMS["twice"]


@pytest.mark.parametrize(("number", "size"), [(8, 3), (7, 4)])
def test_a_function_is_refined_for_one_context(number: int, size: int):
    module = parse(TWICE.format(number=number, size=size))
    with pytest.raises(ShapeError) as raised:
        StablehloRefineShapesPass().apply(context(), module)
    current = f"RefinementKey(f, toks=0, dim_args=[{number}], fn_args=[tensor<{size}xf32>])"
    earlier = "RefinementKey(f, toks=0, dim_args=[7], fn_args=[tensor<3xf32>])"
    message = f"'func.func' op refined with incompatible refinement keys: curr={current}, prev={earlier}"
    assert str(raised.value) == message
    assert raised.value.op.name == "func.func"


def test_a_function_that_calls_itself_is_an_error():
    module = parse("""
      func.func @main() { call @f() : () -> () return }
      func.func private @f() { call @f() : () -> () return }""")
    with pytest.raises(ShapeError, match="Function f is being refined recursively"):
        StablehloRefineShapesPass().apply(context(), module)


def test_a_function_without_a_body_is_an_error():
    module = parse("""
      func.func @main() { call @f() : () -> () return }
      func.func private @f()""")
    with pytest.raises(ShapeError, match=r"'func\.func' op must have exactly one block"):
        StablehloRefineShapesPass().apply(context(), module)


UNREACHED = PROGRAMS["unreached"]


def test_a_call_that_does_not_fit_any_more_is_an_error():
    """C++: 'func.call' op incorrect number of operands for callee."""
    call = "%r = func.call @f(%n, %x) : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>"
    module = parse(UNREACHED.replace("CALL", call))
    with pytest.raises(ShapeError) as raised:
        StablehloRefineShapesPass().apply(context(), module)
    message = "'func.call' op does not fit @f, which was refined for the calls that @main reaches"
    assert str(raised.value) == message
    assert raised.value.op.name == "func.call"
    assert "@g" in after(UNREACHED.replace("CALL", ""))
