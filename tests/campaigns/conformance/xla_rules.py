"""XLA's algebraic rules, as TensorRight lists them: which are proved, bit by bit, and which hold for real numbers only.

`python -m tests.campaigns.conformance.xla_rules` prints a table; with `--write` it replaces the one in
`docs/xla_rules.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.helpers.programs import parse
from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.workbench.validation import Kind, Verdict, validate

from ..validated_pairs import PairCase, pairs_in

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tests" / "xdsl_stablehlo" / "workbench" / "validation" / "xla_rules"
PAGE = ROOT / "docs" / "xla_rules.md"
ON_REALS = ", as reals"


def rules() -> Sequence[PairCase]:
    """The pairs of all rules, right and wrong ones."""
    return [case for file in sorted(FOLDER.glob("*.txt")) for case in pairs_in(file.read_text())]


def is_right(case: PairCase) -> bool:
    """Whether the second program gives the bits of the first."""
    return not case.change and ON_REALS not in case.name


def answered(case: PairCase) -> Verdict:
    """The verdict on a pair."""
    (verdict,) = validate(parse(case.before), parse(case.after), inputs=20, work_budget=1 << 30)
    return verdict


def table() -> str:
    """A row for each rule: the verdict for each type, and how wrong variants fared."""
    rows: dict[str, dict[str, Verdict]] = {}
    for case in rules():
        if not case.change:
            name, _, kind = case.name.rpartition("-")
            rows.setdefault(name.replace(ON_REALS, ""), {})[kind] = answered(case)
    lines = ["| rule | proved | how far | not proved |", "| --- | --- | --- | --- |"]
    for name, found in rows.items():
        proved = {kind: v for kind, v in found.items() if v.kind is Kind.PROVED}
        others = [f"{kind}: {_why(v)}" for kind, v in found.items() if v.kind is not Kind.PROVED]
        extents = " / ".join(dict.fromkeys(map(extent_of, proved.values())))
        lines.append(f"| {name} | {', '.join(proved)} | {extents} | {'; '.join(others)} |")
    return "\n".join(lines) + "\n"


def extent_of(verdict: Verdict) -> str:
    """The sizes that a proof is for, in few words."""
    extent = verdict.reason.partition(", for ")[2].partition(" (")[0]
    return extent.partition(" of ")[0].replace(", where starts", "; starts") or "these shapes"


def _why(verdict: Verdict) -> str:
    """The verdict in few words, with the counterexample."""
    found = verdict.counterexample
    if found is None:
        return verdict.kind.value
    shown = str(found)
    return f"{verdict.kind.value}, `{shown if len(shown) < 160 else found.difference}`"


def main() -> int:
    """Print or write the table."""
    failures.RAISES = True
    made = table()
    if "--write" not in sys.argv:
        print(made)
        return 0
    head, mark, _ = PAGE.read_text().partition("<!-- the table -->\n")
    PAGE.write_text(f"{head}{mark}\n{made}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
