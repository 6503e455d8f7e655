"""Programs that want too much, or are made of wrong parts: a diagnostic in bounded time and memory, nothing else."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.oracle import reprinted
from tests.helpers.programs import assert_verdict_as_cpp, context, parse
from xdsl_stablehlo import parse_module, print_module
from xdsl_stablehlo.ir.guards import is_array_attr
from xdsl_stablehlo.programs.verification import diagnostics

from .test_mutations import programs

T = "tensor<2x2x2x2xf32>"
HUGE, LONG = "4294967296", "9223372036854775807"
ONES = "1x" * 70


def op(name: str, operands: Sequence[str], results: Sequence[str], properties: str) -> str:
    """A function around one op in generic form."""
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(operands))
    values = ", ".join(f"%a{i}" for i in range(len(operands)))
    bound = "%r = " if len(results) == 1 else f"%r:{len(results)} = " if results else ""
    signature = f"({', '.join(operands)}) -> ({', '.join(results)})"
    return f'func.func @f({arguments}) {{\n {bound}"{name}"({values}) <{{{properties}}}> : {signature}\n return }}'


CONV = (
    "batch_group_count = 1 : i64, feature_group_count = 1 : i64, "
    "dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>"
)
COUNTS = "batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers"
GROUPS = f"replica_groups = dense<0> : tensor<{HUGE}x2xi64>"
BOMBS = [
    op("stablehlo.convolution", [T, T], [T], f"{COUNTS} = #stablehlo.conv<[b, 0, {dim}, f]x[0, 1, i, o]->[b, 0, 1, f]>")
    for dim in ("2147483647", LONG)
] + [
    op("stablehlo.convolution", [T, T], [T], f"{CONV}, padding = dense<2> : tensor<{shape}xi64>")
    for shape in (f"{HUGE}x2", f"2x{HUGE}", f"{LONG}x2", f"{HUGE}x{HUGE}x{HUGE}", f"{ONES}2")
] + [
    op("stablehlo.all_gather", [T], [T], f"all_gather_dim = 0 : i64, {GROUPS}"),
    op("stablehlo.all_to_all", [T], [T],
       f"split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = {LONG} : i64, {GROUPS}"),
    op("stablehlo.collective_broadcast", [T], [T], GROUPS),
    op("stablehlo.collective_permute", [T], [T], f"source_target_pairs = dense<0> : tensor<{HUGE}x2xi64>"),
    op("stablehlo.collective_permute", [T], [T], f"source_target_pairs = dense<0> : tensor<{LONG}x2xi64>"),
    op("stablehlo.collective_permute", [T], [T], f"source_target_pairs = dense<0> : tensor<{ONES}i64>"),
]  # fmt: skip


def shaped_by(op: str, more: str = "", i: str = "i64") -> str:
    """A function with one op, whose shape `%s` is a constant of more elements than can be read."""
    constant = f"%s = stablehlo.constant dense<1> : tensor<{HUGE}x{i}>"
    text = op.replace("S", f"tensor<{HUGE}x{i}>").replace("V", "tensor<2xf32>").replace("F", "tensor<f32>")
    return f"func.func @f(%v: tensor<2xf32>, %f: tensor<f32>{more}) {{\n {constant}\n %0 = {text}\n return }}"


SHAPED = [
    shaped_by("stablehlo.dynamic_iota %s, dim = 0 : (S) -> tensor<?x?xi64>"),
    shaped_by("stablehlo.dynamic_reshape %v, %s : (V, S) -> V"),
    shaped_by("stablehlo.dynamic_broadcast_in_dim %v, %s, dims = [0] : (V, S) -> V"),
    shaped_by("stablehlo.dynamic_pad %v, %f, %s, %s, %s : (V, F, S, S, S) -> V"),
    shaped_by("stablehlo.real_dynamic_slice %v, %s, %s, %s : (V, S, S, S) -> V"),
    shaped_by("stablehlo.rng %f, %f, %s, distribution = UNIFORM : (F, F, S) -> V"),
    shaped_by("stablehlo.set_dimension_size %v, %s, dim = 0 : (V, S) -> V", i="i32"),
    shaped_by(
        '"stablehlo.dynamic_gather"(%v, %i, %s) <{dimension_numbers = '
        "#stablehlo.gather<offset_dims = [0], start_index_map = [0]>}> : (V, tensor<1xi32>, S) -> V",
        ", %i: tensor<1xi32>",
    ),
    f"func.func @f(%f: tensor<f32>, %s: tensor<{HUGE}xi64>) {{\n %0 = stablehlo.rng %f, %f, %s, "
    f"distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<{HUGE}xi64>) -> tensor<1xf32>\n return }}",
]

CHILD = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from tests.helpers.counting import calls_of, peak_of
from tests.helpers.programs import parse
from xdsl.utils.exceptions import ParseError, VerifyException
def verdicts():
    for text in texts:
        try:
            parse(text)
            print("accepted", flush=True)
        except (ParseError, VerifyException):
            print("refused", flush=True)
texts = json.load(sys.stdin)
parse("func.func @f() { return }")
peaks = []
calls = calls_of(lambda: peaks.append(peak_of(verdicts)))
print(peaks[0] >> 20, calls // len(texts))
"""
MEBIBYTES, CALLS = 50, 100_000
"""What all of the programs may take at once, and how many functions one may call."""


def test_numbers_in_a_program_cost_neither_time_nor_memory():
    child = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=json.dumps(BOMBS + SHAPED),
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[4],
    )
    *verdicts, peak, calls = child.stdout.split() or ["", ""]
    assert verdicts == ["refused"] * len(BOMBS + SHAPED), child.stderr[-500:]
    assert int(peak) < MEBIBYTES
    assert int(calls) < CALLS


@pytest.mark.parametrize(
    "value",
    [
        f"dense<1.0> : tensor<{ONES}f32>",
        f"dense<true> : tensor<{ONES}i1>",
        f"dense<[{'[' * 70}1.0{']' * 70}, {'[' * 70}2.0{']' * 70}]> : tensor<2x{ONES}f32>",
        f"dense<1.0> : tensor<{HUGE}x{HUGE}xf32>",
        f"dense<> : tensor<0x{LONG}xi64>",
    ],
)
def test_constants_of_shapes_that_no_array_has(value: str):
    t = value.split(" : ")[1]
    text = f"func.func @f() -> {t} {{\n  %0 = stablehlo.constant {value}\n  return %0 : {t}\n}}"
    assert print_module(parse(text)) == print_module(parse(reprinted(text)))


FUNCTION = '"func.func"() <{{function_type = {type}, sym_name = "f"{more}}}> ({{ {body} }}) : () -> ()'


def function(body: str = "func.return", type: str = "() -> ()", more: str = "") -> str:
    return FUNCTION.format(body=body, type=type, more=more)


PRIVATE = ', sym_visibility = "private"'
VERDICTS = [
    "func.func @f()",
    "func.func private @f()",
    "func.func nested @f()",
    "func.func public @f()",
    function(more=', sym_visibility = "other"'),
    function(more=", arg_attrs = [{}]"),
    function(more=", res_attrs = [{}]"),
    function("", "(i32) -> ()", f"{PRIVATE}, arg_attrs = [1]"),
    function("", "(i32) -> ()", f"{PRIVATE}, arg_attrs = [{{a = 1}}]"),
    function("", "(i32) -> ()", f"{PRIVATE}, arg_attrs = [{{jax.a = 1}}]"),
    function("", "() -> i32", f"{PRIVATE}, res_attrs = [{{a = 1}}]"),
    function("", "i32", PRIVATE),
    function('"func.call"() : () -> ()\n func.return'),
    function('"func.call"() <{callee = "f"}> : () -> ()\n func.return'),
    function('"func.call"() <{callee = @f}> : () -> ()\n func.return'),
    function('"func.call"() <{callee = @f}> ({}) : () -> ()\n func.return'),
    function('"func.return"() ({}) : () -> ()'),
    function('%0 = "func.return"() : () -> i32'),
    "func.func @f() { func.func @g() { return }\n return }",
    '"builtin.module"() : () -> ()',
    '"builtin.module"() ({}) : () -> ()',
    '"builtin.module"() ({ ^bb0(%a: i32): }) : () -> ()',
    "module attributes {x = 1} {}",
    "module attributes {jax.x = 1} {}",
    op("chlo.scan", [T, T], [], ""),
    op("chlo.scan", [T, T], [], "operandSegmentSizes = 1 : i32"),
    "func.func @f() { %0 = stablehlo.reduce(%u init: %u) applies stablehlo.add across dimensions = [0] "
    ": (f32, f32) -> f32\n return }",
    *[
        f"module attributes {{jax.x = dense<{literal}> : tensor<{shape}xi64>}} {{}}"
        for literal, shape in (
            ("[]", "0"), ("[]", "0x2"), ("[]", "2x0"), ("[[], []]", "2x0"), ("[[]]", "0x2"), ("[[[]]]", "1x0"),
            ("", "2x0"), ("1", "0"), ("[1]", "0"),
        )
    ],
]  # fmt: skip


@pytest.mark.parametrize("text", VERDICTS)
def test_as_cpp(text: str):
    assert "could not be verified" not in assert_verdict_as_cpp(text)


ATTRIBUTES = (
    'unit, "a", 1 : i64, -1 : i64, 1 : i32, true, 1.0 : f64, [], [1], [@f], @f::@g, {a = 1}, array<i64>, '
    "array<i64: -1, 5>, array<i32: 0>, dense<1> : tensor<i64>, dense<[[0, 1]]> : tensor<1x2xi64>, "
    f"dense<1.0> : tensor<2xf32>, dense<7> : tensor<{LONG}xi64>, i32, () -> (), "
    "#stablehlo<precision DEFAULT>, #stablehlo.channel_handle<handle = -1, type = 9>, "
    "#stablehlo.gather<offset_dims = [-1, 99], start_index_map = [50], index_vector_dim = 77>, "
    "#stablehlo.dot<lhs_batching_dimensions = [9], rhs_contracting_dimensions = [-1]>, "
    f"{LONG} : i64, [[]], [dense<0> : tensor<5xindex>]"
)
TYPES = (
    "i32, index, tensor<f32>, tensor<2x3xi32>, tensor<?x?xf32>, tensor<*xf32>, tensor<0xi64>, !stablehlo.token, "
    "tuple<tensor<f32>>, memref<2xf32>, () -> (), tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, "
    f"tensor<?xf32, #stablehlo.bounds<4>>, tensor<2xi3>, tensor<{HUGE}xindex>, !stablehlo.future<tensor<f32>>"
)
MUTANTS = 500


def attributes(texts: str) -> Sequence[Attribute]:
    module = parse_module(f"module attributes {{a.x = [{texts}]}} {{}}", context())
    listed = module.attributes["a.x"]
    assert is_array_attr(listed)
    return listed.data


def value_of(t: Attribute, before: Operation) -> SSAValue:
    """A value of any type."""
    source = UnrealizedConversionCastOp.create(result_types=[t])
    assert before.parent is not None
    before.parent.insert_op_before(source, before)
    return source.results[0]


def mutations(chance: random.Random) -> Iterator[Callable[[Operation], None]]:
    """Changes of one op: operands, properties, regions and what is in them."""
    attrs, types = attributes(ATTRIBUTES), attributes(TYPES)

    def one_operand(op: Operation) -> None:
        operands = list(op.operands)
        if operands:
            operands[chance.randrange(len(operands))] = value_of(chance.choice(types), op)
        op.operands = operands

    def all_operands(op: Operation) -> None:
        t = chance.choice(types)
        op.operands = [value_of(t, op) for _ in range(len(op.operands) + chance.choice([-1, 0, 0, 1]))]

    def one_property(op: Operation) -> None:
        names = set(op.properties)
        if isinstance(op, IRDLOperation):
            names |= set(op.get_irdl_definition().properties)
        if names:
            op.properties[chance.choice(sorted(names))] = chance.choice(attrs)

    def without_property(op: Operation) -> None:
        if op.properties:
            del op.properties[chance.choice(sorted(op.properties))]

    def regions(op: Operation) -> None:
        if not op.regions or chance.random() < 0.3:
            op.add_region(Region(Block()) if chance.random() < 0.5 else Region())
        elif chance.random() < 0.3:
            op.detach_region(0)
        elif (block := op.regions[0].first_block) is not None and block.last_op is not None:
            last, t = block.last_op, chance.choice(types)
            if chance.random() < 0.4:
                last.operands = [value_of(t, last) for _ in last.operands]
            elif chance.random() < 0.5:
                block.insert_arg(t, 0)
            else:
                last.detach()

    kinds = [one_operand, all_operands, one_property, one_property, without_property, regions]
    while True:
        yield chance.choice(kinds)


@pytest.mark.prove
def test_ops_of_wrong_parts_are_verified_or_refused():
    chance = random.Random(11)
    known: dict[str, tuple[ModuleOp, int]] = {}
    for text in sorted(programs(), key=len):
        try:
            module = parse(text)
        except (ParseError, VerifyException):
            continue
        for number, inner in enumerate(module.walk()):
            known.setdefault(inner.name, (module, number))
    known.pop("builtin.module")
    names, changes, accepted = sorted(known), mutations(chance), 0
    for count in range(MUTANTS):
        name = names[count % len(names)]
        module, number = known[name]
        copy = module.clone()
        next(changes)(list(copy.walk())[number])
        errors = [str(diagnostic) for diagnostic in diagnostics(copy)]
        assert not any("could not be verified" in error or "\n" in error for error in errors), errors
        if errors:
            continue
        accepted += 1
        assert print_module(parse(print_module(copy))) == print_module(copy)
    assert 0 < accepted < MUTANTS // 2
