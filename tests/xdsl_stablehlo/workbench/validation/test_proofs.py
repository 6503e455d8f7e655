"""Proofs are none of what is wrong, and symbols mean what the interpreter computes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from tests.campaigns.validated_pairs import PAIRS
from tests.helpers.programs import function, named, parse
from tests.helpers.tiers import one_of, sampled
from xdsl_stablehlo.interpreter import eval_func
from xdsl_stablehlo.values.element_types import dtype_of
from xdsl_stablehlo.workbench.validation import Kind, proofs, validate
from xdsl_stablehlo.workbench.validation.proofs import answer_of_z3
from xdsl_stablehlo.workbench.validation.symbolic import arguments_of, evaluated, z

from .support import verdict

PROGRAMS = named(__file__)


def main_of(text: str) -> FuncOp:
    """The function of a program."""
    return next(op for op in parse(text).ops if isinstance(op, FuncOp))


def is_proved(before: str, after: str) -> bool:
    """Whether z3 proves that one program gives what the other gives."""
    return answer_of_z3(main_of(before), main_of(after)).proof is not None


@sampled("every", 25, 1)
def test_nothing_wrong_is_proved_and_most_of_what_is_right(every: int) -> None:
    proved = [case for case in PAIRS[::every] if is_proved(case.before, case.after)]
    assert [case.name for case in proved if case.change] == []
    assert len(proved) >= (100 if every == 1 else 3)


def drawn(shape: tuple[int, ...], dtype: np.dtype[Any], random: np.random.Generator) -> np.ndarray[Any, Any]:
    """Elements of all bits, small ones among them."""
    raw = random.integers(0, 256, (*shape, dtype.itemsize), np.uint8)
    wide = raw.reshape(-1).view(dtype).reshape(shape) if dtype != np.bool_ else raw[..., 0] % 2 == 1
    small = np.asarray(random.integers(0, 4, shape)).astype(dtype)
    return np.where(random.random(shape) < 0.5, wide, small)


FLOATS = ("f32", "f64", "f16", "f8")
INTEGRAL = sorted(
    {text for c in PAIRS for text in (c.before, c.after) if not any(kind in text for kind in FLOATS)}
)


@pytest.mark.parametrize("part", one_of(16, range(16)))
def test_symbols_mean_what_the_interpreter_computes(part: int) -> None:
    random, compared = np.random.default_rng(part), 0
    for text in INTEGRAL[part::16]:
        func = main_of(text)
        symbols = arguments_of(func)
        given = None if symbols is None else evaluated(func, symbols)
        if symbols is None or given is None:
            continue
        for _ in range(3):
            values = [
                drawn(array.shape, dtype_at(a), random) for array, a in zip(symbols, func.body.block.args)
            ]
            known = [
                (symbol, z.BitVecVal(int(bits), symbol.size()))
                for array, value in zip(symbols, values)
                for symbol, bits in zip(array.flat, unsigned(value))
            ]
            for terms, result in zip(given, eval_func(func, values), strict=True):
                found = [z.simplify(z.substitute(term, *known)) for term in terms.flat]
                if all(map(z.is_bv_value, found)):  # not a function that may be any
                    assert [bits.as_long() for bits in found] == unsigned(result.array).tolist(), text
                    compared += len(found)
    assert compared > 100


def dtype_at(argument: Any) -> np.dtype[Any]:
    """The dtype of a parameter."""
    return dtype_of(argument.type.element_type)


def unsigned(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The bits of elements, as numbers."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.astype(np.uint8) if flat.dtype == np.bool_ else flat.view(f"u{flat.itemsize}")


SUM = "%r0 = stablehlo.reduce(%a0 init: %z) applies stablehlo.add across dimensions = [0] : ({V}, {S}) -> {S}"


@pytest.mark.parametrize(
    ("kind", "init", "may"), [("i32", "0", True), ("i32", "1", False), ("f32", "0.0", False)]
)
def test_what_a_reduction_leaves_open_is_not_proved(kind: str, init: str, may: bool) -> None:
    """Init values may be used any number of times, floats added in any order: another one after is no refinement."""
    line = SUM.replace("{V}", f"tensor<4x{kind}>").replace("{S}", f"tensor<{kind}>")
    text = f"%z = stablehlo.constant dense<{init}> : tensor<{kind}>\n  {line}"
    program = function(text, [f"tensor<4x{kind}>"], [f"tensor<{kind}>"])
    assert is_proved(program, program) is may


REDUCED = PROGRAMS["reduced"]


@pytest.mark.parametrize(
    ("size", "wide", "returned", "known"),
    [(4, "i8", "s", True), (4, "i8", "y", False), (4, "i32", "s", False), (0, "i8", "s", False)],
)
def test_only_sums_of_one_type_are_sums(size: int, wide: str, returned: str, known: bool) -> None:
    """Not a body that returns something else, nor one that promotes; no element has no symbol."""
    func = main_of(REDUCED.format(size=size, wide=wide, returned=returned))
    arguments = arguments_of(func)
    assert (arguments is not None and evaluated(func, arguments) is not None) is known


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


def test_without_z3_arguments_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(c for c in PAIRS if c.name == "commute-4xi8")
    (verdict,) = validate(parse(case.before), parse(case.after))
    assert verdict.kind.value == "proved"

    def absent(_: str) -> None:
        return None

    monkeypatch.setattr(proofs, "find_spec", absent)
    (verdict,) = validate(parse(case.before), parse(case.after))
    assert verdict.kind.value == "not refuted"


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
    candidate = answer_of_z3(main_of(before), main_of(after)).candidate
    assert candidate is not None
    x, y = candidate
    assert str(x.type) == str(y.type) == kind
    assert x.array.tobytes() != y.array.tobytes()
