"""What counts as the same program, and what rules prove: expected answers are argued from the specification."""

from __future__ import annotations

import pytest
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import function, named, parse
from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
from xdsl_stablehlo.tools.programs import new_context
from xdsl_stablehlo.workbench.validation import FloatTolerance, Kind, validate, validate_passes

from .support import proof, verdict

PROGRAMS = named(__file__)

I8, I32, F32, BOOL = "tensor<4xi8>", "tensor<4xi32>", "tensor<4xf32>", "tensor<i1>"


def main_of(text: str) -> FuncOp:
    """`@main` of a program."""
    return next(op for op in parse(text).ops if isinstance(op, FuncOp) and op.sym_name.data == "main")


def bodies(before: str, after: str, kind: str = I32) -> list[FuncOp]:
    """Two functions of `%a0` and `%a1`, which give `%r0`."""
    return [main_of(function(body, [kind, kind], [kind])) for body in (before, after)]


BEFORE = f"""%s = stablehlo.subtract %a0, %a1 : {I32}
  %p = stablehlo.multiply %a0, %s : {I32}
  %r0 = stablehlo.add %p, %s : {I32}"""
SUM = PROGRAMS["sum"]
EFFECTS = """stablehlo.custom_call @f(%a0) {has_side_effect = true} : (tensor<4xi32>) -> ()
  stablehlo.custom_call @f(%a1) {has_side_effect = true} : (tensor<4xi32>) -> ()
  %r0 = stablehlo.negate %a0 : tensor<4xi32>"""
BRANCHES = PROGRAMS["branches"]

SAME = {
    "names": (BEFORE, BEFORE.replace("%s", "%difference")),
    "twice": (
        BEFORE,
        BEFORE.replace("add %p, %s", "add %p, %t").replace(
            "%r0", f"%t = stablehlo.subtract %a0, %a1 : {I32}\n  %r0"
        ),
    ),
    "unused": (BEFORE, f"%n = stablehlo.negate %a1 : {I32}\n  {BEFORE}"),
    "names in a region": (SUM, SUM.replace("%x", "%y1").replace("%y:", "%x:").replace("%y :", "%x :")),
    "another order": (
        f"%n = stablehlo.negate %a0 : {I32} %m = stablehlo.not %a1 : {I32} %r0 = stablehlo.add %n, %m : {I32}",
        f"%m = stablehlo.not %a1 : {I32} %n = stablehlo.negate %a0 : {I32} %r0 = stablehlo.add %n, %m : {I32}",
    ),
}

OTHERS = {
    "operands": (BEFORE, BEFORE.replace("subtract %a0, %a1", "subtract %a1, %a0")),
    "an op": (BEFORE, BEFORE.replace("multiply", "add")),
    "operands in a region": (SUM, SUM.replace("subtract %x, %y", "subtract %y, %x")),
    "a constant": (SUM, SUM.replace("dense<0>", "dense<1>")),
    "the order of effects": (
        EFFECTS,
        EFFECTS.replace("@f(%a0)", "@f(%b)").replace("@f(%a1)", "@f(%a0)").replace("%b", "%a1"),
    ),
    "an effect fewer": (EFFECTS, EFFECTS.partition("\n")[2]),
    "an effect twice": (
        EFFECTS,
        f"{EFFECTS.partition('(%a1)')[0].strip()}(%a0){EFFECTS.partition('(%a1)')[2]}",
    ),
    "branches": (BRANCHES, BRANCHES.replace("negate %a0", "negate %a1")),
    "a branch that reads what is around it": (BRANCHES, BRANCHES.replace("return %a1", "return %a0")),
    "a type between": (
        f"%c = stablehlo.convert %a0 : ({I32}) -> {I8} %r0 = stablehlo.convert %c : ({I8}) -> {I32}",
        "%c = stablehlo.convert %a0 : (tensor<4xi32>) -> tensor<4xi16> "
        f"%r0 = stablehlo.convert %c : (tensor<4xi16>) -> {I32}",
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_what_is_the_same(name: str) -> None:
    before, after = bodies(*SAME[name])
    assert proof(before, after) is not None


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_not(name: str) -> None:
    before, after = bodies(*OTHERS[name])
    assert proof(before, before.clone()) is not None
    assert proof(before, after) is None


CALL = PROGRAMS["call"]
LAST = PROGRAMS["last"]
NEGATED, CALLED = (
    "%b = stablehlo.negate %a : tensor<i8>",
    "%b = func.call @f(%a) : (tensor<i8>) -> tensor<i8>",
)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (("f", NEGATED), ("g", NEGATED), True),
        (("f", NEGATED), ("f", NEGATED.replace("negate", "not")), False),
        (("f", CALLED), ("f", CALLED), False),
    ],
)
def test_functions_that_are_called(before: tuple[str, str], after: tuple[str, str], same: bool) -> None:
    """By what they do, whatever their names; one that calls itself is no term."""
    sides = [main_of(CALL.format(name=name, body=body)) for name, body in (before, after)]
    assert (proof(*sides) is not None) is same


DECLARED = "func.func private @{name}(tensor<i8>) -> tensor<i8>\n" + CALL.partition("\nfunc.func private")[0]


def test_functions_that_are_elsewhere_are_known_by_their_names() -> None:
    f, g = [main_of(DECLARED.format(name=name)) for name in "fg"]
    assert proof(f, f.clone()) is not None
    assert proof(f, g) is None


@pytest.mark.prove
def test_chains_of_calls_may_be_long() -> None:
    """Longer than Python's recursion limit."""
    links = [
        f"func.func private @f{n}(%a: tensor<i8>) -> tensor<i8> {{ {CALLED.replace('@f', f'@f{n + 1}')} "
        "return %b : tensor<i8> }"
        for n in range(1100)
    ]
    sides = [
        main_of(
            "\n".join([CALL.format(name="g", body=CALLED.replace("@f", "@f0")), *links, LAST.format(last)])
        )
        for last in ("negate", "not")
    ]
    assert proof(sides[0], sides[0]) is not None
    assert proof(sides[0], sides[1]) is None
    (found,) = validate(sides[0], sides[1])
    assert found.is_refuted


def constant(text: str, kind: str) -> str:
    return f"%c = stablehlo.constant dense<{text}> : {kind}"


ZERO_TIMES = (
    f"{constant('0', I32)} %m = stablehlo.multiply %a0, %c : {I32} %r0 = stablehlo.add %m, %a1 : {I32}"
)
FIVE_MORE = f"""{constant("1", I32)} %i = stablehlo.constant dense<5> : tensor<i32>
  %s = stablehlo.reduce(%c init: %i) applies stablehlo.add across dimensions = [0] : ({I32}, tensor<i32>) -> tensor<i32>
  %r0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> {I32}"""
NINE = f"%r0 = stablehlo.constant dense<9> : {I32}"
SINE = f"{constant('1.0', F32)} %r0 = stablehlo.sine %c : {F32}"


@pytest.mark.parametrize(
    ("before", "after", "kind", "proved"),
    [
        (ZERO_TIMES, f"{constant('0', I32)} %r0 = stablehlo.add %a1, %c : {I32}", I32, True),
        (FIVE_MORE, NINE, I32, True),
        (NINE, FIVE_MORE, I32, False),
        (ZERO_TIMES, NINE, I32, False),
        (SINE, f"%n = stablehlo.negate %a0 : {F32} {SINE}", F32, True),
    ],
)
def test_what_is_proved_of_constants(before: str, after: str, kind: str, proved: bool) -> None:
    """The sum of four ones with an init value of five may be nine, but need not be."""
    assert (proof(*bodies(before, after, kind)) is not None) is proved


def test_a_proof_says_what_it_rests_on() -> None:
    """Equations of floats take all NaNs for one, and are not used where their bits count."""
    before, after = [
        f"{constant('1.0', F32)} %r0 = stablehlo.{op} %a0, %c : {F32}" for op in ("multiply", "divide")
    ]
    given = verdict(before, after, [F32], [F32])
    assert given.kind is Kind.PROVED
    assert given.reason == "equal at every index, for every rank and size (divide-one, multiply-one)"
    assert [step.partition(":")[0] for step in given.steps] == ["divide-one", "multiply-one"]
    assert verdict(before, after, [F32], [F32], floats=FloatTolerance.of("bits")).kind is Kind.NOT_REFUTED
    module = parse(function(before, [F32], [F32]))
    (step,) = validate_passes(module, [StablehloConstantFoldPass()], new_context())
    assert [found.kind for found in step.verdicts] == [Kind.PROVED]
