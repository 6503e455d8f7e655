"""Programs whose declared types contradict the shapes that they compute: undefined, but folding leaves them valid."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st
from xdsl.utils.exceptions import VerifyException

from tests.helpers.programs import named, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.report.report import KeptOp

PROGRAMS = named(__file__)

SHAPES = ["?x?", "?x2", "3x?", "?x3", "2x?", "?x5", "4x?", "3x2", "2x3", "2x2", "7x7"]
TYPES = [f"tensor<{shape}xf32>" for shape in ("?x?", "?x?", *SHAPES)] + [
    "tensor<?x?xf32, #stablehlo.bounds<2, 2>>",
    "tensor<?x2xf32, #stablehlo.bounds<8, ?>>",
]

I64 = "tensor<2xi64>"
DIMENSIONS = {
    "conv": "dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, "
    "batch_group_count = 1 : i64",
    "gather": "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
    "start_index_map = [0], index_vector_dim = 1>",
}
SOURCES = {
    "reshape": f"stablehlo.dynamic_reshape %X, %shape : (tensor<2x3xf32>, {I64}) -> TYPE",
    "iota": f"stablehlo.dynamic_iota %shape, dim = 0 : ({I64}) -> TYPE",
    "broadcast": f"stablehlo.dynamic_broadcast_in_dim %Z, %shape, dims = [] : (tensor<f32>, {I64}) -> TYPE",
    "pad": "stablehlo.dynamic_pad %X, %Z, %zero, %one, %zero : "
    f"(tensor<2x3xf32>, tensor<f32>, {I64}, {I64}, {I64}) -> TYPE",
    "slice": "stablehlo.real_dynamic_slice %X, %zero, %two, %one : "
    f"(tensor<2x3xf32>, {I64}, {I64}, {I64}) -> TYPE",
    "conv": f'"stablehlo.dynamic_conv"(%X, %Y, %none) {{{DIMENSIONS["conv"]}}} : '
    "(tensor<2x3xf32>, tensor<3x2xf32>, tensor<0x2xi64>) -> TYPE",
    "gather": f'"stablehlo.dynamic_gather"(%X, %rows, %slice) {{{DIMENSIONS["gather"]}}} : '
    f"(tensor<2x3xf32>, tensor<3xi64>, {I64}) -> TYPE",
    "size": "stablehlo.set_dimension_size %X, %size, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> TYPE",
    "custom": "stablehlo.custom_call @mine(%X) : (tensor<2x3xf32>) -> TYPE",
}
"""Ops whose result has a shape that no type says; X is 2x3, Y 3x2 and Z a scalar."""

CONSTANTS = PROGRAMS["constants"]
SHAPE = [
    "%shape = stablehlo.add %two, %first : tensor<2xi64>",
    '%shape = "stablehlo.if"(%p) ({ stablehlo.return %third : tensor<2xi64> }, '
    "{ stablehlo.return %two : tensor<2xi64> }) : (tensor<i1>) -> tensor<2xi64>",
]
"""Shapes are computed, because the verifier looks at constants: `%shape` is [3, 2], `%slice` [1, 3] and `%size` 1."""


@dataclass
class Program:
    """A program as it is written, with the type of each value `%v0`, `%v1`, ..."""

    lines: list[str] = field(default_factory=list[str])
    types: list[str] = field(default_factory=list[str])
    functions: list[str] = field(default_factory=list[str])

    def add(self, line: str, result: str) -> None:
        """A line for a new value, written `OUT` where it is defined."""
        self.lines.append(line.replace("OUT", f"%v{len(self.types)}"))
        self.types.append(result)

    def text(self, shape: str = SHAPE[0]) -> str:
        """The program, which reads a size of every value, and computes the operand `%shape` in this way."""
        sizes = [
            f"%d{i} = stablehlo.get_dimension_size %v{i}, dim = 0 : ({t}) -> tensor<i32>"
            for i, t in enumerate(self.types)
        ]
        values = ", ".join(f"%d{i}" for i in range(len(sizes)))
        types = ", ".join(["tensor<i32>"] * len(sizes))
        arguments = (
            "%ax: tensor<2x3xf32>, %ay: tensor<3x2xf32>, %az: tensor<f32>, %q: tensor<i1>, %m: tensor<i32>"
        )
        body = "\n  ".join([shape, *self.lines, *sizes, f"return {values} : {types}"])
        main = f"func.func @main({arguments}) -> ({types}) {{{CONSTANTS}  {body}\n}}\n"
        return main + "\n".join(self.functions)


@st.composite
def programs(draw: st.DrawFn) -> str:
    program = Program()
    for _ in range(draw(st.integers(1, 2))):
        source = SOURCES[draw(st.sampled_from(sorted(SOURCES)))]
        for name in "XYZ":
            source = source.replace(f"%{name}", draw(st.sampled_from(["%a", "%c"])) + name.lower())
        result = draw(A_TYPE)
        program.add(f"OUT = {source.replace('TYPE', result)}", result)
    for _ in range(draw(st.integers(0, 3))):
        draw(st.sampled_from(USERS))(draw, program)
    return program.text(draw(st.sampled_from(SHAPE)))


A_TYPE = st.sampled_from(TYPES)


def value_of(draw: st.DrawFn, program: Program) -> tuple[str, str]:
    """A value of the program, and its type."""
    i = draw(st.integers(0, len(program.types) - 1))
    return f"%v{i}", program.types[i]


def elementwise(draw: st.DrawFn, program: Program) -> None:
    (x, t), (y, u), result = value_of(draw, program), value_of(draw, program), draw(A_TYPE)
    lines = [
        f"OUT = stablehlo.abs {x} : ({t}) -> {result}",
        f"OUT = stablehlo.add {x}, {y} : ({t}, {u}) -> {result}",
        f"OUT = stablehlo.transpose {x}, dims = [1, 0] : ({t}) -> {result}",
    ]
    program.add(draw(st.sampled_from(lines)), result)


def called(draw: st.DrawFn, program: Program) -> None:
    (x, t), result = value_of(draw, program), draw(A_TYPE)
    name = f"@f{len(program.functions)}"
    body = f"%0 = stablehlo.negate %x : ({t}) -> {result}\n  return %0 : {result}"
    program.functions.append(f"func.func private {name}(%x: {t}) -> {result} {{\n  {body}\n}}")
    program.add(f"OUT = func.call {name}({x}) : ({t}) -> {result}", result)


def branch(draw: st.DrawFn, program: Program) -> None:
    (x, t), (y, u), result = value_of(draw, program), value_of(draw, program), draw(A_TYPE)
    predicate = draw(st.sampled_from(["%p", "%q"]))
    branches = f"{{ stablehlo.return {x} : {t} }}, {{ stablehlo.return {y} : {u} }}"
    program.add(f'OUT = "stablehlo.if"({predicate}) ({branches}) : (tensor<i1>) -> {result}', result)


def repeated(draw: st.DrawFn, program: Program) -> None:
    """A loop that hands a value on, or its absolute value; each of its places declares a type of its own."""
    (x, t), result = value_of(draw, program), draw(A_TYPE)
    tested, taken, given = draw(A_TYPE), draw(A_TYPE), draw(A_TYPE)
    step, after = f"%z = stablehlo.abs %y : ({taken}) -> {given}", f"%z : tensor<i32>, {given}"
    if draw(st.booleans()):
        step, after = "", f"%y : tensor<i32>, {taken}"
    start = draw(st.sampled_from(["%n", "%m"]))
    program.add(
        f"""%i{len(program.types)}, OUT = "stablehlo.while"({start}, {x}) ({{
          ^bb0(%i: tensor<i32>, %y: {tested}):
            %t = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %t : tensor<i1>
          }}, {{
          ^bb0(%i: tensor<i32>, %y: {taken}):
            %j = stablehlo.add %i, %i : tensor<i32>
            {step}
            stablehlo.return %j, {after}
          }}) : (tensor<i32>, {t}) -> (tensor<i32>, {result})""",
        result,
    )


USERS = (elementwise, called, branch, repeated)


@pytest.mark.prove
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(programs())
def test_what_verifies_still_does_when_it_is_folded(text: str) -> None:
    """And folding it again changes nothing."""
    try:
        module = parse(text)
    except VerifyException:
        assume(False)
        return
    fold_module(module)
    verify_module(module)
    printed = print_module(module)
    assert not fold_module(module).changed
    assert print_module(module) == printed


FIVE = "tensor<?x5xf32>"
MADE = {
    "reshape": (FIVE, "[3, 2]", "[?, 5]"),
    "iota": (FIVE, "[3, 2]", "[?, 5]"),
    "broadcast": ("tensor<4x?xf32>", "[3, 2]", "[4, ?]"),
    "pad": (FIVE, "[3, 4]", "[?, 5]"),
    "slice": ("tensor<?x?xf32, #stablehlo.bounds<?, 1>>", "[2, 2]", "[?, 0 to 1]"),
    "conv": (FIVE, "[2, 2]", "[?, 5]"),
    "gather": (FIVE, "[3, 3]", "[?, 5]"),
}
"""For ops on constants a type that they declare, and the shapes that they make and declare."""


def kept(op: str, result: str, operands: str) -> KeptOp:
    """What is said of an op of `SOURCES` with `%a` or `%c` operands, whose result is used, and which has to stay."""
    source = SOURCES[op]
    for name in "XYZ":
        source = source.replace(f"%{name}", f"{operands}{name.lower()}")
    program = Program()
    program.add(f"OUT = {source.replace('TYPE', result)}", result)
    use = f"%used = stablehlo.custom_call @use(%v0) {{has_side_effect = true}} : ({result}) -> tensor<i32>"
    program.lines.append(use)
    module = parse(program.text())
    report = fold_module(module)
    verify_module(module)
    (found,) = [k for k in report.kept if k.op == source.split()[0].split("(")[0].strip('"')]
    return found


@pytest.mark.parametrize("op", MADE)
def test_the_reason_of_an_op_on_constants(op: str) -> None:
    result, made, declared = MADE[op]
    found = kept(op, result, "%c")
    assert found.code == "failed"
    assert (
        found.reason == f"fails to evaluate: evaluates to float32{made} where float32{declared} is declared"
    )
