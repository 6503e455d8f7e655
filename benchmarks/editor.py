"""`python -m benchmarks.editor`: how long an editor waits for the language server, in programs of 3,430 ops.

A client types 200 edits, of which a third breaks the program, and after each hovers over the value at the edit and over
another one. Bars: 300 ms from an edit to its diagnostics at the median, 50 ms for a hover at the 95th percentile. The
server waits 30 ms for the next key before it reads. On a machine that is busy, look at the server's processor time.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
from collections.abc import Awaitable, Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from xdsl.context import Context

from tests.xdsl_stablehlo.lsp.editor import editor, session
from xdsl_stablehlo import parse_module, register_dialects

OPS = 3_430
EXAMPLES = Path(__file__).parent.parent / "examples"
REST = 0.5
"""Seconds between what a person reads and the next edit."""
NAMES = ("threefry_normal", "fir_filter", "positional_encoding", "folded_normalisation")
BARS = {"edit to diagnostics, median": 300.0, "hover, 95th percentile": 50.0}


def many_functions() -> str:
    """The functions of the examples, again and again, until there are `OPS` ops."""
    context, pieces, ops = Context(), list[str](), 1
    register_dialects(context)
    while ops < OPS:
        number = len(pieces)
        text = (EXAMPLES / f"{NAMES[number % len(NAMES)]}.mlir").read_text()
        inside = text[text.index("{\n") + 2 : text.rindex("}")]
        pieces.append(re.sub(r"@(\w+)", rf"@\1_{number}", inside))
        ops += len(list(parse_module(text, context).walk())) - 1
    return "module {\n" + "".join(pieces) + "}\n"


def one_function() -> str:
    """One function of `OPS` ops, a half of which is known: JAX's programs are mostly in @main."""
    lines, ops = list[str](), 3
    values = ["%x", "%x"]
    while ops < OPS:
        n = len(lines)
        lines += [
            f"  %a{n} = stablehlo.iota dim = 0 : tensor<64xf32>",
            f"  %b{n} = stablehlo.cosine %a{n} : tensor<64xf32>",
            f"  %c{n} = stablehlo.multiply {values[-1]}, %b{n} : tensor<64xf32>",
            f"  %d{n} = stablehlo.add %c{n}, {values[-2]} : tensor<64xf32>",
        ]
        values.append(f"%d{n}")
        ops += 4
    head = "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {"
    return "\n".join([head, *lines, f"  return {values[-1]} : tensor<64xf32>", "}", ""])


class Times:
    """The times that something took: on the clock, and of the server's processor."""

    def __init__(self, pid: int):
        self._pid = pid
        self.clock, self.processor = list[float](), list[float]()

    async def of(self, work: Awaitable[object]) -> None:
        """Wait for some work."""
        processor, begun = self._used(), perf_counter()
        await work
        self.clock.append((perf_counter() - begun) * 1e3)
        self.processor.append(self._used() - processor)

    def _used(self) -> float:
        """Milliseconds that all threads of the server have run, on Linux."""
        found = Path(f"/proc/{self._pid}/task").glob("*/schedstat")
        return sum(int(path.read_text().split()[0]) for path in found) / 1e6


async def measure(text: str, edits: int) -> dict[str, tuple[float, float]]:
    """Milliseconds of a session, each on the clock and of the processor."""
    places = random.Random(1)
    async with editor() as client:
        opened, published, hovered = [Times(client.pid) for _ in range(3)]
        await opened.of(client.open(text))
        for new, place, _ in session(text, edits, 0):
            await published.of(client.edit(new))
            for at in (new.find("%", place), places.choice([m.start() for m in re.finditer("%", new)])):
                await hovered.of(client.hover(client.position(at + 1)))
            await asyncio.sleep(REST)
    return {
        "open": (opened.clock[0], opened.processor[0]),
        "edit to diagnostics, median": (median(published.clock), median(published.processor)),
        "edit to diagnostics, 95th percentile": (
            _percentile(published.clock),
            _percentile(published.processor),
        ),
        "hover, median": (median(hovered.clock), median(hovered.processor)),
        "hover, 95th percentile": (_percentile(hovered.clock), _percentile(hovered.processor)),
        "hover, longest": (max(hovered.clock), max(hovered.processor)),
    }


def _percentile(times: Sequence[float]) -> float:
    return quantiles(times, n=20)[-1]


def main() -> None:
    """Measure both programs, and print a table."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--edits", type=int, default=200)
    edits: int = arguments.parse_args().edits
    for name, text in (("many functions", many_functions()), ("one function", one_function())):
        print(f"{name}: {len(text):,} characters, {edits} edits")
        for what, (clock, processor) in asyncio.run(measure(text, edits)).items():
            bar = f"  (bar: {BARS[what]:g} ms)" if what in BARS else ""
            print(f"  {what:40} {clock:8.1f} ms on the clock {processor:8.1f} ms of the processor{bar}")


if __name__ == "__main__":
    main()
