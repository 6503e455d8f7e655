"""`--verify-diagnostics`: what a file says about the errors that it must cause.

// expected-error@below {{some words of the message}}
// expected-error-re@+2 {{words with {{[0-9]+}} a pattern}}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_EXPECTED = re.compile(
    r"//.*?expected-(error|warning|remark|note)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}\s*$"
)


_ECHO = re.compile(
    r"failed to infer returned types|failed parsing \w+ dimension numbers|failed to parse \w+ parameter"
    r"|^expected '\]'$|expected type list$"
)
"""What MLIR says in addition to the error that it has just reported. Here the first report stands for both."""


@dataclass
class Expectation:
    """One diagnostic that must come. `line` is 0 where it has no place."""

    kind: str
    line: int
    text: str
    pattern: re.Pattern[str]
    met: bool = False

    def matches(self, kind: str, line: int, message: str) -> bool:
        """Whether this is a diagnostic that a file expects here."""
        return self.kind == kind and self.line == line and self.pattern.search(message) is not None


def expectations(text: str) -> list[Expectation]:
    """The annotations in `text`. `above` and `below` mean the next line that has none."""
    lines = text.split("\n")
    found = {number: match for number, line in enumerate(lines, 1) if (match := _EXPECTED.search(line))}
    return [
        Expectation(match[1], _line(match[3], number, found), match[4], _pattern(match[4], bool(match[2])))
        for number, match in found.items()
    ]


def _line(where: str | None, number: int, annotated: dict[int, re.Match[str]]) -> int:
    if where is None:
        return number
    if where == "unknown":
        return 0
    if where not in ("above", "below"):
        return number + int(where)
    step = 1 if where == "below" else -1
    number += step
    while number in annotated:
        number += step
    return number


def _pattern(text: str, has_patterns: bool) -> re.Pattern[str]:
    if not has_patterns:
        return re.compile(re.escape(text))
    parts = re.split(r"\{\{(.*?)\}\}", text)
    return re.compile("".join(part if index % 2 else re.escape(part) for index, part in enumerate(parts)))


def disagreements(
    expected: list[Expectation], emitted: list[tuple[str, int, str]], name: str
) -> Iterator[str]:
    """What was expected and did not come, and what came and was not expected. `emitted`: kind, line, message."""
    for expectation in expected:
        expectation.met = bool(emitted) and _ECHO.search(expectation.text) is not None
    for kind, line, message in emitted:
        met = next((e for e in expected if not e.met and e.matches(kind, line, message)), None)
        met = met or next((e for e in expected if e.matches(kind, line, message)), None)
        if met is None:
            yield f"{name}:{line}: error: unexpected {kind}: {message}"
        else:
            met.met = True
    for expectation in expected:
        if not expectation.met:
            yield (
                f'{name}:{expectation.line}: error: expected {expectation.kind} "{expectation.text}" '
                "was not produced"
            )
