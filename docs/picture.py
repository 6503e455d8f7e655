"""Write `docs/picture.svg`, a program before and after folding, and `docs/cut.svg`, the cut of the model on the page
about splitting: `python -m docs.picture`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import mean
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.splitting.page import picture_of

from .pages import BLOCK, printed_by

HERE = Path(__file__).parent
PICTURE, CUT = HERE / "picture.svg", HERE / "cut.svg"
PROGRAM = HERE.parent / "examples" / "folded_normalisation.mlir"

BOX_WIDTH, BOX_HEIGHT = 124, 26
COLUMN, ROW = 134, 44
MARGIN, HEAD, GAP = 20, 78, 40

LEGEND = (
    ("stays", "depends on x: stays"),
    ("folds", "constants only: folds"),
    ("constant", "a constant, with its shape"),
)

STYLE = """
  .card { fill: #ffffff; stroke: #d0d7de }
  text { font: 15px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328 }
  .title { font: 600 18px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
  .note { font: 15px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #59636e }
  .box text { text-anchor: middle; dominant-baseline: central }
  rect { stroke-width: 1.2 }
  path { fill: none; stroke: #818b98; stroke-width: 1.2 }
  .stays rect { fill: #ddf4ff; stroke: #0969da }
  .folds rect { fill: #fff1e5; stroke: #bc4c00; stroke-dasharray: 4 3 }
  .constant rect { fill: #f6f8fa; stroke: #818b98 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #3d444d }
    text { fill: #f0f6fc }
    .note { fill: #9198a1 }
    .stays rect { fill: #0d2d50; stroke: #4493f8 }
    .folds rect { fill: #3d2010; stroke: #f0883e }
    .constant rect { fill: #212830; stroke: #9198a1 }
  }"""


@dataclass
class _Box:
    """An op, or an argument, in the drawing."""

    label: str
    kind: str
    readers: list[_Box]
    row: int = 0
    column: float = 0

    @property
    def centre(self) -> tuple[float, float]:
        return self.column * COLUMN + BOX_WIDTH / 2, self.row * ROW + BOX_HEIGHT / 2


def _size(value: SSAValue) -> str:
    return "x".join(str(size) for size in ranked(value).get_shape()) or "scalar"


def _boxes(module: ModuleOp) -> list[_Box]:
    """The boxes of the entry function, each with those that read it, in the order of the program."""
    (function,) = [op for op in module.ops if isinstance(op, FuncOp)]
    block = function.body.block
    made: dict[SSAValue, _Box] = {value: _Box(f"x: {_size(value)}", "stays", []) for value in block.args}
    boxes = [*made.values()]
    for op in block.ops:
        read = [made[value] for value in op.operands]
        box = _Box(_label(op), _kind(op, read), [])
        for source in read:
            source.readers.append(box)
        made.update(dict.fromkeys(op.results, box))
        boxes.append(box)
    return boxes


def _label(op: Operation) -> str:
    if isinstance(op, ConstantOp):
        return _size(op.results[0])
    return (
        "return" if isinstance(op, ReturnOp) else op.name.removeprefix("stablehlo.").removesuffix("_in_dim")
    )


def _kind(op: Operation, read: Iterable[_Box]) -> str:
    if isinstance(op, ConstantOp):
        return "constant"
    return "stays" if any(box.kind == "stays" for box in read) else "folds"


def _place(boxes: Sequence[_Box]) -> None:
    """Each box in the row above the first that reads it, the rows ordered so that few lines cross."""
    for box in reversed(boxes):
        box.row = min((reader.row for reader in box.readers), default=0) - 1
    top = min(box.row for box in boxes)
    rows = [[box for box in boxes if box.row == row] for row in range(top, 0)]
    for box in boxes:
        box.row -= top
    for row in reversed(rows):
        row.sort(key=lambda box: mean([reader.column for reader in box.readers] or [0]))
        for place, box in enumerate(row):
            box.column = place


def _drawing(boxes: Sequence[_Box], left: float, top: float) -> list[str]:
    lines = [f'<g transform="translate({left:g} {top:g})">']
    for box in boxes:
        x, y = box.centre
        for reader in box.readers:
            to_x, to_y = reader.centre
            start, end = y + BOX_HEIGHT / 2, to_y - BOX_HEIGHT / 2
            bend = (start + end) / 2
            lines.append(f'  <path d="M{x:g} {start:g} C{x:g} {bend:g} {to_x:g} {bend:g} {to_x:g} {end:g}"/>')
    for box in boxes:
        x, y = box.centre
        corner = f'x="{x - BOX_WIDTH / 2:g}" y="{y - BOX_HEIGHT / 2:g}"'
        lines.append(
            f'  <g class="box {box.kind}"><rect {corner} width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>'
            f'<text x="{x:g}" y="{y:g}">{escape(box.label)}</text></g>'
        )
    return [*lines, "</g>"]


def _legend(left: float, top: float) -> list[str]:
    lines = [f'<g transform="translate({left:g} {top:g})">']
    for place, (kind, meaning) in enumerate(LEGEND):
        y = place * ROW
        lines.append(
            f'  <g class="box {kind}"><rect x="0" y="{y}" width="{BOX_HEIGHT}" height="{BOX_HEIGHT}" rx="6"/></g>'
            f'<text class="note" x="{BOX_HEIGHT + 10}" y="{y + BOX_HEIGHT / 2 + 5:g}">{meaning}</text>'
        )
    return [*lines, "</g>"]


def _extent(boxes: Sequence[_Box]) -> tuple[float, float]:
    width = max(box.column for box in boxes) * COLUMN + BOX_WIDTH
    return width, max(box.row for box in boxes) * ROW + BOX_HEIGHT


def picture() -> str:
    """The program before and after folding, as SVG."""
    ctx = Context()
    register_dialects(ctx)
    module = parse_module(PROGRAM.read_text(), ctx, str(PROGRAM))
    before = _boxes(module)
    report = fold_module(module)
    after = _boxes(module)
    folds = sum(box.kind == "folds" for box in before)
    assert folds == sum(kind.count for kind in report.folded.values())
    for boxes in (before, after):
        _place(boxes)
    (width, height), (after_width, _) = _extent(before), _extent(after)
    left = MARGIN + width + GAP
    full_width, full_height = left + after_width + MARGIN, HEAD + height + MARGIN
    heads = [
        (MARGIN, "title", 32, f"Before: {report.ops_before} ops"),
        (MARGIN, "note", 56, f"{folds} of them compute from constants alone"),
        (left, "title", 32, f"After: {report.ops_after} ops"),
        (left, "note", 56, f"{folds} ops became {len(report.constants)} constants"),
    ]
    legend_top = HEAD + height - len(LEGEND) * ROW + ROW - BOX_HEIGHT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width:g} {full_height:g}" role="img">',
            f"<title>A dense layer with batch normalisation: {report.ops_before} ops before folding, "
            f"{report.ops_after} after</title>",
            f"<style>{STYLE}\n</style>",
            f'<rect class="card" x="1" y="1" width="{full_width - 2:g}" height="{full_height - 2:g}" rx="10"/>',
            *(f'<text class="{kind}" x="{x:g}" y="{y}">{text}</text>' for x, kind, y, text in heads),
            *_drawing(before, MARGIN, HEAD),
            *_drawing(after, left, HEAD),
            *_legend(left, legend_top),
            "</svg>\n",
        ]
    )


def cut() -> str:
    """How the page about splitting cuts its model: drawn from what its code finds."""
    page, names = HERE / "splitting.md", dict[str, Any]()
    blocks = BLOCK.finditer(page.read_text())
    printed_by(next(block["code"] for block in blocks if block["language"] == "python"), page, names)
    return picture_of(names["found"].split)


if __name__ == "__main__":
    PICTURE.write_text(picture())
    CUT.write_text(cut())
