"""What a proof establishes: each prover against each kind of behaviour. Expected answers come from the specification.

The programs of a case differ in one behaviour: the rewrite may do what the original never does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from tests.helpers.programs import function, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.interpreter.kernels.support.table import every_kernel
from xdsl_stablehlo.interpreter.numerics.integers import Integers
from xdsl_stablehlo.workbench.permitted.choices.behaviours import OPEN, may_not_end
from xdsl_stablehlo.workbench.validation import Kind, validate

from .support import proof, verdict


class Case(NamedTuple):
    """Two bodies that differ in a behaviour."""

    before: str
    after: str
    takes: list[str]
    gives: str
    beside: tuple[str, str] = ("", "")

    def functions(self) -> list[FuncOp]:
        texts = zip(self.beside, (self.before, self.after), strict=True)
        modules = [parse(f"{other}\n{function(body, self.takes, [self.gives])}") for other, body in texts]
        return [_main(module) for module in modules]


def _main(module: Operation) -> FuncOp:
    return next(op for op in module.walk() if isinstance(op, FuncOp) and op.sym_name.data == "main")


def by_trying_all(before: FuncOp, after: FuncOp) -> bool:
    (found,) = validate(before, after, proofs=False)
    return found.kind is Kind.PROVED


PROVERS: dict[str, Callable[[FuncOp, FuncOp], bool]] = {
    "terms": lambda before, after: proof(before, after) is not None,
    "trying": by_trying_all,
}

I8, I32, F32, BOOL = "tensor<i8>", "tensor<i32>", "tensor<f32>", "tensor<i1>"
SAME = f"%r0 = stablehlo.negate %a0 : {I32}"
FOREVER = f"""%l = stablehlo.while(%i = %a0) : {I32}
    cond {{ %t = stablehlo.constant dense<true> : {BOOL} stablehlo.return %t : {BOOL} }}
    do {{ stablehlo.return %i : {I32} }}"""
QUOTIENT = f"""%z = stablehlo.constant dense<0> : {I32} %o = stablehlo.constant dense<1> : {I32}
  %d = stablehlo.divide %o, %z : {I32}"""
HIGH_BITS = f"""{QUOTIENT} %m = stablehlo.abs %d : {I32} %n = stablehlo.constant dense<16> : {I32}
  %r0 = stablehlo.shift_right_logical %m, %n : {I32}"""
ZERO = f"%r0 = stablehlo.constant dense<0> : {I32}"
TRUE = f"%r0 = stablehlo.constant dense<true> : {BOOL}"
TANH_IS_ONE = f"""%f = stablehlo.convert %a0 : ({I8}) -> {F32} %e = stablehlo.constant dense<8.0> : {F32}
  %d = stablehlo.divide %f, %e : {F32} %t = stablehlo.tanh %d : {F32} %o = stablehlo.constant dense<1.0> : {F32}
  %r0 = stablehlo.compare EQ, %t, %o : ({F32}, {F32}) -> {BOOL}"""
AT_LEAST = f"""%c = stablehlo.constant dense<73> : {I8}
  %r0 = stablehlo.compare GE, %a0, %c : ({I8}, {I8}) -> {BOOL}"""
TANH_OF_NINE = f"""%n = stablehlo.constant dense<9.125> : {F32} %t = stablehlo.tanh %n : {F32}
  %o = stablehlo.constant dense<1.0> : {F32} %r0 = stablehlo.compare EQ, %t, %o : ({F32}, {F32}) -> {BOOL}"""
DRAWN = f"""%l = stablehlo.constant dense<0.0> : {F32} %h = stablehlo.constant dense<1.0> : {F32}
  %s = stablehlo.constant dense<> : tensor<0xi64> %x = stablehlo.rng %l, %h, %s, distribution = UNIFORM
    : ({F32}, {F32}, tensor<0xi64>) -> {F32}"""
BELOW = f"""{DRAWN} %c = stablehlo.constant dense<0.99> : {F32}
  %r0 = stablehlo.compare LT, %x, %c : ({F32}, {F32}) -> {BOOL}"""
DRAWN_ONCE = f"{DRAWN} %r0 = stablehlo.subtract %x, %x : {F32}"
DRAWN_TWICE = f"""{DRAWN} %y = stablehlo.rng %l, %h, %s, distribution = UNIFORM
    : ({F32}, {F32}, tensor<0xi64>) -> {F32}
  %r0 = stablehlo.subtract %x, %y : {F32}"""


def reduced(op: str, init: int) -> str:
    """The elements of an i8 vector, joined in an order that is open."""
    return f"""%i = stablehlo.constant dense<{init}> : {I8}
  %r0 = "stablehlo.reduce"(%a0, %i) <{{dimensions = array<i64: 0>}}> ({{
  ^bb0(%x: {I8}, %y: {I8}):
    %t = stablehlo.{op} %x, %y : {I8}
    stablehlo.return %t : {I8}
  }}) : (tensor<2xi8>, {I8}) -> {I8}"""


def unrolled(init: int) -> str:
    """`init - a - b`, one order of the reduction by `subtract`."""
    return f"""%i = stablehlo.constant dense<{init}> : {I8}
  %p = stablehlo.slice %a0 [0:1] : (tensor<2xi8>) -> tensor<1xi8> %q = stablehlo.reshape %p : (tensor<1xi8>) -> {I8}
  %s = stablehlo.slice %a0 [1:2] : (tensor<2xi8>) -> tensor<1xi8> %t = stablehlo.reshape %s : (tensor<1xi8>) -> {I8}
  %u = stablehlo.subtract %i, %q : {I8} %r0 = stablehlo.subtract %u, %t : {I8}"""


CALL = f"%r0 = stablehlo.custom_call @foo(%a0) {{called_computations = [@g]}} : ({I32}) -> {I32}"
G = f"func.func private @g(%x: {I32}) -> {I32} {{{{ %y = stablehlo.{{op}} %x : {I32} return %y : {I32} }}}}"
BODIES = (G.format(op="negate"), G.format(op="not"))
COMPOSITE = f'%r0 = stablehlo.composite "my.op" %a0 {{decomposition = @g}} : ({I32}) -> {I32}'
PRINTED = f"interpreter.print %a0 : {I8} %r0 = stablehlo.negate %a0 : {I8}"
UNPRINTED = f"%r0 = stablehlo.negate %a0 : {I8}"
ANY = "tensor<?xi8>"
UNCHECKED = f"%r0 = stablehlo.negate %a0 : {ANY}"
CHECKED = f"%s = stablehlo.add %a0, %a1 : {ANY} {UNCHECKED}"
NARROW = "%r0 = stablehlo.convert %n : (tensor<f64>) -> tensor<f32>"

UNKNOWN = f"%y = stablehlo.custom_call @foo(%a0) : ({I8}) -> {I8}"
SHIFTED = reduced("xor", 0).replace(
    "%t = stablehlo.xor %x, %y",
    f"%o = stablehlo.constant dense<1> : {I8} %s = stablehlo.shift_left %y, %o : {I8} %t = stablehlo.xor %x, %s",
)
"""In every order the last element is shifted."""

CASES: dict[str, Case] = {
    "an undefined quotient": Case(ZERO, HIGH_BITS, [], I32),
    "a loop that does not end and is not read": Case(SAME, f"{FOREVER} {SAME}", [I32], I32),
    "a loop that does not end and carries the result": Case(
        f"%z = stablehlo.constant dense<0> : {I32} %r0 = stablehlo.add %a0, %z : {I32}",
        FOREVER.replace("%l", "%r0"),
        [I32],
        I32,
    ),
    "a loop that does not end and goes": Case(f"{FOREVER} {SAME}", SAME, [I32], I32),
    "what a custom call calls": Case(CALL, CALL, [I32], I32, BODIES),
    "what a composite is made of": Case(COMPOSITE, COMPOSITE, [I32], I32, BODIES),
    "accuracy of all arguments": Case(AT_LEAST, TANH_IS_ONE, [I8], BOOL),
    "accuracy of a constant": Case(TRUE, TANH_OF_NINE, [], BOOL),
    "rounding of a conversion": Case(
        "%r0 = stablehlo.constant dense<0.1> : tensor<f32>",
        f"%n = stablehlo.constant dense<0.1> : tensor<f64> {NARROW}",
        [],
        F32,
    ),
    "chance": Case(TRUE, BELOW, [], BOOL),
    "another draw": Case(DRAWN_ONCE, DRAWN_TWICE, [], F32),
    "an order that is open after": Case(unrolled(0), reduced("subtract", 0), ["tensor<2xi8>"], I8),
    "orders that are open on both sides": Case(
        SHIFTED,
        f"%n = stablehlo.reverse %a0, dims = [0] : tensor<2xi8> {SHIFTED.replace('%a0', '%n')}",
        ["tensor<2xi8>"],
        I8,
    ),
    "what an unknown function gives": Case(
        f"{UNKNOWN} {TRUE}",
        f"{UNKNOWN} %c = stablehlo.constant dense<126> : {I8} "
        f"%r0 = stablehlo.compare LT, %y, %c : ({I8}, {I8}) -> {BOOL}",
        [I8],
        BOOL,
    ),
    "an effect more": Case(UNPRINTED, PRINTED, [I8], I8),
    "an effect less": Case(PRINTED, UNPRINTED, [I8], I8),
    "sizes that may not agree": Case(UNCHECKED, CHECKED, [ANY, ANY], ANY),
}


LONG = {"orders that are open on both sides"}
"""Cases for which thousands of orders are tried."""


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.prove] if case in LONG else []) for case in CASES]
)
def test_no_prover_answers_where_the_rewrite_may_do_more(case: str, prover: str) -> None:
    before, after = CASES[case].functions()
    assert not PROVERS[prover](before, after)


LIVE = f"%r0 = stablehlo.negate %l : {I32}"
TWICE = f"{FOREVER} {FOREVER.replace('%l', '%m')}"
COUNTED = """%z = stablehlo.constant dense<0> : tensor<i32>
  %l = stablehlo.while(%i = %z) : tensor<i32>
    cond {{ %t = stablehlo.compare {direction}, %i, {bound} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1> }}
    do {{ %s = stablehlo.constant dense<{step}> : tensor<i32> %n = stablehlo.add %i, %s : tensor<i32>
      stablehlo.return %n : tensor<i32> }}"""
ENDS = COUNTED.format(direction="LT", bound="%a0", step=1)
UNREAD = f"%q = stablehlo.tanh %a0 : {F32} %r0 = stablehlo.exponential %a0 : {F32}"
TOTAL = reduced("subtract", 1)
NEUTRAL = f"%z = stablehlo.constant dense<1.0> : {F32}"

RIGHT: dict[str, tuple[str, Case]] = {
    "a loop that does not end, once more": (
        "terms",
        Case(f"{FOREVER} {LIVE}", f"{TWICE} {LIVE}", [I32], I32),
    ),
    "a loop that ends and is not read": ("terms", Case(SAME, f"{ENDS} {SAME}", [I32], I32)),
    "what is inexact and not read": ("terms", Case(UNREAD, UNREAD.partition(F32)[2], [F32], F32)),
    "an order that is open alike": ("terms", Case(TOTAL, TOTAL.replace("%t", "%s"), ["tensor<2xi8>"], I8)),
    "sizes that need not agree any more": ("terms", Case(CHECKED, UNCHECKED, [ANY, ANY], ANY)),
    "the same callees": ("terms", Case(CALL, CALL, [I32], I32, (BODIES[0], BODIES[0].replace("%y", "%z")))),
    "what is inexact beside a rule": (
        "terms",
        Case(
            f"%r0 = stablehlo.exponential %a0 : {F32}",
            f"%e = stablehlo.exponential %a0 : {F32} {NEUTRAL} %r0 = stablehlo.multiply %e, %z : {F32}",
            [F32],
            F32,
        ),
    ),
    "our accuracy before": ("terms", Case(TANH_OF_NINE, TRUE, [], BOOL)),
    "our accuracy before, for all arguments": ("trying", Case(TANH_IS_ONE, AT_LEAST, [I8], BOOL)),
    "chance before": ("trying", Case(BELOW, TRUE, [], BOOL)),
    "exact conversions": (
        "trying",
        Case(
            UNPRINTED,
            f"%f = stablehlo.convert %a0 : ({I8}) -> {F32} %n = stablehlo.negate %f : {F32} "
            f"%w = stablehlo.convert %n : ({F32}) -> {I32} %r0 = stablehlo.convert %w : ({I32}) -> {I8}",
            [I8],
            I8,
        ),
    ),
}


@pytest.mark.parametrize("case", RIGHT)
def test_what_both_leave_open_or_the_original_alone_is_proved(case: str) -> None:
    prover, given = RIGHT[case]
    assert PROVERS[prover](*given.functions())


@pytest.mark.parametrize(
    ("direction", "bound", "step", "ends"),
    [
        ("LT", "%a0", 1, True),
        ("LT", "%a0", -1, True),  # it wraps around
        ("NE", "%a0", 3, True),  # every number is a multiple of 3, modulo 2^32
        ("NE", "%a0", 2, False),
        ("EQ", "%a0", 2, True),
        ("LE", "%a0", 1, False),  # the bound may be the largest number
        ("LT", "%a0", 2, False),  # it may be the only one that ends the loop, and odd
        ("GE", "%a0", -1, False),
        ("LE", "%c", 1, True),
        ("LT", "%c", 1024, True),
        ("LT", "%c", 0, True),  # no iteration
        ("GE", "%c", 0, False),
    ],
)
def test_loops_of_which_it_is_known_that_they_end(direction: str, bound: str, step: int, ends: bool) -> None:
    """`%c` is -3; the counter begins with 0."""
    text = COUNTED.format(direction=direction, bound=bound, step=step)
    body = f"%c = stablehlo.constant dense<-3> : {I32} {text} %r0 = stablehlo.negate %l : {I32}"
    loops = [
        may_not_end(op) for op in parse(function(body, [I32], [I32])).walk() if op.name.endswith("while")
    ]
    assert loops == [not ends]


def test_what_z3_knows_is_not_open() -> None:
    """Divisions aside, which it knows where the divisor is a constant that leaves them defined."""
    undefined = [op for op, entry in every_kernel().items() if entry.undefined is not None]
    names = {op.name.partition(".")[2] for op in (*OPEN, *undefined)}
    assert names & vars(Integers).keys() == {"divide", "remainder"}


SWAP = f"%r0 = stablehlo.custom_call @foo(%a0, %a1) : ({I8}, {I8}) -> {I8}"
ACT = f"stablehlo.custom_call @foo(%a0) {{has_side_effect = true}} : ({I8}) -> ()"
ASKED = f"%y = stablehlo.custom_call @foo(%a0) : ({I8}) -> {I8}"
ADDED = f"%r0 = stablehlo.add %a0, %a1 : {I8}"
TOKEN = "!stablehlo.token"
ORDERED = f"""%t0 = stablehlo.create_token : {TOKEN}
  %t1 = stablehlo.custom_call @foo(%a0, %t0) {{has_side_effect = true}} : ({I8}, {TOKEN}) -> {TOKEN}
  %t2 = stablehlo.custom_call @foo(%a1, %t1) {{has_side_effect = true}} : ({I8}, {TOKEN}) -> {TOKEN}"""


@pytest.mark.parametrize(
    ("before", "after", "kind", "says"),
    [
        (SWAP, SWAP.replace("%a0, %a1", "%a1, %a0"), Kind.REFUTED, "operand 0 of custom_call @foo is "),
        (f"{ACT} {ADDED}", ADDED, Kind.REFUTED, "custom_call @foo runs once before and not at all after"),
        (f"{ACT} {ADDED}", f"{ACT} {ACT} {ADDED}", Kind.REFUTED, "runs once before and twice after"),
        (
            f"{ACT} {ADDED}",
            f"{ACT.replace('%a0', '%a1')} {ADDED}",
            Kind.REFUTED,
            "operand 0 of custom_call @foo",
        ),
        pytest.param(
            f"{ACT} {ADDED}",
            f"{ACT.replace('@foo', '@bar')} {ADDED}",
            Kind.CANNOT,
            "@foo",
            marks=pytest.mark.prove,
        ),
        pytest.param(
            f"{ASKED} {ADDED}",
            f"{ASKED.replace('%a0', '%a1')} {ADDED}",
            Kind.NOT_REFUTED,
            "",
            marks=pytest.mark.prove,
        ),
        pytest.param(SWAP, ADDED, Kind.CANNOT, "@foo", marks=pytest.mark.prove),
        pytest.param(ADDED, SWAP, Kind.CANNOT, "@foo", marks=pytest.mark.prove),
        pytest.param(
            f"{ACT} {ACT.replace('%a0', '%a1')} {ADDED}",
            f"{ACT.replace('%a0', '%a1')} {ACT} {ADDED}",
            Kind.NOT_REFUTED,
            "",
            marks=pytest.mark.prove,
        ),
        (
            f"{ORDERED} {ADDED}",
            f"{ORDERED.replace('%a0', '%b').replace('%a1', '%a0').replace('%b', '%a1')} {ADDED}",
            Kind.REFUTED,
            "operand 0 of custom_call @foo",
        ),
        (
            ADDED,
            f"interpreter.print %a0 : {I8} {ADDED}",
            Kind.REFUTED,
            "interpreter.print runs not at all before",
        ),
    ],
)
def test_what_is_done_outside(before: str, after: str, kind: Kind, says: str) -> None:
    """An unknown target that only one side calls may be what the other side computes; tokens alone order effects."""
    before, after = (
        body.replace(I8, "tensor<i4>") for body in (before, after)
    )  # fewer to be tried, all of them
    found = verdict(before, after, ["tensor<i4>"] * 2, ["tensor<i4>"], inputs=20)
    assert found.kind is kind
    assert says in str(found)


def test_nothing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    verdict(PRINTED, PRINTED.replace("negate", "not"), [I8], [I8])
    assert capsys.readouterr().out == ""


def test_operands_that_are_rounded_are_the_same() -> None:
    """Also where an unknown function is asked for what is rounded."""
    before = f"""%c = stablehlo.constant dense<0.1> : {F32} %d = stablehlo.constant dense<0.3> : {F32}
      %p = stablehlo.multiply %a0, %c : {F32} %q = stablehlo.multiply %p, %d : {F32}
      %r0 = stablehlo.custom_call @foo(%q) {{has_side_effect = true}} : ({F32}) -> {F32}"""
    after = before.replace("%a0, %c", "%c, %d").replace("%p, %d", "%a0, %p")
    assert verdict(before, after, [F32], [F32]).kind is Kind.ALLOWED


def sort(direction: str, of: str = "%a0", to: str = "%r0") -> str:
    return f"""{to} = "stablehlo.sort"({of}) <{{dimension = 0 : i64}}> ({{
      ^bb0(%a: {F32}, %b: {F32}):
      %p = stablehlo.compare {direction}, %a, %b : ({F32}, {F32}) -> {BOOL}
      stablehlo.return %p : {BOOL}
    }}) : (tensor<8xf32>) -> tensor<8xf32>"""


TURNED = "%s = stablehlo.reverse %a0, dims = [0] : tensor<8xf32>"


@pytest.mark.parametrize("seed", one_of(3, range(3)))
@pytest.mark.parametrize(
    "after",
    [
        sort("LT"),
        f"{TURNED} {sort('LE', '%s')}",
        f"{sort('GE', to='%s')} %r0 = stablehlo.reverse %s, dims = [0] : tensor<8xf32>",
    ],
)
def test_what_no_order_sorts_may_come_in_any_order(after: str, seed: int) -> None:
    """`LE` is no strict weak order of equal keys, and zeros of two signs are equal."""
    found = verdict(sort("LE"), after, ["tensor<8xf32>"], ["tensor<8xf32>"], proofs=False, seed=seed)
    assert found.kind is Kind.ALLOWED


def total(of: str, to: str, types: tuple[str, str], dimensions: str) -> str:
    return f"""%i{to[1:]} = stablehlo.constant dense<5> : {I32}
      {to} = stablehlo.reduce({of} init: %i{to[1:]}) applies stablehlo.add across dimensions = {dimensions}
        : ({types[0]}, {I32}) -> {types[1]}"""


MATRIX = "tensor<3x4xi32>"
AT_ONCE = total("%a0", "%r0", (MATRIX, I32), "[0, 1]")
ROWS_FIRST = "".join(
    [
        total("%a0", "%q", (MATRIX, "tensor<3xi32>"), "[1]"),
        "\n",
        total("%q", "%r0", ("tensor<3xi32>", I32), "[0]"),
    ]
)


@pytest.mark.parametrize(
    ("before", "after"), one_of(2, [(AT_ONCE, ROWS_FIRST), (ROWS_FIRST, AT_ONCE)], rows=True)
)
def test_init_values_may_be_used_in_any_amount(before: str, after: str) -> None:
    """Once for each row and once more, or once altogether."""
    assert verdict(before, after, [MATRIX], [I32], proofs=False, inputs=20).kind is Kind.ALLOWED
