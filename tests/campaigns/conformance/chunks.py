"""Test files cut at `// -----`, with the errors that each piece expects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SEPARATOR = re.compile(r"^// -----.*$", re.MULTILINE)
EXPECTED_ERROR = re.compile(
    r"expected-error(-re)?\s*(?:@[-+\w]+)?\s*\d*\s*\{\{(.*?)\}\}(?=\s*(?://|$))", re.MULTILINE
)


@dataclass(frozen=True)
class Chunk:
    """A piece of a test file. `line` is where it begins."""

    path: Path
    line: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.path.name}:{self.line}"

    @property
    def expected_errors(self) -> list[re.Pattern[str]]:
        """Patterns of the messages that verifying the chunk must give; none where it must be accepted."""
        return [_pattern(text, bool(regex)) for regex, text in EXPECTED_ERROR.findall(self.text)]


def chunks(path: Path) -> Iterator[Chunk]:
    """The chunks of the file at `path` that hold any code."""
    text = path.read_text()
    start = 0
    for end in [*(m.start() for m in SEPARATOR.finditer(text)), len(text)]:
        piece = SEPARATOR.sub("", text[start:end], count=1)
        if any(line.strip() and not line.lstrip().startswith("//") for line in piece.splitlines()):
            yield Chunk(path, text.count("\n", 0, start) + 1, piece)
        start = end


def _pattern(text: str, regex: bool) -> re.Pattern[str]:
    """In an `expected-error-re`, what stands in `{{..}}` is a regular expression and the rest is literal."""
    if not regex:
        return re.compile(re.escape(text))
    pieces = re.split(r"\{\{(.*?)\}\}", text)
    return re.compile("".join(p if i % 2 else re.escape(p) for i, p in enumerate(pieces)))
