"""Every rule has a proof; those that are no equations are right where their witnesses say, and wrong elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from benchmarks.probes import PROBES, read_probes, read_verdicts
from docs import rules as document
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.rules.engine import Rule, anything, limited_to
from xdsl_stablehlo.folding.rules.families import RULES
from xdsl_stablehlo.folding.rules.notation import term
from xdsl_stablehlo.folding.rules.terms import EQUATIONS, FLOAT, INTEGER, VIEWS, always, rule_of

from ...helpers.every_input import combined, computed, differing
from ...helpers.oracle import Array
from ...helpers.programs import parse
from ...helpers.symbolic import difference
from .programs import WIDE
from .proofs import is_about_movement
from .reduction_cases import RIGHT
from .witnesses import CONVERSIONS, TWICE, WITNESSES, program

FROM = (
    "i1",
    "i2",
    "ui2",
    "i4",
    "ui4",
    "i8",
    "ui8",
    "f4E2M1FN",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E5M2",
    "f8E8M0FNU",
    "bf16",
    "f16",
)
THROUGH = (*FROM, "i16", "i32", "f32")


def test_every_rule_has_a_proof() -> None:
    proved = {*EQUATIONS, *WITNESSES, *CONVERSIONS, *RIGHT}
    assert [name for name, rule in RULES.items() if name not in proved and not is_about_movement(rule)] == []


def test_every_rule_says_what_it_is() -> None:
    assert [name for name in (*EQUATIONS, *WITNESSES, *CONVERSIONS) if not RULES[name].says] == []


def careless(name: str, left: str = "") -> Rule:
    """The rule without its condition; that of an equation may have another left side."""
    if name not in EQUATIONS:
        return replace(RULES[name], when=always, asks=anything)
    rows = [replace(row, types=None, left=term(left) if left else row.left) for row in EQUATIONS[name]]
    return rule_of(name, tuple(rows))


def differs(rule: Rule, lines: tuple[str, ...], element: str) -> bool | None:
    """Whether a program gives something else after the rule for some input; None where the rule does not apply."""
    inputs = combined(program(lines, element, "")[1])
    text, _ = program(lines, element, f"{len(inputs[0])}x")
    return _differs(rule, text, inputs)


def _differs(rule: Rule, text: str, inputs: list[Array]) -> bool | None:
    before, after = parse(text), parse(text)
    with limited_to(rule):
        if not fold_module(after).simplified:
            return None
    (old,), (new,) = computed(before, inputs), computed(after, inputs)
    return bool(differing(old, new).any())


@pytest.mark.parametrize("name", WITNESSES)
def test_rule_is_right(name: str) -> None:
    witness = WITNESSES[name]
    for element in witness.types:
        assert differs(RULES[name], witness.lines, element) is False, element


@pytest.mark.parametrize("name", [name for name, witness in WITNESSES.items() if witness.wide])
def test_rule_is_right_for_wide_integers(name: str) -> None:
    for element in WITNESSES[name].wide:
        text, _ = program(WITNESSES[name].lines, element, "")
        before, after = parse(text), parse(text)
        with limited_to(RULES[name]):
            assert fold_module(after).simplified, element
        assert difference(before, after) is None


@pytest.mark.parametrize("name", WITNESSES)
def test_rule_is_wrong_without_its_condition(name: str) -> None:
    witness = WITNESSES[name]
    assert [differs(RULES[name], witness.wrong, element) for element in witness.types] == [None] * len(
        witness.types
    )
    assert any(differs(careless(name), witness.wrong, element) for element in witness.types)


def test_a_mask_is_no_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ops with constants mean is the condition of rules about their views."""
    lines, rule = ("a = and x c3", "r = add a c5"), RULES["constants-in-a-row"]
    assert differs(rule, lines, "i8") is None
    view = VIEWS["affine"]
    reads = {**view.reads, "and": ((term("and(x, C)"), term("affine(x, one, C)")),)}
    monkeypatch.setitem(VIEWS, "affine", view._replace(reads=reads))
    assert (
        differs(replace(rule, rows=(), asks=anything, gives=EQUATIONS[rule.name][0].gives), lines, "i8")
        is True
    )


def test_a_multiple_is_not_a_sum() -> None:
    lines = ("a = multiply x c2", "r = compare EQ a c6")
    inputs = combined(["i8"])
    text, _ = program(lines, "i8", "256x")
    before, after = parse(text), parse(text)
    with limited_to(RULES["constants-in-a-row"], RULES["compare-sum"]):
        assert fold_module(after).simplified == []
    assert not differing(computed(before, inputs)[0], computed(after, inputs)[0]).any()


def conversion(source: str, between: str, target: str, size: str) -> str:
    types = [f"tensor<{size}{element}>" for element in (source, between, target)]
    return f"""func.func @main(%x: {types[0]}) -> {types[2]} {{
      %0 = stablehlo.convert %x : ({types[0]}) -> {types[1]}
      %1 = stablehlo.convert %0 : ({types[1]}) -> {types[2]}
      return %1 : {types[2]}
    }}"""


@pytest.mark.prove
@pytest.mark.parametrize("name", TWICE)
def test_conversions_of_conversions(name: str) -> None:
    """Between all types, of all inputs of at most 16 bits."""
    applied, broken = 0, 0
    for source, between, target in product(FROM, THROUGH, FROM):
        if (source == target) is not (name == "convert-and-back") or between == source:
            continue
        inputs = combined([source])
        text = conversion(source, between, target, f"{len(inputs[0])}x")
        found = _differs(RULES[name], text, inputs)
        assert found is not True, f"{source} to {between} to {target}"
        applied += found is False
        if found is None and broken < 3:
            broken += _differs(careless(name), text, inputs) is True
    assert applied >= 20
    assert broken


@pytest.mark.prove
@pytest.mark.parametrize("name", TWICE)
def test_conversions_of_conversions_of_wide_numbers(name: str) -> None:
    """By z3, which knows nothing of floats that become integers."""
    applied = 0
    for source, between, target in product([*WIDE[INTEGER], *WIDE[FLOAT]], repeat=3):
        kinds = [each in WIDE[FLOAT] for each in (source, between, target)]
        if (source == target) is not (name == "convert-and-back") or sorted(kinds) != kinds:
            continue
        before, after = [parse(conversion(source, between, target, "")) for _ in range(2)]
        with limited_to(RULES[name]):
            if fold_module(after).simplified:
                applied += 1
                assert difference(before, after) is None, f"{source} to {between} to {target}"
    assert applied >= 20


def test_conversions_to_the_type_that_is_there() -> None:
    text = "func.func @main(%x: tensor<16xi4>) -> tensor<16xi4> {{\n{}\nreturn %1 : tensor<16xi4>\n}}"
    once = text.format("%1 = stablehlo.convert %x : (tensor<16xi4>) -> tensor<16xi4>")
    assert _differs(RULES["convert-to-itself"], once, combined(["i4"])) is False


@pytest.mark.parametrize("between", ["16xui4", "16x2xi2", "8xi8"])
def test_bits_there_and_back(between: str) -> None:
    source = "tensor<8x2xi4>" if between == "8xi8" else "tensor<16xi4>"
    text = f"""func.func @main(%x: {source}) -> {source} {{
      %0 = stablehlo.bitcast_convert %x : ({source}) -> tensor<{between}>
      %1 = stablehlo.bitcast_convert %0 : (tensor<{between}>) -> {source}
      return %1 : {source}
    }}"""
    (every,) = combined(["i4"])
    inputs = [every.reshape(8, 2) if between == "8xi8" else every]
    assert _differs(RULES["bitcast-and-back"], text, inputs) is False
    other = text.replace("bitcast_convert %x", "convert %x").replace("16x2xi2", "16xi2")
    if between == "16xui4":
        lossy = other.replace("ui4", "f4E2M1FN")
        assert _differs(RULES["bitcast-and-back"], lossy, inputs) is None
        assert (
            _differs(careless("bitcast-and-back", "bitcast_convert[T](convert[U](x:T))"), lossy, inputs)
            is True
        )


DOCUMENT = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()


def test_list_of_rules_is_up_to_date() -> None:
    """`python -m docs.rules` writes it."""
    assert document.text() == DOCUMENT


def test_every_probe_was_measured() -> None:
    """`python -m benchmarks.probes --write docs/probes.tsv` does that, with the peers that its help names."""
    names, columns = read_verdicts(Path(document.__file__).with_name("probes.tsv"))
    assert names == [probe.name for probe in read_probes(PROBES)]
    assert list(columns) == ["ours", "Enzyme", "XLA", "StableHLO"]
    assert "WRONG" not in columns["ours"]


def test_patterns_of_others_name_rules_that_there_are() -> None:
    patterns = DOCUMENT[DOCUMENT.index("## What others simplify") : DOCUMENT.index("## Probes")]
    assert set(re.findall(r"`([\w-]+)`", patterns)) <= set(RULES)
