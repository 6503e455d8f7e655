"""The results that the specification permits: expected ends are from IEEE 754, from error bounds, or by counting."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from xdsl.irdl import IRDLOperation

from docs.findings import Finding, findings
from tests.campaigns.accuracy.permitted_results import called_wrong
from tests.helpers.programs import COUNTING_LOOP, named, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo import NotOp, ReducePrecisionOp
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.support.table import every_kernel
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.workbench.permitted.elementwise import OpSite, elementwise_result
from xdsl_stablehlo.workbench.permitted.enclosures import LIBRARY, WIDEST, Enclosures, Tier
from xdsl_stablehlo.workbench.permitted.evaluation import Permitted, permitted
from xdsl_stablehlo.workbench.permitted.spans import Freedom, Reasons, Span, contains, hull

PROGRAMS = named(__file__)

F32 = np.float32


def evaluated(text: str, *arguments: Any, tier: Tier = LIBRARY, steps: int = 1000) -> Permitted:
    return permitted(parse(text), arguments, tier=tier, steps=steps)


def span(text: str, *arguments: Any, tier: Tier = LIBRARY) -> Span:
    """The span of the only result."""
    (result,) = evaluated(text, *arguments, tier=tier).spans
    assert isinstance(result, Span)
    return result


def of_one(op: str, types: str, *arguments: Any, tier: Tier = LIBRARY) -> Span:
    """The span of one op in generic form, without properties."""
    inputs = types.partition("->")[0].strip(" ()").split(", ")
    names = ", ".join([f"%a{i}: {t}" for i, t in enumerate(inputs)])
    operands = ", ".join([f"%a{i}" for i in range(len(inputs))])
    result = types.partition("->")[2].strip()
    body = f'%r = "stablehlo.{op}"({operands}) : {types} return %r : {result}'
    text = f"func.func @main({names}) -> {result} {{ {body} }}"
    return span(text, *arguments, tier=tier)


TWO = "(tensor<f32>, tensor<f32>) -> tensor<f32>"
ONE = "(tensor<f32>) -> tensor<f32>"


def ends(found: Span) -> tuple[float, float]:
    return float(found.lo), float(found.hi)


def test_a_sum_is_rounded_to_either_neighbour() -> None:
    low, high = ends(of_one("add", TWO, F32(1), F32(2.0**-30)))
    assert (low, high) == (1.0, float(np.nextafter(F32(1), F32(2))))


@pytest.mark.parametrize(
    ("op", "operands", "expected"),
    [
        ("add", (1, 2), 3.0),
        ("subtract", (1, 2), -1.0),
        ("multiply", (3, 0.5), 1.5),
        ("divide", (3, 4), 0.75),
        ("divide", (1, 0.0), np.inf),
        ("divide", (1, -0.0), -np.inf),
        ("add", (0.0, -0.0), 0.0),
        ("multiply", (-1, 0.0), -0.0),
        ("multiply", (3e38, 3e38), np.inf),
        ("remainder", (-5, 3), -2.0),
        ("maximum", (-0.0, 0.0), 0.0),
        ("minimum", (-0.0, 0.0), -0.0),
        ("power", (2, 0), 1.0),
        ("power", (np.nan, 0), 1.0),
        ("power", (1, np.nan), 1.0),
    ],
)
def test_what_ieee_754_fixes_is_one_number(op: str, operands: Sequence[float], expected: float) -> None:
    found = of_one(op, TWO, *map(F32, operands))
    assert ends(found) == (expected, expected)
    assert np.signbit(found.lo) == np.signbit(found.hi) == np.signbit(expected)
    assert not found.nan


FLOAT_OPS = [
    kind
    for kind, entry in every_kernel().items()
    if entry.elementwise
    and len(entry.monotone) < 3
    and kind not in (NotOp, ReducePrecisionOp)
    and kind.name.startswith("stablehlo.")
    and (entry.monotone or hasattr(Enclosures, kind.name.partition(".")[2]))
]


@pytest.mark.parametrize("kind", FLOAT_OPS)
def test_zeros_of_both_signs_permit_what_either_gives(kind: type[IRDLOperation]) -> None:
    count = len(kind.get_irdl_definition().operands)
    names = [f"%a{i}" for i in range(count)]
    types = ", ".join(["tensor<f32>"] * count)
    body = f'%r = "{kind.name}"({", ".join(names)}) : ({types}) -> tensor<f32> return %r : tensor<f32>'
    text = f"func.func @main({', '.join([f'{n}: tensor<f32>' for n in names])}) -> tensor<f32> {{ {body} }}"
    found = next(each for each in parse(text).walk() if isinstance(each, kind))
    site = OpSite(found, LIBRARY, Reasons(), Compiler({}))
    zeros = [Span.of(np.asarray(zero)) for zero in (-0.0, 0.0)]
    both = hull(*zeros)
    for numbers in product([-2.0, -0.0, 0.0, 2.0, np.inf], repeat=count - 1):
        others = [Span.of(np.asarray(number)) for number in numbers]
        for place in range(count):
            with quiet():
                wide, *each = [
                    elementwise_result(site, [*others[:place], x, *others[place:]]) for x in (both, *zeros)
                ]
            assert wide is not None
            for one in each:
                assert one is not None
                for end in one.ends:
                    assert contains(wide, end.astype(F32)), (numbers, place)


@pytest.mark.parametrize(
    ("op", "operands"),
    [("add", (np.inf, -np.inf)), ("multiply", (0, np.inf)), ("divide", (0, 0)), ("maximum", (np.nan, 1))],
)
def test_only_nan_is_permitted(op: str, operands: Sequence[float]) -> None:
    found = of_one(op, TWO, *map(F32, operands))
    assert np.isnan(found.lo)
    assert contains(found, np.asarray(F32(np.nan)))
    assert not contains(found, np.asarray(F32(0)))


@pytest.mark.parametrize("op", ["sine", "cosine", "tan"])
def test_waves_of_infinity_are_nan(op: str) -> None:
    assert np.isnan(of_one(op, ONE, F32(np.inf)).lo)


def test_a_subnormal_number_is_no_zero() -> None:
    found = of_one("multiply", TWO, F32(1e-30), F32(1e-10))
    assert not contains(found, np.asarray(F32(0)))
    assert contains(found, np.asarray(F32(1e-30) * F32(1e-10)))


def test_functions_may_be_off_by_some_digits_and_more_in_the_widest_tier() -> None:
    exact = np.exp(1.5)
    off = F32(exact * (1 + 2.0**-14))
    for tier, is_inside in ((LIBRARY, False), (WIDEST, True)):
        found = of_one("exponential", ONE, F32(1.5), tier=tier)
        assert found.lo < exact < found.hi
        assert contains(found, np.asarray(off)) == is_inside
    assert not contains(of_one("exponential", ONE, F32(1.5), tier=WIDEST), np.asarray(F32(4.49)))


def test_functions_overflow_and_are_nan_outside_of_their_domain() -> None:
    assert ends(of_one("exponential", ONE, F32(100))) == (np.inf, np.inf)
    assert np.isnan(of_one("log", ONE, F32(-1)).lo)
    assert ends(of_one("log", ONE, F32(-0.0))) == (-np.inf, -np.inf)
    assert ends(of_one("rsqrt", ONE, F32(-0.0))) == (-np.inf, -np.inf)


def sum_of(values: Any, init: float = 0.0, tier: Tier = LIBRARY) -> Span:
    array = np.asarray(values, F32)
    text = f"""func.func @main(%x: tensor<{array.size}xf32>, %i: tensor<f32>) -> tensor<f32> {{
      %r = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0]
        : (tensor<{array.size}xf32>, tensor<f32>) -> tensor<f32>
      return %r : tensor<f32> }}"""
    return span(text, array, F32(init), tier=tier)


def test_sums_of_whole_numbers_have_one_value() -> None:
    assert ends(sum_of(range(100))) == (4950.0, 4950.0)


def test_sums_contain_every_order_and_little_more() -> None:
    found = sum_of([1, 2.0**-24, 2.0**-24, -1])
    # From the left the small ones are lost; together they are not.
    assert contains(found, np.asarray(F32(0)))
    assert contains(found, np.asarray(F32(2.0**-23)))
    assert not contains(found, np.asarray(F32(2.0**-20)))


def test_partial_sums_may_overflow() -> None:
    found = sum_of([3e38, 3e38, -3e38])
    assert found.lo < 3e38
    assert found.hi == np.inf
    assert not found.nan
    assert sum_of([3e38, 3e38, -3e38, -3e38]).nan


def test_infinite_terms_decide_a_sum() -> None:
    assert ends(sum_of([np.inf, 1, -1])) == (np.inf, np.inf)
    assert np.isnan(sum_of([np.inf, -np.inf]).lo)


def test_products_of_matrices_are_sums_in_any_order() -> None:
    text = PROGRAMS["products of matrices are sums in any order"]
    row = np.asarray([[1, 2.0**-12, -1]], F32)
    found = span(text, row, row.T)
    assert found.lo[0, 0] <= 2 + 2.0**-24 <= found.hi[0, 0]
    assert found.hi[0, 0] - found.lo[0, 0] < 2.0**-19
    # The least accurate precision may take the operands as bf16.
    rough = np.asarray([[F32(2.01)]])
    assert not contains(found, rough).all()
    assert contains(span(text, row, row.T, tier=WIDEST), rough).all()


def test_integers_wrap_around_or_are_free_in_the_widest_tier() -> None:
    types = "(tensor<i32>, tensor<i32>) -> tensor<i32>"
    most = np.int32(2**31 - 1)
    found = of_one("add", types, most, np.int32(1))
    assert int(found.lo) == int(found.hi) == -(2**31)
    assert not found.free
    assert of_one("add", types, most, np.int32(1), tier=WIDEST).free


def test_a_division_by_zero_is_undefined_for_its_element_only() -> None:
    text = """func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
      %r = stablehlo.divide %x, %y : tensor<2xi32>
      return %r : tensor<2xi32> }"""
    found = evaluated(text, np.asarray([6, 6], np.int32), np.asarray([0, 2], np.int32))
    (result,) = found.spans
    assert isinstance(result, Span)
    assert result.free.astype(bool).tolist() == [True, False]
    reason = found.reason(int(result.free[0]))
    assert reason.freedom is Freedom.UNDEFINED
    assert "spec: Errors" in str(reason)


PRODUCT = PROGRAMS["product"]


def test_products_of_numbers_that_are_rounded_are_between_those_of_their_ends() -> None:
    small = np.full(3, 2.0**-30, F32)
    low, high = ends(span(PRODUCT, np.asarray([1, -2, 3], F32), small))
    assert low < -6 < high < -5.9999
    assert low > -6.0001
    large = [np.asarray(x, F32) for x in ([1, -2, 3e38], [2.0**-30, 2.0**-30, 1e37])]
    assert ends(span(PRODUCT, *large)) == (-np.inf, -np.inf)


@pytest.mark.parametrize(
    ("factors", "inside", "outside"),
    [
        ((1e30, 1e30, 1e-30), (1e30, np.inf), (np.nan, 0.0, 9e29)),
        ((1e-30, 1e-30, -1e-30), (-0.0,), (np.nan, 0.0, -1e-30)),
        ((1e30, 1e30, -1.0), (-np.inf,), (np.nan, np.inf, -3e38)),
        ((1e30, 1e30, 0.0), (0.0, np.nan), (-0.0, np.inf)),
        ((1e-30, 1e-30, -np.inf), (-np.inf, np.nan), (-0.0, np.inf)),
        ((1e-20, -0.0, 3.0), (-0.0,), (0.0, np.nan)),
        ((np.inf, 0.0, 1.0), (np.nan,), (0.0, np.inf)),
        ((3.0, 5.0, 7.0), (105.0,), (104.99999, np.nan)),
    ],
)
def test_products_in_every_order(
    factors: tuple[float, ...], inside: tuple[float, ...], outside: tuple[float, ...]
) -> None:
    """A partial product may overflow, or vanish; NaN needs both."""
    given = np.asarray(factors, F32)
    found = span(PRODUCT.replace("add", "maximum"), given, given)
    assert [bool(contains(found, np.asarray(F32(x)))) for x in inside] == [True] * len(inside)
    assert [bool(contains(found, np.asarray(F32(x)))) for x in outside] == [False] * len(outside)


POWER = PROGRAMS["power"]


def test_powers_of_a_negative_number_that_is_rounded_have_any_sign() -> None:
    low, high = ends(span(POWER, F32(2), F32(2.0**-30), F32(3)))
    assert 7.9999 < low < 8 < high < 8.0001
    found = span(POWER, F32(-2), F32(2.0**-30), F32(3))
    assert found.nan
    assert -8.0001 < found.lo < -8
    assert 8 < found.hi < 8.0001


UNDECIDED = PROGRAMS["undecided"]
SELECTION = "%r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>"
BRANCH = """%r = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<f32> }, { stablehlo.return %b : tensor<f32> })
    : (tensor<i1>) -> tensor<f32>"""
LOOP = PROGRAMS["loop"]


@pytest.mark.parametrize("body", [SELECTION, BRANCH])
def test_both_values_are_permitted_where_rounding_decides(body: str) -> None:
    text = UNDECIDED.replace("BODY", body)
    assert ends(span(text, F32(1), F32(2.0**-30), F32(5), F32(7))) == (5.0, 7.0)
    assert ends(span(text, F32(1), F32(1), F32(5), F32(7))) == (5.0, 5.0)


def test_a_loop_that_rounding_decides_is_open() -> None:
    found = evaluated(UNDECIDED.replace("BODY", LOOP), F32(1), F32(2.0**-30), F32(5), F32(7))
    (result,) = found.spans
    assert isinstance(result, Span)
    assert found.reason(int(result.free)).freedom is Freedom.OPEN
    assert "depends on rounding" in str(found.reason(int(result.free)))


def test_branches_in_branches_may_be_as_deep_as_the_program() -> None:
    ending = "stablehlo.return %b : tensor<f32>"
    body = ending
    for n in range(600):
        nested = BRANCH.replace("stablehlo.return %a : tensor<f32>", body).replace("%r =", f"%r{n} =")
        body = f"{nested} {ending.replace('%b', f'%r{n}')}"
    text = UNDECIDED.replace(
        "BODY", body.rpartition("stablehlo.return")[0] + "%r = stablehlo.negate %r599 : tensor<f32>"
    )
    assert ends(span(text, F32(1), F32(1), F32(5), F32(7))) == (-7.0, -7.0)


BROADCAST = PROGRAMS["broadcast"]
OF_A_SHAPE = PROGRAMS["of a shape"]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [(BROADCAST, [F32(1)]), (OF_A_SHAPE, [np.ones(1, F32), np.array([1500000000, 300000000], np.int32)])],
    ids=["static", "dynamic"],
)
def test_a_program_that_is_too_large_for_memory_is_open(text: str, arguments: Sequence[Any]) -> None:
    reason = evaluated(text, *arguments).reasons[0]
    assert reason.freedom is Freedom.OPEN
    assert "half of the memory of this machine" in str(reason)


ENDLESS = PROGRAMS["endless"]


@pytest.mark.parametrize("size", [2, 3])
def test_a_result_of_another_shape_than_declared_is_open(size: int) -> None:
    text = PROGRAMS["a result of another shape than declared is open"]
    found = evaluated(text, np.zeros(3, F32), np.asarray([size], np.int32))
    assert [reason.freedom for reason in found.reasons] == [Freedom.OPEN]


@pytest.mark.parametrize(("x", "is_defined"), [(1.0, True), (448.0, False)])
def test_a_sum_beyond_a_type_without_infinity_is_undefined_and_no_other(x: float, is_defined: bool) -> None:
    text = f"""func.func @main() -> tensor<f8E4M3FN> {{
      %x = stablehlo.constant dense<{x}> : tensor<f8E4M3FN>
      %r = stablehlo.add %x, %x : tensor<f8E4M3FN>
      return %r : tensor<f8E4M3FN>
    }}"""
    assert (evaluated(text).reasons == []) == is_defined


def test_a_loop_without_an_op_has_steps() -> None:
    assert str(evaluated(ENDLESS, np.True_).reasons[0]) == "more than 1000 ops are evaluated"
    assert span(ENDLESS, np.False_).lo == np.False_


def test_a_program_of_too_many_steps_is_open() -> None:
    assert int(span(COUNTING_LOOP, np.int32(9_995)).lo) == 10_000
    found = evaluated(COUNTING_LOOP, np.int32(0), steps=10)
    assert str(found.reasons[0]) == "more than 10 ops are evaluated"


@pytest.mark.parametrize("smallest", [5e-324, 1e-310])
def test_a_function_of_complex_numbers_may_be_zero_below_the_smallest_normal_one(smallest: float) -> None:
    types = "(tensor<complex<f64>>) -> tensor<complex<f64>>"
    zero = np.asarray(0, np.complex128)
    found = [
        bool(contains(of_one("tanh", types, zero + smallest, tier=tier), zero)) for tier in (LIBRARY, WIDEST)
    ]
    assert found == [smallest < 1e-320, True]


def test_sums_that_a_value_from_outside_selects_are_open() -> None:
    text = PROGRAMS["sums that a value from outside selects are open"]
    found = evaluated(text, np.ones(4, F32), np.ones(1, F32), np.bool_(True))
    assert [(each.freedom, "accuracy" in str(each)) for each in found.reasons] == [(Freedom.OPEN, True)]


OF_ENGINES = [each for each in findings() if each.given]


@pytest.mark.parametrize("finding", OF_ENGINES, ids=[each.name for each in OF_ENGINES])
def test_known_findings_are_not_permitted(finding: Finding) -> None:
    given = finding.results("after")
    module = parse(finding.text.replace("@before(", "@main("))
    for tier in (LIBRARY, WIDEST):
        spans = permitted(module, finding.values(), tier=tier).spans
        each = zip(spans, given, strict=True)
        assert not all(isinstance(x, Span) and bool(contains(x, y.array).all()) for x, y in each)


@pytest.mark.parametrize(
    "seeds", one_of(5, [range(60), *[range(n, n + 300) for n in range(60, 1260, 300)]]), ids=str
)
def test_permitted_results_are_not_called_wrong(seeds: range) -> None:
    assert [found for found in map(called_wrong, seeds) if found is not None] == []
