"""What a run says at its end, and the files of what failed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .campaign import Results
from .judge import Mutant

COUNTS = (
    "texts",
    "artifacts",
    "accepted",
    "refused",
    "functions evaluated",
    "serialised",
    "compared with C++",
)
SHORT = 400
"""Characters of a mutant that is shown."""


def summary(results: Results, seconds: float) -> str:
    """One line of counts."""
    counts = results.counts
    total = counts["texts"] + counts["artifacts"]
    parts = [
        f"{counts[name]} {name}" for name in (*COUNTS, "listed disagreements", "C++ ended", "kills and hangs")
    ]
    findings = sum(map(len, results.found.values()))
    return (
        f"{total} mutants in {seconds:.0f} s ({total / max(seconds, 0.001):.0f} a second): {', '.join(parts)}, "
        f"{findings} findings in {len(results.found)} groups"
    )


def groups(
    results: Results, again: Callable[[int], str], small: Callable[[int, str], tuple[Mutant, str]]
) -> str:
    """The groups of findings, most frequent first: how to have one again, and a small mutant that shows it."""
    lines: list[str] = []
    for group, places in sorted(results.found.items(), key=lambda item: -len(item[1])):
        number, message = places[0]
        mutant, kept = small(number, group)
        lines.append(f"{len(places):5} x {one_line(group)}")
        if message:
            lines.append(f"        {one_line(message)}")
        lines.append(f"        {again(number)}{kept}")
        if isinstance(mutant, str) and len(mutant) <= SHORT:
            lines += [f"        | {line}" for line in mutant.splitlines()]
    return "\n".join(lines)


def one_line(text: str) -> str:
    """A text whose line breaks and control characters are written out."""
    return "".join([c if c.isprintable() else repr(c)[1:-1] for c in text])


def keep(folder: Path, number: int, group: str, mutant: Mutant) -> str:
    """Store a mutant; where."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = "".join([c if c.isalnum() else "_" for c in group])[:80]
    path = folder / f"{stem}.{number}{'.mlir' if isinstance(mutant, str) else '.mlir.bc'}"
    path.write_bytes(mutant if isinstance(mutant, bytes) else mutant.encode("utf-8", "surrogatepass"))
    return f"   {path}"
