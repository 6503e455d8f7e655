"""Write `docs/editor.svg`, the program of `docs/editors.md` in an editor: `python -m docs.editor_picture`.

What is between its words, under the cursor and below a mistake is what the language server answers.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from xdsl_stablehlo.lsp.documents import Document
from xdsl_stablehlo.lsp.hover import hints, hover_at
from xdsl_stablehlo.lsp.sections import Extent
from xdsl_stablehlo.tools.programs import new_context

from .pages import BLOCK

HERE = Path(__file__).parent
PICTURE = HERE / "editor.svg"
CURSOR = "%r = "
"""Where the text under the cursor is asked for."""

WIDTH, LINE, CHARACTER, LEFT, TOP = 1000, 22, 8.43, 58, 36
STYLE = """
  .card, .box { fill: #ffffff; stroke: #d0d7de }
  .box { fill: #f6f8fa }
  text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328;
    white-space: pre }
  .number, .hint { fill: #818b98 }
  .error { fill: #cf222e }
  path { fill: none; stroke: #cf222e; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #3d444d }
    .box { fill: #212830; stroke: #3d444d }
    text { fill: #f0f6fc }
    .number, .hint { fill: #9198a1 }
    .error { fill: #ff7b72 }
    path { stroke: #ff7b72 }
  }"""


def program() -> str:
    """The program of the page."""
    found = next(block for block in BLOCK.finditer((HERE / "editors.md").read_text()) if block["title"])
    return found["code"]


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    x += (len(text) - len(text.lstrip())) * CHARACTER
    text = text.lstrip()
    return f'<text x="{x:.1f}" y="{y:.1f}"{kind and f" class={chr(34)}{kind}{chr(34)}"}>{escape(text)}</text>'


def picture() -> str:
    """The drawing: lines with hints between their words, errors below them, a box about what is under the cursor."""
    text = program()
    document = Document(text, new_context())
    (section,) = document.programs
    lines, drawn, shown = text.rstrip("\n").split("\n"), list[str](), list[str]()
    between: dict[int, list[tuple[int, str]]] = {}
    for reading in section.readings:
        for hint in hints(section, reading, Extent(0, len(text))):
            line, column = document.line_and_column(hint.place, "utf-8")
            between.setdefault(line, []).append((column, hint.text()))
    errors: dict[int, tuple[int, int, str]] = {}
    for finding in document.findings():
        line, column = document.line_and_column(finding.extent.start, "utf-8")
        errors[line] = column, finding.extent.end - finding.extent.start, finding.message
    for i, line in enumerate(lines):
        y, x, at, moved = TOP + i * LINE, float(LEFT), 0, 0
        drawn.append(_text(20, y, f"{i + 1:2}", "number"))
        for column, said in sorted(each for each in between.get(i, ()) if each[1]):
            drawn.append(_text(x, y, line[at:column]))
            x += (column - at) * CHARACTER
            drawn.append(_text(x + CHARACTER, y, said, "hint"))
            x, at, moved = x + (len(said) + 1) * CHARACTER, column, moved + len(said) + 1
        drawn.append(_text(x, y, line[at:]))
        if i in errors:
            column, length, message = errors[i]
            start = LEFT + (column + moved) * CHARACTER
            waves = "".join([f"q 2 {3 if n % 2 else -3} 4 0 " for n in range(int(length * CHARACTER / 4))])
            drawn.append(f'<path d="M {start:.1f} {y + 5} {waves}"/>')
            drawn.append(_text(LEFT, y + LINE, f"  ■ {message}", "error"))
    found = hover_at(section, text.index(CURSOR) + 1)
    assert found is not None
    assert found.more is not None
    for row in f"{found.text}\n{found.more()}".split("\n"):
        if row and not row.startswith("```"):
            shown.append(_without_links(row))
    top = TOP + len(lines) * LINE + 8
    drawn.append(
        f'<rect class="box" x="{LEFT}" y="{top}" width="{WIDTH - LEFT - 20}" height="{len(shown) * LINE + 14}" rx="4"/>'
    )
    drawn += [_text(LEFT + 12, top + 22 + i * LINE, row) for i, row in enumerate(shown)]
    height = top + len(shown) * LINE + 34
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
            "<title>A program in an editor</title>",
            f"<style>{STYLE}\n</style>",
            f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>',
            *drawn,
            "</svg>\n",
        ]
    )


def _without_links(row: str) -> str:
    return re.sub(r"\[`?([^\]`]*)`?\]\([^)]*\)", r"\1", row).replace("`", "")


if __name__ == "__main__":
    PICTURE.write_text(picture())
