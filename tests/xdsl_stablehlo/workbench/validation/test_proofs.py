"""Proofs are none of what is wrong, and terms mean what the interpreter computes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from xdsl.context import Context
from xdsl.dialects.func import FuncOp

from tests.campaigns.validated_pairs import PAIRS, PairCase, pairs_in
from tests.helpers.programs import function, named, parse
from tests.helpers.tiers import one_of, sampled
from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static_tensor
from xdsl_stablehlo.interpreter import EvaluationError, Limits, Program, eval_func
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.tools.command_line.reading import PassSpec
from xdsl_stablehlo.tools.programs import pass_named
from xdsl_stablehlo.values.element_types import dtype_of, holds_integers
from xdsl_stablehlo.workbench.validation import Kind, ValidationOptions, proofs, validate
from xdsl_stablehlo.workbench.validation.terms.elements import PointwiseElements
from xdsl_stablehlo.workbench.validation.terms.graph import Graph, GraphReader, TooManyOpsError
from xdsl_stablehlo.workbench.validation.terms.indices import fixed_index
from xdsl_stablehlo.workbench.validation.terms.matching import NormalTerms
from xdsl_stablehlo.workbench.validation.terms.sizes import ranked_shape
from xdsl_stablehlo.workbench.validation.terms.solving import TermSolver
from xdsl_stablehlo.workbench.validation.terms.symbolic import z

from .support import proof, verdict

PROGRAMS = named(__file__)


def main_of(text: str) -> FuncOp:
    """The function of a program."""
    return next(op for op in parse(text).ops if isinstance(op, FuncOp))


def is_proved(before: str, after: str) -> bool:
    """Whether it is proved that one program gives what the other gives."""
    return proof(main_of(before), main_of(after)) is not None


@sampled("every", 25, 1)
def test_nothing_wrong_is_proved_and_most_of_what_is_right(every: int) -> None:
    proved = [case for case in PAIRS[::every] if is_proved(case.before, case.after)]
    assert [case.name for case in proved if case.change] == []
    assert len(proved) >= (215 if every == 1 else 5)


def test_a_proof_about_shared_parts_is_short() -> None:
    """Written out in full, the last of a hundred sums has 2^100 parts."""
    sums = "".join([f"  %{i + 1} = stablehlo.add %{i}, %{i} : tensor<4xi32>\n" for i in range(100)])
    turned = (
        "  %101 = stablehlo.negate %100 : tensor<4xi32>\n  %102 = stablehlo.negate %101 : tensor<4xi32>\n"
    )
    head = "func.func @main(%0: tensor<4xi32>) -> tensor<4xi32> {\n"
    before, after = [
        main_of(f"{head}{body}  return %{last} : tensor<4xi32>\n}}")
        for body, last in ((sums + turned, 102), (sums, 100))
    ]
    (step,) = proofs.answer(before, after, ValidationOptions()).steps
    assert step.startswith("negate-negate: negate(negate(add(")
    assert len(step) < 10_000


def drawn(shape: tuple[int, ...], dtype: np.dtype[Any], random: np.random.Generator) -> np.ndarray[Any, Any]:
    """PointwiseElements of all bits, small ones among them."""
    raw = random.integers(0, 256, (*shape, dtype.itemsize), np.uint8)
    wide = raw.reshape(-1).view(dtype).reshape(shape) if dtype != np.bool_ else raw[..., 0] % 2 == 1
    small = np.asarray(random.integers(0, 4, shape)).astype(dtype)
    return np.where(random.random(shape) < 0.5, wide, small)


TEXTS = sorted({text for case in PAIRS for text in (case.before, case.after) if "?" not in text})


def terms_of(func: FuncOp) -> tuple[list[list[Any]], TermSolver] | None:
    """The elements of all results as terms, and the solver that knows them; None if there are too many."""
    try:
        with deep_recursion():
            whole_function = GraphReader(Graph(), func, True, True).whole()
    except TooManyOpsError:
        return None
    types = func.function_type.outputs.data
    if whole_function is None or any(not is_static_tensor(t) or np.prod(t.get_shape()) > 64 for t in types):
        return None
    elements, solver = PointwiseElements(NormalTerms(), unfolds=64), TermSolver()
    found = [
        [
            elements.at(node, tuple(map(fixed_index, map(int, at))))
            for at in np.ndindex(*ranked_shape(node.type))
        ]
        for node in whole_function.results
    ]
    return found, solver


def elements_in(term: Any) -> list[Any]:
    """The elements of arguments that a term is about."""
    own = [term] if term.head == "element" and term.parts[0].head == "argument" else []
    return [*own, *[each for part in term.parts if term.head == "op" for each in elements_in(part)]]


@pytest.mark.parametrize("part", one_of(16, range(16)))
def test_terms_mean_what_the_interpreter_computes(part: int) -> None:
    """Normal forms and z3 together."""
    random, compared = np.random.default_rng(part), 0
    for text in TEXTS[part::16]:
        func = main_of(text)
        given = terms_of(func)
        if given is None or any("tensor" not in str(a.type) or "!" in str(a.type) for a in func.args):
            continue
        for _ in range(2):
            values = [drawn(tuple(ranked_shape(a.type)), dtype_at(a), random) for a in func.body.block.args]
            try:
                results = eval_func(func, values, limits=Limits(iterations=100))
            except EvaluationError:
                continue
            for terms, result in zip(given[0], results, strict=True):
                for term, wanted in zip(terms, np.asarray(result.array).reshape(-1)):
                    compared += agrees(term, given[1], values, wanted, text)
    assert compared > 100


def agrees(term: Any, solver: TermSolver, values: list[Any], wanted: Any, text: str) -> bool:
    """Whether z3 has a number for a term, which must be the wanted one."""
    if term.level or any(index.terms for each in elements_in(term) for index in each.data):
        return False
    known: list[tuple[Any, Any]] = []
    for each in set(elements_in(term)):
        argument = values[each.parts[0].data[1]]
        element = argument[tuple(index.known for index in each.data)]
        constant = NormalTerms().constant(np.asarray(element), each.type)
        known.append((solver.term(each), TermSolver().term(constant)))
    found = z.simplify(z.substitute(solver.term(term), *known))
    if z.is_fp_value(found) and not np.isnan(wanted):
        found = z.simplify(z.fpToIEEEBV(found))
    elif z.is_fp_value(found):
        assert z.simplify(z.fpIsNaN(found)), text
        return True
    if not z.is_bv_value(found):  # a function that may be any
        return False
    if holds_integers(wanted.dtype):
        assert found.as_long() == int(wanted) % (1 << found.size()), (text, str(term))
        return True
    value = np.array(found.as_long(), f"u{wanted.itemsize}").view(wanted.dtype)
    assert value.tobytes() == wanted.tobytes() or (np.isnan(value) and np.isnan(wanted)), (text, str(term))
    return True


def dtype_at(argument: Any) -> np.dtype[Any]:
    """The dtype of a parameter."""
    return dtype_of(argument.type.element_type)


SUM = "%r0 = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = [0] : ({V}, {S}) -> {S}"


@pytest.mark.parametrize(
    ("kind", "init", "may"), [("i32", "0", True), ("i32", "1", False), ("f32", "0.0", False)]
)
def test_what_a_reduction_leaves_open_is_not_proved(kind: str, init: str, may: bool) -> None:
    """Init values may be used any number of times, floats added in any order: another order after is no refinement."""
    line = SUM.replace("{V}", f"tensor<4x{kind}>").replace("{S}", f"tensor<{kind}>")
    text = f"%z = stablehlo.constant dense<{init}> : tensor<{kind}>\n  {line}"
    program = function(text, [f"tensor<4x{kind}>"], [f"tensor<{kind}>"])
    turned = f"%s = stablehlo.reverse %a0, dims = [0] : tensor<4x{kind}>\n  {text.replace('%a0', '%s')}"
    other = function(turned, [f"tensor<4x{kind}>"], [f"tensor<{kind}>"])
    assert is_proved(program, program)
    assert is_proved(program, other) is may


REDUCED = PROGRAMS["reduced"]


@pytest.mark.parametrize(
    ("size", "wide", "returned", "known"),
    [(4, "i8", "s", True), (4, "i8", "y", False), (4, "i32", "s", False)],
)
def test_only_sums_of_one_type_are_sums(size: int, wide: str, returned: str, known: bool) -> None:
    """Not a body that returns something else, nor one that promotes."""
    given = terms_of(main_of(REDUCED.format(size=size, wide=wide, returned=returned)))
    assert given is not None
    assert (given[0][0][0].head == "op") is known


DOUBLING = "func.func @f{n}(%a: tensor<i8>) -> tensor<i8> {{\n{calls}\n  return %b : tensor<i8>\n}}\n"
CALLS = "  %{to} = func.call @f{n}(%{of}) : (tensor<i8>) -> tensor<i8>"


def called(depth: int, last: str) -> str:
    """A function that calls the next one twice, and so on; the last one does something else."""
    twice = [CALLS.format(to="c", of="a", n="{n}") + "\n" + CALLS.format(to="b", of="c", n="{n}")]
    bodies = [twice[0].format(n=n + 1) for n in range(depth)]
    return "".join(DOUBLING.format(n=n, calls=calls) for n, calls in enumerate([*bodies, last]))


@pytest.mark.parametrize(
    "text",
    [
        called(0, CALLS.format(to="b", of="a", n=0)),
        called(1, CALLS.format(to="b", of="a", n=0)),
        called(40, "  %b = stablehlo.add %a, %a : tensor<i8>"),
    ],
)
def test_what_takes_long_is_left(text: str) -> None:
    """Functions that call themselves, and those that call a million million times."""
    assert not is_proved(text, text)


@pytest.mark.parametrize(("name", "needs_z3"), [("commute-4xi8", False), ("de_morgan-4xi8", True)])
def test_without_z3_arguments_are_tried(name: str, needs_z3: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(c for c in PAIRS if c.name == name)
    (verdict,) = validate(parse(case.before), parse(case.after))
    assert verdict.kind is Kind.PROVED

    def absent(_: str) -> None:
        return None

    monkeypatch.setattr(proofs, "find_spec", absent)
    (verdict,) = validate(parse(case.before), parse(case.after))
    assert verdict.kind is (Kind.NOT_REFUTED if needs_z3 else Kind.PROVED)


HASHED = PROGRAMS["hashed"]


@pytest.mark.parametrize("sizes", ["", "2x"])
def test_arguments_that_z3_finds_are_tried(sizes: str) -> None:
    """One of four thousand million integers has this hash; random ones do not meet it."""
    kind = f"tensor<{sizes}i32>"
    values = {"{T}": kind, "{P}": f"tensor<{sizes}i1>", "{hash}": "123456789"}
    body = HASHED
    for name, value in values.items():
        body = body.replace(name, value)
    same = "%z = stablehlo.constant dense<0> : {T} %r0 = stablehlo.or %a0, %z : {T}".replace("{T}", kind)
    found = verdict(body, same, [kind], [kind])
    assert found.kind is Kind.REFUTED
    assert verdict(body, same, [kind], [kind], proofs=False).kind is Kind.NOT_REFUTED
    assert found.counterexample is not None
    (argument,) = found.counterexample.arguments
    hashed = (
        int(argument.array.max()) * 2654435761 & 0xFFFFFFFF
        or int(argument.array.min()) * 2654435761 & 0xFFFFFFFF
    )
    assert hashed ^ hashed >> 15 == 123456789


def test_scalars_that_are_sliced() -> None:
    """NumPy gives the element of an array of rank 0 for it."""
    kind = "tensor<i8>"
    body = f"""%s = stablehlo.slice %a0 [] : ({kind}) -> {kind}
      %d = stablehlo.dynamic_slice %s, sizes = [] : ({kind}) -> {kind} %r0 = stablehlo.negate %d : {kind}"""
    assert is_proved(
        function(body, [kind], [kind]), function(f"%r0 = stablehlo.negate %a0 : {kind}", [kind], [kind])
    )


@pytest.mark.parametrize("element", ["i4", "ui8", "i1", "f32", "bf16"])
def test_what_z3_finds_has_the_type_of_the_parameter(element: str) -> None:
    """It may find any elements for which one is chosen rather than the other."""
    kind = f"tensor<3x{element}>"
    before = function("", [kind, kind], [kind], ["%a0"])
    after = function("", [kind, kind], [kind], ["%a1"])
    candidate = proofs.answer(main_of(before), main_of(after), ValidationOptions()).candidate
    assert candidate is not None
    x, y = candidate
    assert str(x.type) == str(y.type) == kind
    assert x.array.tobytes() != y.array.tobytes()


def attention(layers: int, first: str) -> str:
    """Layers of attention over what the layer before gives, which each reads four times."""
    kind = "tensor<4x4xf32>"
    typed = f": ({kind}, {kind}) -> {kind}"
    lines = [f"%h0 = {first}", "%zero = stablehlo.constant dense<0.0> : tensor<f32>"]
    for n in range(layers):
        lines += f"""\
%scores{n} = stablehlo.dot_general %h{n}, %h{n}, contracting_dims = [1] x [1] {typed}
%exp{n} = stablehlo.exponential %scores{n} : {kind}
%sum{n} = stablehlo.reduce(%exp{n} init: %zero) applies stablehlo.add across dimensions = [1]
  : ({kind}, tensor<f32>) -> tensor<4xf32>
%sums{n} = stablehlo.broadcast_in_dim %sum{n}, dims = [0] : (tensor<4xf32>) -> {kind}
%weights{n} = stablehlo.divide %exp{n}, %sums{n} : {kind}
%d{n} = stablehlo.dot_general %weights{n}, %h{n}, contracting_dims = [1] x [0] {typed}
%h{n + 1} = stablehlo.add %h{n}, %d{n} : {kind}""".splitlines()
    return function("\n  ".join(lines), [kind], [kind], [f"%h{layers}"])


def test_layers_of_attention_have_few_terms() -> None:
    """Where no order of sums has to be chosen, none is: what a sum is of would be written out at each place."""
    given = "%a0 : (tensor<4x4xf32>) -> tensor<4x4xf32>"
    before = attention(24, f"stablehlo.reshape {given}")
    after = attention(24, f"stablehlo.transpose {given.replace(' :', ', dims = [0, 1] :')}")
    assert is_proved(before, after)
    assert not is_proved(before, after.replace("[0, 1]", "[1, 0]"))


def test_constants_are_added_up_without_z3() -> None:
    """z3 would not find it behind functions that it does not know, in the bodies of loops."""
    kind = "tensor<96xi32>"
    lines = [f"%c{n} = stablehlo.constant dense<{n}> : {kind}" for n in (2, 3, 5, 6)]
    two = f"%x = stablehlo.add %a0, %c2 : {kind} %y = stablehlo.add %c3, %x : {kind}"
    for added, is_right in (("%c5", True), ("%c6", False)):
        one = f"%y = stablehlo.add %a0, {added} : {kind}"
        sides = [main_of(function("\n".join([*lines, last]), [kind], [kind], ["%y"])) for last in (two, one)]
        assert (proof(*sides) == "equal at every index, for every rank and size") is is_right


def test_ops_of_unknown_dialects_end_nothing_and_are_no_constants() -> None:
    context = Context(allow_unregistered=True)
    register_dialects(context)
    module = parse_module(PROGRAMS["unknown"], context)
    verify_module(module)
    before, after, inside, _ = [op for op in module.ops if isinstance(op, FuncOp)]
    assert proof(before, after) is None
    assert proof(inside, inside.clone()) is not None
    text = print_module(module)
    for name in ("stablehlo-canonicalize-dynamism", "remove-dead-values"):
        pass_named(PassSpec(name)).apply(context, module)
        assert print_module(module) == text


SIZES = list(pairs_in((Path(__file__).parent / "cases" / "sizes.txt").read_text()))


@pytest.mark.parametrize("case", SIZES, ids=[case.name for case in SIZES])
def test_verdicts_say_for_which_sizes(case: PairCase) -> None:
    """A pair that is right only for its shapes is never called one for every size."""
    (found,) = validate(parse(case.before), parse(case.after))
    assert found.kind is Kind.PROVED
    extent = found.reason.partition(", for ")[2].partition(" (")[0]
    assert (extent or "these shapes") == case.name.partition(":")[0]


FILES = sorted((Path(__file__).parent / "cases").glob("seeded_*.txt"))
SEEDED = [case for file in FILES for case in pairs_in(file.read_text())]


@pytest.mark.parametrize("case", SEEDED, ids=[case.name for case in SEEDED])
def test_right_pairs_are_proved_and_wrong_ones_are_not(case: PairCase) -> None:
    assert is_proved(case.before, case.after) == (not case.change)
    # Of an order of floats that is chosen twice before, after may choose one.
    assert not (case.change and "-i32" in case.name and is_proved(case.after, case.before))


NEUTRAL = {"add": 0, "multiply": 1, "maximum": -128, "minimum": 127, "and": -1, "or": 0, "xor": 0}
Expression: TypeAlias = "str | tuple[Any, ...]"
VECTOR, SCALAR = "tensor<3xi8>", "tensor<i8>"


def vectors(often: str, depth: int = 3) -> st.SearchStrategy[Expression]:
    """Expressions of three elements, most of them of one op."""
    leaves = st.sampled_from(["%a0", "%a1"])
    if not depth:
        return leaves
    inside = vectors(often, depth - 1)
    ops = st.just(often) | st.sampled_from([*NEUTRAL])
    pairs = st.tuples(ops, inside, inside)
    moved = st.tuples(st.sampled_from(["reverse", "shift"]), inside)
    return leaves | pairs | pairs | pairs | moved | st.tuples(st.just("broadcast"), reductions(ops, inside))


def reductions(
    ops: st.SearchStrategy[str], inside: st.SearchStrategy[Expression]
) -> st.SearchStrategy[Expression]:
    """Elements combined by an op."""
    return st.tuples(st.just("reduce"), ops, inside)


def written(expression: Expression, lines: list[str]) -> str:
    """The name of the value of an expression, whose ops are added to `lines`."""
    if isinstance(expression, str):
        return expression
    name, *parts = expression
    neutral = NEUTRAL.get(parts[0] if name == "reduce" else "add")
    operands = [written(part, lines) for part in parts if part not in NEUTRAL]
    given = f"%v{len(lines)}"
    zero = f"%z{len(lines)} = stablehlo.constant dense<{neutral}> : {SCALAR}\n  "
    match name:
        case "reduce":
            said = f"init: %z{len(lines)}) applies stablehlo.{parts[0]} across dimensions = [0]"
            line = f"{zero}{given} = stablehlo.reduce({operands[0]} {said} : ({VECTOR}, {SCALAR}) -> {SCALAR}"
        case "reverse":
            line = f"{given} = stablehlo.reverse {operands[0]}, dims = [0] : {VECTOR}"
        case "shift":
            said = (
                f"%z{len(lines)}, low = [1], high = [-1], interior = [0] : ({VECTOR}, {SCALAR}) -> {VECTOR}"
            )
            line = f"{zero}{given} = stablehlo.pad {operands[0]}, {said}"
        case "broadcast":
            line = f"{given} = stablehlo.broadcast_in_dim {operands[0]}, dims = [] : ({SCALAR}) -> {VECTOR}"
        case _:
            line = f"{given} = stablehlo.{name} {', '.join(operands)} : {VECTOR}"
    lines.append(line)
    return given


def shorter(expression: Expression) -> Iterator[Expression]:
    """The expression with an operand in place of an op, for each op of two operands."""
    if isinstance(expression, str):
        return
    name, *parts = expression
    if name in NEUTRAL:
        yield from parts
    for place, part in enumerate(parts):
        for each in shorter(part) if part not in NEUTRAL else ():
            yield (name, *parts[:place], each, *parts[place + 1 :])


@pytest.mark.prove
@settings(max_examples=150)
@given(st.sampled_from([*NEUTRAL]).flatmap(lambda op: reductions(st.just(op), vectors(op))))
def test_reductions_that_are_proved_equal_are_equal(expression: Expression) -> None:
    """A reduction and the same without one of its ops: many are equal for some ops only."""
    random = np.random.default_rng(0)
    arguments = [random.integers(-128, 128, (20, 3)).astype(np.int8) for _ in range(2)]
    programs: list[str] = []
    for each in (expression, *islice(shorter(expression), 4)):
        result = written(each, lines := [])
        programs.append(function("\n  ".join(lines), [VECTOR, VECTOR], [SCALAR], [result]))
    first, *others = programs
    for other in others:
        if is_proved(first, other):
            both = [Program.of(parse(text)) for text in (first, other)]
            for values in zip(*arguments):
                one, two = [np.asarray(program(*values)) for program in both]
                assert np.array_equal(one, two), other
