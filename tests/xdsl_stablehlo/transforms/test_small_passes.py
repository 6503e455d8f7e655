"""Parts of small passes that need Python; what they make of programs is in `cases/`."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.context import Context

from tests.campaigns.legalized_programs import difference
from tests.helpers.programs import context, named, parse
from tests.helpers.tiers import one_of
from tests.xdsl_stablehlo.text.programs import parsed, printed
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.functions import InlinePass
from xdsl_stablehlo.transforms.shapes.refinements import assertion_message
from xdsl_stablehlo.transforms.small_passes import (
    InterpreterInstrumentWithProbePass,
    StablehloConvertToSignlessPass,
    StripDebuginfoPass,
)

PROGRAMS = named(__file__)

T = "tensor<f32>"
DOUBLE = f"func.func private @double(%x: {T}) -> {T} {{\n  %0 = stablehlo.add %x, %x : {T}\n  return %0 : {T}\n}}\n"


def inlined(text: str) -> str:
    module = parsed(text, allow_unregistered=True)
    InlinePass().apply(Context(), module)
    verify_module(module)
    before = printed(module)
    InlinePass().apply(Context(), module)
    assert printed(module) == before
    return before


def caller(body: str, result: str) -> str:
    return f"func.func @f(%x: {T}) -> {T} {{\n{body}\n  return {result} : {T}\n}}\n"


def test_a_function_of_two_blocks_stays():
    two = f'func.func private @g(%x: {T}) -> {T} {{\n  "a.b"()[^c] : () -> ()\n^c:\n  return %x : {T}\n}}\n'
    assert "call @g" in inlined(caller(f"  %0 = call @g(%x) : ({T}) -> {T}", "%0") + two)


def test_functions_that_something_else_names_stay():
    body = '  "a.b"() {callees = [@double, 1 : i32]} : () -> ()'
    assert "@double" in inlined(caller(body, "%x") + DOUBLE)


def test_no_locations():
    module = parsed(caller(f'  %0 = stablehlo.abs %x : {T} loc("here")', "%0"))
    StripDebuginfoPass().apply(Context(), module)
    text = printed(module, debuginfo=True, local_scope=True)
    assert text.count("loc(") == text.count("loc(unknown)") == 5


PROGRAM = PROGRAMS["program"].replace(
    "  %q = ", "  %f = stablehlo.constant dense<1.0> : tensor<f32>\n  %q = "
)


def test_names_come_from_locations_up_to_the_at_sign():
    module = parse(PROGRAM)
    InterpreterInstrumentWithProbePass(useDebugInfo=True).apply(context(), module)
    verify_module(module)
    text = print_module(module)
    assert 'probe_id = "sum.1"' in text
    assert 'probe_id = "probe2"' in text


def test_types_lose_their_signs_and_constants_keep_their_bits() -> None:
    module = parse(PROGRAMS["types lose their signs and constants keep their bits"])
    StablehloConvertToSignlessPass().apply(context(), module)
    verify_module(module)
    assert "ui8" not in print_module(module)
    (result,) = eval_module(module, [])
    np.testing.assert_array_equal(result.array, np.array([0, 1, -1], np.int8))


def test_constants_without_elements_lose_their_signs():
    module = parse(PROGRAMS["constants without elements lose their signs"])
    StablehloConvertToSignlessPass().apply(context(), module)
    verify_module(module)
    assert "ui8" not in print_module(module)


@pytest.mark.parametrize("seed", one_of(3, range(60)))
def test_values_of_random_programs(seed: int) -> None:
    assert difference(seed) is None


def test_places_of_a_message() -> None:
    assert assertion_message("{0} {1:x} {2} {} {a}", [3, -4]) == "3 -4 {2} {} {a}"
