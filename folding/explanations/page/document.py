"""The page of a report: its sections in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.metadata import version

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.text.locations import origin_of

from ...report.report import FoldReport, KeptOp, RootCause, readable_bytes
from ...terms.reasons import Code
from ...tuning import LISTED_LINES, PAGE_ROWS, PICTURES
from .listing import Block, compared, lines_of, listing, what_is_left
from .markup import bar, code, first_values, milliseconds, page, picture, place_of_row, sized, table, template


@default_environment()
def to_html(
    report: FoldReport,
    before: ModuleOp,
    after: ModuleOp,
    title: str | None = None,
    command: str = "",
    date: str = "",
) -> str:
    """The page for one run, one file that needs no network: `before` is the module as it was (a clone made in time),
    `after` the folded module.

    Its title is the file or the name of the module if none is given. Below are what was asked for, the version of this
    project, and the date, which is only told if it is given.
    """
    old, new = lines_of(before), lines_of(after)
    blocks = [*compared(old[:LISTED_LINES], new[:LISTED_LINES], what_is_left(report, before, after))]
    lines = {line.op: f"a{i + 1}" for i, line in enumerate(new[:LISTED_LINES]) if line.part == 0}
    kept = sorted(report.kept, key=lambda op: op.code == Code.NOT_CONSTANT.value)[:PAGE_ROWS]
    rows = {op.operation: f"k{i}" for i, op in enumerate(kept) if op.operation is not None}
    return page(
        title_of(before) if title is None else title,
        sentence(report),
        [command, f"xdsl-stablehlo {version('xdsl-stablehlo')}", date],
        _tiles(report),
        [
            ("why", "What stays, and why", _causes(report) + _reasons(report)),
            ("constants", "New constants", _constants(report, lines) if report.constants else ""),
            (
                "program",
                "The program, before and after",
                _program(report, blocks, rows, max(len(old), len(new))),
            ),
            ("kept", "Op by op", _kept(kept, lines)),
            ("evaluated", "What was folded and evaluated", _kinds(report)),
        ],
    )


def title_of(module: ModuleOp) -> str:
    """The name of a module, or else the file that the first op with a location is from."""
    if module.sym_name is not None:
        return f"@{module.sym_name.data}"
    frames = next((found for op in module.walk() if (found := origin_of(op.location).frames)), None)
    return frames[0].file if frames else "Constant folding"


def sentence(report: FoldReport) -> str:
    """The page in a sentence."""
    said = report.summary().capitalize()
    waiting = [cause for cause in report.causes if cause.waiting]
    if not waiting:
        return f"{said}."
    first, best = waiting[0], max(waiting, key=lambda cause: cause.would_fold or 0)
    known = "they were" if first.ops > 1 else "it were"
    would = ""
    if first.would_fold:
        fold = "it" if first.waiting == 1 else f"{first.would_fold:,} of them"
        would = f"; {fold} would fold if {known} known"
    more = (best.would_fold or 0) > (first.would_fold or 0)
    most = f" Most would fold, {best.would_fold:,}, if {best.what}{best.how_many} were known." if more else ""
    waits = f"Most of what stays, {counted(first.waiting, 'op')}, waits for {first.what}{first.how_many}"
    return f"{said}. {waits}{would}.{most}"


def _tiles(report: FoldReport) -> list[tuple[str, str]]:
    stayed = sum(1 for _ in report.explained())
    return [
        (f"{report.ops_before:,} → {report.ops_after:,}", "ops of the program"),
        (f"{readable_bytes(report.bytes_before)} → {readable_bytes(report.bytes_after)}", "of constants"),
        (f"{report.folded_ops:,}", "ops folded"),
        (f"{report.replaced_ops:,}", "ops replaced by rules"),
        (f"{report.unread_ops:,}", "ops no longer read"),
        (f"{stayed:,}", "ops with only constant operands that stayed"),
    ]


def _parts(parts: Sequence[tuple[int, str]], verb: str) -> str:
    """The number of ops that were removed or added, with the numbers that it is the sum of."""
    told = ", ".join([f"{count:,} {what}" for count, what in parts if count])
    return f"{counted(sum([count for count, _ in parts]), 'op')} {verb}{told and f' ({told})'}."


def _program(report: FoldReport, blocks: list[Block], rows: dict[Operation, str], lines: int) -> str:
    gone, came = [sum([len(block.lines) for block in blocks if block.sign == sign]) for sign in "-+"]
    cut = f"<p>The first {LISTED_LINES:,} lines are shown.</p>" if lines > LISTED_LINES else ""
    return template(
        "program.html",
        ops=f"{_parts(report.removed(), 'removed')} {_parts(report.added(), 'added')}",
        gone=counted(gone, "line"),
        came=counted(came, "line"),
        cut=cut,
        listing=listing(blocks, rows),
    )


def _causes(report: FoldReport) -> str:
    rows = [
        [
            code(cause.what) + _why(cause),
            *(cause.waiting, cause.alone, cause.would_fold),
            place_of_row(cause, cause.function),
        ]
        for cause in report.causes
    ]
    head = ["cause", "ops waiting", "for it alone", "would fold if it were known", "where"]
    return table("Root causes: what the ops that stayed wait for", head, rows)


def _why(cause: RootCause) -> str:
    said = escape(cause.how_many) if cause.arguments else f"<br>{escape(cause.reason)}{cause.how_many}"
    links = "".join([f"<li>{escape(str(link))}</li>" for link in cause.chain])
    return said + (links and f"<details><summary>the way there</summary><ol>{links}</ol></details>")


def _constants(report: FoldReport, anchors: Mapping[Operation, str]) -> str:
    ordered = sorted(report.constants, key=lambda constant: -constant.bytes)[:PAGE_ROWS]
    made = [each.operation for each in ordered[:PICTURES]]
    arrays = [op.array() if isinstance(op, ConstantOp) else None for op in made]
    shown = [("", "") if array is None else (picture(array), code(first_values(array))) for array in arrays]
    shown += [("", "")] * (len(ordered) - len(shown))
    rows = [
        [
            code(constant.type) + _link(constant.operation, anchors),
            *pictured,
            *(sized(constant.bytes), constant.folded, constant.shared),
            code(constant.op),
            place_of_row(constant, constant.function),
        ]
        for constant, pictured in zip(ordered, shown)
    ]
    head = [
        "type",
        "picture",
        "first values",
        "bytes",
        "ops gone into it",
        "of these shared",
        "in place of",
        "where",
    ]
    shared = f", {report.shared_ops:,} of them into several" if report.shared_ops else ""
    said = f"<p>{counted(report.folded_ops, 'op')} went into these constants{shared}.</p>"
    return said + table("The constants that were made", head, rows)


def _kept(ops: Sequence[KeptOp], anchors: Mapping[Operation, str]) -> str:
    rows = [
        [
            code(op.op) + _link(op.operation, anchors),
            escape(op.reason),
            *(sized(op.bytes), milliseconds(op.work / 1e6)),
            place_of_row(op, op.function),
        ]
        for op in ops
    ]
    head = ["op", "why", "bytes", "estimated ms", "where"]
    return table("Each op that had constant operands and stayed", head, rows, "k")


def _kinds(report: FoldReport) -> str:
    rows = [
        [
            code(name),
            *(kind.count, kind.evaluations, sized(kind.bytes)),
            *(milliseconds(kind.work / 1e6), milliseconds(kind.seconds * 1e3)),
        ]
        for name, kind in report.kinds()
    ]
    head = ["op", "ops folded", "evaluations", "bytes", "estimated ms", "ms"]
    return table("What was folded and evaluated", head, rows)


def _reasons(report: FoldReport) -> str:
    """The reasons why ops stayed, with bars of the number, the bytes and the time of these ops."""
    sums = [
        (
            name,
            count,
            sum([op.bytes or 0 for op in report.kept if op.code == name]),
            sum([op.work for op in report.kept if op.code == name]) / 1e6,
        )
        for name, count in report.reasons().most_common()
    ]
    bars = [
        bar("ops", [(name, count, f"{count:,}") for name, count, _, _ in sums]),
        bar("bytes of their results", [(name, size, readable_bytes(size)) for name, _, size, _ in sums]),
        bar("estimated time to evaluate them", [(name, ms, f"{ms:.2f} ms") for name, _, _, ms in sums]),
    ]
    rows = [
        [code(name), count, sized(size), milliseconds(ms), escape(Code(name).meaning)]
        for name, count, size, ms in sums
    ]
    return "".join(bars) + table("Reasons", ["reason", "ops", "bytes", "estimated ms", "meaning"], rows)


def _link(op: Operation | None, anchors: Mapping[Operation, str]) -> str:
    line = None if op is None else anchors.get(op)
    return f' <a href="#{line}">line {line[1:]}</a>' if line else ""
