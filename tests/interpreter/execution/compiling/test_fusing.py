"""Which steps are evaluated together, and what is left of them."""

from __future__ import annotations

from collections.abc import Sequence

from tests.helpers.programs import combining, function, named
from tests.interpreter.execution.bodies import body
from xdsl_stablehlo.interpreter.execution.blocks import LARGE, Blocks, fuse
from xdsl_stablehlo.interpreter.execution.executor import Body, Step

PROGRAMS = named(__file__)

N = LARGE + 1
T, S = f"tensor<{N}xf32>", "tensor<f32>"


def compiled(text: str, inputs: Sequence[str], outputs: Sequence[str]) -> Body:
    return body(function(text, inputs, outputs))


def names(steps: Sequence[Step]) -> list[str | list[str]]:
    """The ops of steps, in a list where several are evaluated together."""
    spelled = [[part.op.name.removeprefix("stablehlo.") for part in step.parts or (step,)] for step in steps]
    return [each if step.parts else each[0] for each, step in zip(spelled, steps, strict=True)]


def test_neighbours_on_large_arrays():
    text = f"""%v0 = stablehlo.abs %a0 : {T}
  %v1 = stablehlo.negate %v0 : {T}
  %r0 = stablehlo.add %v1, %a0 : {T}"""
    (step,) = compiled(text, [T], [T]).steps
    assert isinstance(step.kernel, Blocks)
    assert (step.inputs, step.outputs, step.dead, step.single) == ((0,), (3,), (0,), True)
    assert [(part.inputs, part.outputs, sorted(part.dead)) for part in step.parts] == [
        ((0,), (1,), []),
        ((1,), (2,), [1]),
        ((2, 0), (3,), [0, 2]),
    ]


def test_small_arrays_and_single_steps_are_left_alone():
    small = f"tensor<{LARGE}xf32>"
    text = f"""%v0 = stablehlo.abs %a0 : {small}
  %r0 = stablehlo.negate %v0 : {small}
  %r1 = stablehlo.negate %a1 : {T}"""
    steps = compiled(text, [small, T], [small, T]).steps
    assert names(steps) == ["abs", "negate", "negate"]
    assert fuse(steps, [3, 4]) == steps


def test_what_is_read_later_is_a_result():
    text = PROGRAMS["what is read later is a result"]
    fused, last = compiled(text, [T], [T, T]).steps
    assert (fused.outputs, fused.dead, fused.single) == ((1, 2), (0,), False)
    assert last.dead == (1,)


def test_views_between_are_made_before():
    text = PROGRAMS["views between are made before"]
    steps = compiled(text, [T, S], [T]).steps
    assert names(steps) == ["sqrt", "broadcast_in_dim", "reverse", ["abs", "add", "add"]]
    # What is read for the last time is let go of by the step that now runs last.
    assert [sorted(step.dead) for step in steps] == [[1], [3], [], [0, 4, 5]]


def test_what_needs_a_result_waits_for_it():
    text = PROGRAMS["what needs a result waits for it"]
    assert names(compiled(text, [T], [T]).steps) == [["abs", "negate"], "reverse", ["add", "negate"]]


def test_iotas_begin_and_reductions_end():
    text = f"""%zero = stablehlo.constant dense<0.0> : {S}
  %v0 = stablehlo.iota dim = 0 : {T}
  %r0 = "stablehlo.reduce"(%v0, %zero) {combining("add", "f32")} {{dimensions = array<i64: 0>}} : ({T}, {S}) -> {S}
  %r1 = "stablehlo.reduce"(%v0, %zero) {combining("maximum", "f32")} {{dimensions = array<i64: 0>}} : ({T}, {S}) -> {S}
  %v3 = stablehlo.clamp %r0, %v0, %r1 : ({S}, {T}, {S}) -> {T}
  %v4 = stablehlo.negate %v3 : {T}"""
    steps = compiled(text, [], [S, S]).steps
    assert names(steps) == [["iota", "reduce", "reduce"], ["clamp", "negate"]]
    assert steps[1].outputs == ()


def test_products_are_reduced_in_blocks():
    text = f"""%one = stablehlo.constant dense<1.0> : {S}
  %v0 = stablehlo.abs %a0 : {T}
  %v1 = stablehlo.negate %v0 : {T}
  %r0 = "stablehlo.reduce"(%v1, %one) {combining("multiply", "f32")} {{dimensions = array<i64: 0>}}
      : ({T}, {S}) -> {S}"""
    assert names(compiled(text, [T], [S]).steps) == [["abs", "negate", "reduce"]]


def test_bits_of_the_same_width_are_taken_in_blocks():
    u, h = f"tensor<{N}xui32>", f"tensor<{N}x2xui16>"
    text = f"""%v0 = stablehlo.abs %a0 : {T}
  %v1 = stablehlo.bitcast_convert %v0 : ({T}) -> {u}
  %v2 = stablehlo.not %v1 : {u}
  %r0 = stablehlo.bitcast_convert %v2 : ({u}) -> {h}"""
    assert names(compiled(text, [T], [h]).steps) == [["abs", "bitcast_convert", "not"], "bitcast_convert"]


def test_quantized_elements_are_evaluated_as_a_whole():
    q = f"tensor<{N}x!quant.uniform<i8:f32, 0.5>>"
    text = f"""%v0 = stablehlo.abs %a0 : {q}
  %r0 = stablehlo.add %v0, %v0 : {q}"""
    assert names(compiled(text, [q], [q]).steps) == ["abs", "add"]
