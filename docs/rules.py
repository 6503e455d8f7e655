"""Write `docs/rules.md` from rules and proofs: `python -m docs.rules`. A test fails where the file is another."""

from __future__ import annotations

import csv
from pathlib import Path

from benchmarks.probes import PROBES, read_probes, read_verdicts, table
from tests.folding.rules.proofs import is_about_movement
from tests.folding.rules.reduction_cases import RIGHT
from tests.folding.rules.witnesses import CONVERSIONS, WITNESSES
from xdsl_stablehlo.folding.rules.families import RULES
from xdsl_stablehlo.folding.rules.terms import BOOLEAN, EQUATIONS, INTEGER

HERE = Path(__file__).parent

HEAD = """# Rules

Made by `python -m docs.rules` from the rules of `folding/rules` and their proofs; a test keeps it true.

A rule replaces an op by a value that is there, by a constant, or by one op of another form; `simplify=false` turns all
of them off. *never*, *may be* and *possible* are about what is known for every execution: ranges and bits of integers,
kinds of floats. NaNs count as one number, -0.0 and 0.0 as two. Of commutative ops either operand may come first.

- *all inputs*: the op before and after gives the same bits for all inputs of types of 2 to 8 bits, pairs included, for
  all single inputs of f16 and bf16, and for special and random ones of f32 and f64. IEEE 754 defines the ops of the
  wide types as those of the narrow ones, by rounding the exact result once: what an identity says of signs, zeros,
  infinities and NaNs does not depend on how many digits there are.
- *z3*: the same for all integers of 8, 16, 32 and 64 bits (products and quotients: up to 16; not powers).
- *every rank and size*: an equation is about elements, whatever the rank and the sizes of their tensors are.
- *small shapes*: all starts, sizes, steps and permutations of small shapes. The result of such a rule depends on the
  numbers in a program, and one row stands for many programs; `stablehlo-tv` proves single ones for every size, as it
  does with [XLA's rules](xla_rules.md).

Every proof has been broken once: without its condition, the rule is found to be wrong. The exceptions are rules that
only the types of operands are a condition of.
"""


def proof_of(name: str) -> str:
    """How a rule is proved."""
    if name in CONVERSIONS:
        return "all inputs of all types"
    if name in EQUATIONS:
        kinds = {kind for row in EQUATIONS[name] for kind in row.kinds}
        return "every rank and size, all inputs" + (", z3" if INTEGER in kinds or BOOLEAN in kinds else "")
    if name in RIGHT:
        return "all inputs"
    if name in WITNESSES:
        return "all inputs, z3" if WITNESSES[name].wide else "all inputs"
    return "small shapes" if is_about_movement(RULES[name]) else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _rules() -> str:
    rows = ["| rule | ops | what it says | proof |", "|---|---|---|---|"]
    for name, rule in RULES.items():
        rows.append(f"| `{name}` | {', '.join(rule.ops)} | {_cell(rule.says)} | {proof_of(name)} |")
    return f"\n## {len(RULES)} rules\n\n" + "\n".join(rows) + "\n"


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
    return HEAD + _rules() + _patterns() + _probes()


if __name__ == "__main__":
    (HERE / "rules.md").write_text(text())
