"""Write `docs/rules.md` from rules and proofs: `python -m docs.rules`. A test fails where the file is another."""

from __future__ import annotations

import csv
from pathlib import Path

from benchmarks.probes import PROBES, read_probes, read_verdicts, table
from tests.folding.rules.programs import kinds_for_z3
from tests.folding.rules.proofs import EVERY_SIZE, is_about_movement
from tests.folding.rules.reduction_cases import RIGHT
from tests.folding.rules.witnesses import CONVERSIONS, TWICE, WITNESSES
from xdsl_stablehlo.folding.rules.families import RULES
from xdsl_stablehlo.folding.rules.terms import EQUATIONS

HERE = Path(__file__).parent

HEAD = """# Rules

Made by `python -m docs.rules` from the rules of `folding/rules` and their proofs; a test keeps it true.

A rule replaces an op by a value that is there, by a constant, or by one op of another form; `simplify=false` turns all
of them off. *never*, *may be* and *possible* are about what is known for every execution: ranges and bits of integers,
kinds of floats. NaNs count as one number, -0.0 and 0.0 as two. Of commutative ops either operand may come first.

- *all inputs*: the op before and after gives the same bits for all inputs of types of 2 to 8 bits, pairs included, for
  all single inputs of f16 and bf16, and for special and random ones of f32 and f64.
- *z3*: the same for all integers of 8, 16, 32 and 64 bits (products and quotients: up to 16), and for all floats of
  f16, bf16, f32 and f64, pairs and triples included. Not for powers, parts of complex numbers, total orders of
  floats, and floats that become integers: there IEEE 754 and the specification define wide types as narrow ones, and
  what a rule says of signs, zeros, infinities and NaNs does not depend on how many digits there are.
- *every rank and size* of an equation: it is about elements, whatever the rank and the sizes of their tensors are.
- *small shapes*: all starts, sizes, steps and permutations of small shapes, 0 and 1 among the sizes.
- *every rank and size*, *every size*, *every size but 1*, of rules about tensors: for the
  [programs](#programs-for-every-size) in which the rule puts another op for one, `stablehlo-tv` proves that both are
  equal for all sizes of arguments, by terms of elements that know none of these rules. Sizes are symbols there, and
  with them the limits of slices and the padding behind an operand; starts of dynamic slices and updates are values of
  which nothing is known. Other numbers are those of the program: permutations, dimensions, strides, static starts,
  padding before an operand. Where a rule is about a size of 1 or 0, that size is one of these numbers: *every size but
  1*. *In part*: some forms of the rule have no such proof, and the table of programs says why.

Every proof has been broken once: without its condition, the rule is found to be wrong. The exceptions are rules that
only the types of operands are a condition of.
"""


EXTENTS = ("every rank and size", "every size", "every size but 1")


def proof_of(name: str) -> str:
    """How a rule is proved."""
    if name in CONVERSIONS:
        return "every rank and size, all inputs of all types" + (", z3" if name in TWICE else "")
    if name in EQUATIONS:
        return "every rank and size, all inputs" + (", z3" if any(map(kinds_for_z3, EQUATIONS[name])) else "")
    if name in WITNESSES:
        return "every rank and size, all inputs" + (", z3" if WITNESSES[name].wide else "")
    tried = "all inputs" if name in RIGHT else "small shapes" if is_about_movement(RULES[name]) else ""
    extents = [extent for extent in EXTENTS if _programs(name, extent)]
    if extents and _not_proved(name):
        extents[0] = f"in part {extents[0]}"
    return ", ".join([tried, *extents])


def _programs(name: str, extent: str) -> list[str]:
    """The programs for which a rule is proved so far."""
    return [
        row.program + (" *" if "starts" in row.how_far else "")
        for row in EVERY_SIZE
        if row.program
        and (row.rule, row.how_far.partition(";")[0].replace("size ?", "size but 1")) == (name, extent)
    ]


def _not_proved(name: str) -> list[str]:
    """The forms for which a rule is not proved for every size, and why."""
    return [row.how_far for row in EVERY_SIZE if row.rule == name and not row.program]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _rules() -> str:
    rows = ["| rule | ops | what it says | proof |", "|---|---|---|---|"]
    for name, rule in RULES.items():
        rows.append(f"| `{name}` | {', '.join(rule.ops)} | {_cell(rule.says)} | {proof_of(name)} |")
    return f"\n## {len(RULES)} rules\n\n" + "\n".join(rows) + "\n"


def _sizes() -> str:
    """The programs for which rules are proved for every size, and what is not proved."""
    rows = [
        "| rule | for every rank and size | for every size | for every size but 1 | not |",
        "|---" * 5 + "|",
    ]
    for name in dict.fromkeys(row.rule for row in EVERY_SIZE):
        cells = [", ".join(_programs(name, extent)) for extent in EXTENTS]
        rows.append(f"| `{name}` | {' | '.join([*cells, ', '.join(_not_proved(name))])} |")
    return (
        "\n## Programs for every size\n\nThe programs are in `tests/folding/rules/cases/every_size.txt` and among "
        "[XLA's rules](xla_rules.md). With a star, a static start or the padding before an operand follows from sizes: "
        "it is as far from the end, or as large as another operand.\n\n" + "\n".join(rows) + "\n"
    )


def _patterns() -> str:
    """What peers do, as `docs/patterns.tsv` has it."""
    with (HERE / "patterns.tsv").open(newline="") as file:
        table = list(csv.reader(file, delimiter="\t"))
    rows = [f"| {' | '.join(map(_cell, row))} |" for row in table]
    return (
        "\n## What others simplify\n\nPatterns of StableHLO, Enzyme-JAX, XLA and TensorRight that constants or facts "
        "decide, in arithmetic, comparisons, bounds, bits and conversions, with the rule that covers each, and the "
        "bits that refute it where the rule does not apply.\n\n"
        + "\n".join([rows[0], "|---" * len(table[0]) + "|", *rows[1:]])
        + "\n"
    )


def _probes() -> str:
    """What was measured of this project and of peers, as `docs/probes.tsv` has it."""
    names, columns = read_verdicts(HERE / "probes.tsv")
    probes = {probe.name: probe for probe in read_probes(PROBES)}
    return (
        "\n## Probes\n\nSmall programs that a constant or a fact decides, optimised by this project, by Enzyme-JAX "
        "0.0.16, by XLA for CPU (jax 0.10.2's) and by StableHLO's simplification and folder (jaxlib 0.5.0), all in one "
        "run of `python -m benchmarks.probes --write docs/probes.tsv`. *won*: the program is as the second column says "
        "afterwards; *WRONG*: it computes other bits, a NaN's payload aside; *fails*: it is not taken. A trap has "
        "nothing to win.\n\n" + table([probes[name] for name in names], columns)
    )


def text() -> str:
    """The whole document."""
    return HEAD + _rules() + _sizes() + _patterns() + _probes()


if __name__ == "__main__":
    (HERE / "rules.md").write_text(text())
