"""Ops that combine elements by a body or sum products: facts about operands, and operands that are as they say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Operation

from tests.helpers.programs import parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding.facts.families import TRANSFERS, transfer_of
from xdsl_stablehlo.folding.facts.lattice import Elements, FloatKinds, IntegerFact, fact_of
from xdsl_stablehlo.folding.facts.transfer import kind_of
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.values.element_types import Array, dtype_of

from .exhaustion import Unsound, all_facts, is_narrower, kind_named, numbers, some_facts

REDUCERS = ("add", "multiply", "minimum", "maximum", "and", "or", "xor")


def body(op: str, element: str, name: str = "stablehlo.return") -> str:
    """A region that combines two numbers by one op, or by `take`, which gives the second one."""
    scalar = f"tensor<{element}>"
    given = "%r = stablehlo.optimization_barrier %b" if op == "take" else f"%r = stablehlo.{op} %a, %b"
    return f"({{ ^bb0(%a: {scalar}, %b: {scalar}): {given} : {scalar} {name} %r : {scalar} }})"


def only_op(program: str, name: str) -> Operation:
    """The one op of this name."""
    (found,) = [op for op in parse(program).walk() if op.name == f"stablehlo.{name}"]
    return found


def reduction(op: str, element: str, rows: int, size: int) -> str:
    types = f"tensor<{rows}x{size}x{element}>", f"tensor<{element}>", f"tensor<{rows}x{element}>"
    return (
        f"func.func @main(%x: {types[0]}, %i: {types[1]}) -> {types[2]} {{\n"
        f'%r = "stablehlo.reduce"(%x, %i) {body(op, element)} {{dimensions = array<i64: 1>}} : '
        f"({types[0]}, {types[1]}) -> {types[2]}\nreturn %r : {types[2]}\n}}"
    )


def check_reduction(op: str, element: str, size: int) -> int:
    """All rows of so many elements, all initial values, all facts about both; raises `Unsound`."""
    kind = kind_named(element)
    space = numbers(kind)
    rows = list(product(space, repeat=size))
    program = reduction(op, element, len(rows), size)
    reduce, module = only_op(program, "reduce"), parse(program)
    dtype, results = dtype_of(ranked(reduce.operands[0]).element_type), dict[int, list[int]]()
    inputs = np.array(rows, np.int64).reshape(len(rows), size).astype(dtype)
    for init in space:
        (result,) = eval_module(module, (inputs, np.array(init, np.int64).astype(dtype)))
        results[init] = np.asarray(result.array).astype(np.int64).tolist()
    facts = all_facts(kind)
    for x, first in product(facts, repeat=2):
        said = TRANSFERS["stablehlo.reduce"](reduce, 0, [x, first])
        allowed = [i for i, row in enumerate(rows) if all(map(x.allows, row))]
        assert isinstance(said, IntegerFact | None)
        for init in filter(first.allows, space):
            wrong = [
                results[init][i] for i in allowed if said is not None and not said.allows(results[init][i])
            ]
            if wrong:
                raise Unsound(f"{op} of {size} {x}, from {first}: said {said}, but {wrong[0]} came")
    return len(facts) ** 2


@pytest.mark.parametrize("element", ["i1", "i2", "ui2"])
@pytest.mark.parametrize("op", [*REDUCERS, "subtract", "take"])
def test_a_reduction(op: str, element: str) -> None:
    if element == "i1" and op == "subtract":
        return
    for size in range(4):
        assert check_reduction(op, element, size)


@pytest.mark.parametrize("op", REDUCERS)
def test_a_reduction_of_one_element_more_is_found(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose last element the fact does not count."""
    right, shorter = TRANSFERS["stablehlo.reduce"], only_op(reduction(op, "ui2", 1, 0), "reduce")

    def broken(_: Any, i: int, operands: Sequence[Elements]) -> Elements:
        return right(shorter, i, operands)

    monkeypatch.setitem(TRANSFERS, "stablehlo.reduce", broken)
    with pytest.raises(Unsound):
        check_reduction(op, "ui2", 1)


def program(types: Sequence[str], result: str, op: str) -> str:
    """A function of one op, in its generic form with operands `%0`, `%1`, ..."""
    header = ", ".join([f"%a{i}: {t}" for i, t in enumerate(types)])
    names = ", ".join([f"%a{i}" for i in range(len(types))])
    op = op.replace("()", f"({names})", 1)
    written = f"%r = {op} : ({', '.join(types)}) -> {result}"
    return f"func.func @main({header}) -> {result} {{\n{written}\nreturn %r : {result}\n}}"


SCATTERING = (
    "{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
    "index_vector_dim = 1>}"
)
CONTRACTING = (
    "{dot_dimension_numbers = "
    "#stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}"
)
CONVOLVING = (
    "{dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, "
    "batch_group_count = 1 : i64, padding = dense<1> : tensor<1x2xi64>}"
)


def programs_with_bodies(e: str) -> dict[str, str]:
    """By name, ops on elements `e` that combine them by several bodies."""
    v, s = f"tensor<3x{e}>", f"tensor<{e}>"
    found: dict[str, str] = {}
    for op in ("add", "minimum", "subtract", "take"):
        if e == "i1" and op == "subtract":
            continue
        found[f"reduce_window {op}"] = program(
            [v, s],
            f"tensor<4x{e}>",
            f'"stablehlo.reduce_window"() {body(op, e)} {{window_dimensions = array<i64: 2>, '
            "padding = dense<1> : tensor<1x2xi64>}",
        )
        found[f"scatter {op}"] = program(
            [v, "tensor<2x1xi32>", f"tensor<2x{e}>"], v, f'"stablehlo.scatter"() {body(op, e)} {SCATTERING}'
        )
        found[f"map {op}"] = program(
            [v, v], v, f'"stablehlo.map"() {body(op, e)} {{dimensions = array<i64: 0>}}'
        )
        found[f"select_and_scatter {op}"] = program(
            [f"tensor<4x{e}>", f"tensor<2x{e}>", s],
            f"tensor<4x{e}>",
            f'"stablehlo.select_and_scatter"() ({{ ^bb0(%a: {s}, %b: {s}): '
            f"%c = stablehlo.compare GE, %a, %b : ({s}, {s}) -> tensor<i1> stablehlo.return %c : tensor<i1> }}, "
            f"{body(op, e)[1:-1]}) "
            "{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}",
        )
    return found


def programs(e: str, wide: str) -> dict[str, str]:
    """By name, ops on elements `e`, with sums and products of elements `wide`."""
    v, s, sums = f"tensor<3x{e}>", f"tensor<{e}>", f"tensor<{wide}>"
    found = {
        "dot": program([v, v], sums, '"stablehlo.dot"()'),
        "dot_general": program([v, v], sums, f'"stablehlo.dot_general"() {CONTRACTING}'),
        "convolution": program(
            [f"tensor<2x3x1x{e}>", f"tensor<2x1x1x{e}>"],
            f"tensor<2x4x1x{wide}>",
            f'"stablehlo.convolution"() {CONVOLVING}',
        ),
        "sort": program(
            [v],
            v,
            f'"stablehlo.sort"() ({{ ^bb0(%a: {s}, %b: {s}): '
            f"%c = stablehlo.compare LT, %a, %b : ({s}, {s}) -> tensor<i1> stablehlo.return %c : tensor<i1> }})"
            " {dimension = 0 : i64, is_stable = true}",
        ),
    }
    found.update(programs_with_bodies(e))
    return found


def chosen(r: Random, fact: Elements, tensor: AnyTensorType) -> Array:
    """Elements that are as a fact says: its ends, and others."""
    shape, dtype = tensor.get_shape(), dtype_of(tensor.element_type)
    count = prod(shape)
    tried = [r.randint(0, 3) for _ in range(count)]
    if isinstance(fact, IntegerFact):
        inside = [fact.low, fact.high, *[r.randint(fact.low, fact.high) for _ in range(8)]]
        tried = r.choices(list(filter(fact.allows, inside)), k=count)
    return np.array(tried, np.int64).astype(dtype).reshape(shape)


@pytest.mark.parametrize(
    ("element", "wide"), one_of(4, [("i1", "i1"), ("i4", "i4"), ("ui4", "ui8"), ("i8", "i32")], rows=True)
)
def test_what_is_said_of_combined_elements_holds(element: str, wide: str) -> None:
    r, kind = Random(0), kind_named(element)
    facts = all_facts(kind) if kind.width == 1 else some_facts(kind, 80)
    for name, text in programs(element, wide).items():
        op, module, told = only_op(text, name.split()[0]), parse(text), 0
        transfer = transfer_of(type(op))
        assert transfer is not None
        for _ in range(25):
            given = [r.choice(facts) if kind_of(v) == kind else None for v in op.operands]
            said = transfer(op, 0, given)
            target = kind_of(op.results[0])
            assert target is not None
            told += said not in (None, target.everything())
            for _ in range(6):
                arrays = [chosen(r, fact, ranked(value)) for fact, value in zip(given, op.operands)]
                (result,) = eval_module(module, arrays)
                exact = fact_of(np.asarray(result.array), ranked(op.results[0]).element_type)
                assert isinstance(exact, IntegerFact)
                if isinstance(said, IntegerFact):
                    assert is_narrower(exact, said), (name, given)
        assert told or name.endswith("subtract"), name


def test_sums_of_positive_floats_are_not_below_zero() -> None:
    op = only_op(reduction("add", "f32", 2, 100), "reduce")
    kinds = FloatKinds.ZERO | FloatKinds.POSITIVE
    said = TRANSFERS["stablehlo.reduce"](op, 0, [kinds, FloatKinds.ZERO])
    assert isinstance(said, FloatKinds)
    assert not said & (FloatKinds.NEGATIVE | FloatKinds.NAN)


def test_a_sum_is_counted() -> None:
    op, kind = only_op(reduction("add", "i32", 2, 1000), "reduce"), kind_named("i32")
    said = TRANSFERS["stablehlo.reduce"](op, 0, [kind.between(0, 10), kind.between(5, 6)])
    assert said == kind.between(5, 10006)


@pytest.mark.parametrize("updates", [0, 4])
def test_none_or_any_of_the_updates_are_added(updates: int) -> None:
    types = ["tensor<3xi32>", f"tensor<{updates}x1xi32>", f"tensor<{updates}xi32>"]
    text = program(types, "tensor<3xi32>", f'"stablehlo.scatter"() {body("add", "i32")} {SCATTERING}')
    op, kind = only_op(text, "scatter"), kind_named("i32")
    given = [kind.between(0, 10), kind.everything(), kind.between(5, 6)]
    assert TRANSFERS["stablehlo.scatter"](op, 0, given) == kind.between(0, 10 + 6 * updates)


_MEETING = "gets elements of processes that may run other functions"
_OUTSIDE = "gets its value from outside of the program"
_REGION = "is looked into where the value is asked for, not from the facts about operands alone"
_NO_ELEMENTS = "gives no tensor of integers or floats that says more than its type"
_ROUNDED = "solves or transforms: rounding leaves every kind of number possible"
_QUANTIZED = "its elements stand for other numbers"
_SHORTHAND = "stands for several ops, and is not written by any frontend"

UNKNOWN = {
    f"stablehlo.{name}": reason
    for reason, names in {
        _MEETING: "all_gather all_reduce all_to_all collective_broadcast collective_permute collective_reduce "
        "cross-replica-sum reduce_scatter recv send",
        _OUTSIDE: "custom_call infeed outfeed partition_id replica_id rng rng_bit_generator",
        _REGION: "async_done async_start case composite constant if return while",
        _NO_ELEMENTS: "after_all complex create_token get_tuple_element tuple",
        _ROUNDED: "batch_norm_grad batch_norm_inference batch_norm_training cholesky fft triangular_solve",
        _QUANTIZED: "uniform_dequantize uniform_quantize",
        _SHORTHAND: "einsum unary_einsum",
    }.items()
    for name in names.split()
}
"""The ops without a transfer function, each with the reason."""


def test_every_op_has_a_transfer_function_or_a_reason_to_have_none() -> None:
    assert {op.name for op in StableHLO.operations if transfer_of(op) is None} == set(UNKNOWN)
