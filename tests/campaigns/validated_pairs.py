"""The exam of `stablehlo-tv`: pairs of programs with known verdicts.

`python -m tests.campaigns.validated_pairs [WORD]` takes it.

Right ones must not be refuted, wrong ones must be. They are in `tests/xdsl_stablehlo/workbench/validation/pairs`, whose
README says how they are written.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.helpers.programs import parse
from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.workbench.running import FAILED, Item, ItemResult
from xdsl_stablehlo.workbench.validation import Kind, Verdict, validate

from .seeds import each_result, flags, names_of_code

FOLDER = Path(__file__).parents[1] / "xdsl_stablehlo" / "workbench" / "validation" / "pairs"

_SHORT = re.compile(r"(\w+) = (\w+)((?: \w+)*)")
_CONSTANT = re.compile(r"(\w+) = const (\S+)")
_WHOLE = re.compile(r"dense<(-?\d+)>( : tensor<(?:[\d?]+x)*b?f\d)")
"""A whole number as a constant of floats, which MLIR writes with a point."""
_REWRITE = re.compile(r"^// ----- (right|wrong)(, out of reach)?: .*\n", re.MULTILINE)


class PairCase(NamedTuple):
    """Two functions, and whether the second may stand for the first; `change` is the kind of a wrong one."""

    name: str
    before: str
    after: str
    change: str = ""
    is_out_of_reach: bool = False
    """Whether the verdict may also say nothing: no input can show what is wrong, or nothing is evaluated."""


class Answer(NamedTuple):
    """What was said of a pair."""

    case: PairCase
    verdict: Verdict

    @property
    def is_right(self) -> bool:
        """Whether a wrong pair was refuted, and a right one neither refuted nor left open.

        Of one that is out of reach only the opposite of its truth is wrong.
        """
        if self.case.is_out_of_reach:
            return self.verdict.kind is not (Kind.PROVED if self.case.change else Kind.REFUTED)
        if self.case.change:
            return self.verdict.kind is Kind.REFUTED
        return self.verdict.kind in (Kind.PROVED, Kind.NOT_REFUTED, Kind.ALLOWED)


def pairs_in(text: str) -> Iterator[PairCase]:
    """The pairs that a file of rewrites holds, over each of their types."""
    for entry in text.split("=== ")[1:]:
        head, *parts = entry.split("\n--- ")
        name, *stated = head.splitlines()
        fields = _keyed(stated, " ")
        bodies = _keyed(parts, "\n")
        for kind in fields["types"].split():
            programs = [_program(fields, bodies[side], kind) for side in ("before", "after")]
            yield PairCase(f"{name}-{kind}", programs[0], programs[1])
            for title, body in bodies.items():
                if title.startswith("wrong "):
                    change, changed = _changed(title.removeprefix("wrong "), body, bodies["after"])
                    wrong = _program(fields, changed, kind)
                    yield PairCase(f"{name}-{kind}-{change}", programs[0], wrong, change)


def _keyed(parts: Sequence[str], separator: str) -> dict[str, str]:
    """What stands before the first separator of each part, and what stands behind it."""
    return {before: behind for before, _, behind in (part.partition(separator) for part in parts)}


def _changed(title: str, body: str, right: str) -> tuple[str, str]:
    """The kind of a change, and the rewrite with it."""
    change, replaced, texts = title.partition(": ")
    if not replaced:
        return change, body
    old, new = texts.split(" => ")
    assert old in right, title
    return change, right.replace(old, new, 1)


def _program(fields: dict[str, str], body: str, kind: str) -> str:
    """The module of a body whose result is `%r`."""
    sizes, _, element = kind.rpartition("x")
    lines = "\n  ".join(map(_line, body.strip().splitlines()))
    takes, gives = fields["takes"], fields["gives"]
    text = f"func.func @main({takes}) -> {gives} {{\n  {lines}\n  return %r : {gives}\n}}"
    text = (
        text.replace("{T}", f"tensor<{kind}>")
        .replace("{S}", f"tensor<{element}>")
        .replace("{E}", element)
        .replace("{N}", sizes)
    )
    return _WHOLE.sub(r"dense<\1.0>\2", text)


def _line(line: str) -> str:
    constant, short = _CONSTANT.fullmatch(line), _SHORT.fullmatch(line)
    if constant is not None:
        return f"%{constant[1]} = stablehlo.constant dense<{constant[2]}> : {{T}}"
    if short is not None:
        operands = ", ".join([f"%{name}" for name in short[3].split()])
        return f"%{short[1]} = stablehlo.{short[2]} {operands} : {{T}}"
    return line


def pairs_with(file: Path) -> Iterator[PairCase]:
    """The pairs of one program before with each of the programs after it in a file; the folder is the kind."""
    before, *rewrites = _REWRITE.split(file.read_text())
    kind = file.parent.name
    for number, (truth, out_of_reach, after) in enumerate(zip(*[iter(rewrites)] * 3, strict=True), 1):
        change = kind if truth == "wrong" else ""
        yield PairCase(f"{kind}/{file.stem}-{number}", before, after, change, bool(out_of_reach))


PAIRS: Sequence[PairCase] = [
    *[case for file in sorted(FOLDER.glob("*.txt")) for case in pairs_in(file.read_text())],
    *[case for file in sorted(FOLDER.glob("*/*.mlir")) for case in pairs_with(file)],
]


def answer(case: PairCase) -> Answer:
    """Ask about one pair."""
    (verdict,) = validate(parse(case.before), parse(case.after))
    return Answer(case, verdict)


def answered(item: Item) -> ItemResult:
    """The answer for a pair, in any process."""
    failures.RAISES = True
    given = answer(item.payload)
    return {"right": given.is_right, "kind": given.verdict.kind.value, "text": str(given.verdict)}


def main() -> int:
    """Ask about all pairs whose names have a word in them; 1 where an answer is wrong."""
    parser = flags("Takes the exam of the validator.")
    parser.add_argument("word", nargs="?", default="", help="a word in the names of pairs")
    asked = parser.parse_args()
    code = names_of_code()
    items = [Item.of(case, code, *map(str, case)) for case in PAIRS if asked.word in case.name]
    kinds: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    failed = False
    for item, found in each_result(asked, items, answered):
        if not found.get("right", False):
            failed = True
            print(f"{item.payload.name}: {found.get('text') or found[FAILED]}")
        kinds[bool(item.payload.change)][found.get("kind", FAILED)] += 1
    for truth, counts in zip(("right", "wrong"), kinds.values()):
        counted = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
        print(f"{truth}: {counts.total()}: {counted}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
