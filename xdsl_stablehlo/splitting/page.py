"""The report of a split as a page for people: a picture of the cut, what crosses, and why ops stay in main."""

from __future__ import annotations

from html import escape
from importlib.metadata import version

from xdsl_stablehlo.folding.explanations.page.document import page
from xdsl_stablehlo.folding.explanations.page.tables import (
    bytes_cell,
    code,
    number_cell,
    place_of_row,
    table,
    text_cell,
)
from xdsl_stablehlo.folding.report.report import readable_bytes
from xdsl_stablehlo.ir.printable import counted

from .api import Split
from .picture import picture_of
from .report import SplitReport

SOURCES = 20
"""Names of weights that a row has."""


def split_page(found: Split, title: str, command: str = "", date: str = "") -> str:
    """The page of a split, one file that needs no network.

    Below the title are the command, the version of this project, and the date, which is only told if it is given.
    """
    report = found.report
    return page(
        title,
        _sentence(report),
        [command, f"xdsl-stablehlo {version('xdsl-stablehlo')}", date],
        [
            (f"{report.ops_before:,}", "ops of the program"),
            (f"{report.ops_setup:,}", "ops of setup"),
            (f"{report.ops_main:,}", "ops of main"),
            (
                f"{readable_bytes(report.bytes_before)} → {readable_bytes(report.bytes_crossing)}",
                "of weights",
            ),
            (f"{report.work_saved / 1e6:.2f} ms", "saved at each call, as estimated for the interpreter"),
        ],
        [
            ("cut", "The cut", picture_of(found)),
            ("crossing", "What crosses", _crossing(report) if report.crossing else ""),
            (
                "staying",
                "What is known at load and stays in main",
                _staying(report) if report.staying else "",
            ),
            (
                "unread",
                "Weights that main does not read",
                _unread(report) if report.replaced or report.unread else "",
            ),
        ],
    )


def _sentence(report: SplitReport) -> str:
    derived = [each for each in report.crossing if not each.is_passed_on]
    passed = len(report.crossing) - len(derived)
    said = f"Setup computes {counted(len(derived), 'value')} from the weights and passes {counted(passed, 'weight')} on"
    gone = len(report.replaced)
    return f"{said}. {counted(gone, 'weight')} need not stay in memory." if gone else f"{said}."


def _crossing(report: SplitReport) -> str:
    rows = [
        [
            text_cell(code(each.name)),
            text_cell(code(each.type)),
            bytes_cell(each.bytes),
            text_cell("passed on" if each.is_passed_on else code(each.op)),
            text_cell(_listed(each.sources)),
        ]
        for each in report.crossing
    ]
    return table("The arguments of main that setup gives", ["name", "type", "bytes", "made by", "from"], rows)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - SOURCES} more" if len(names) > SOURCES else ""
    return f"{', '.join([code(name) for name in names[:SOURCES]])}{more}"


def _staying(report: SplitReport) -> str:
    reasons = [
        [text_cell(code(reason.code)), number_cell(number), text_cell(escape(reason.meaning))]
        for reason, number in report.reasons().items()
    ]
    ops = [
        [
            text_cell(code(each.op)),
            text_cell(code(each.reason)),
            bytes_cell(each.bytes),
            text_cell(place_of_row(each)),
        ]
        for each in report.staying
    ]
    return table("Reasons", ["reason", "ops", "the op"], reasons) + table(
        "Each op that is known at load and stays", ["op", "reason", "bytes", "where"], ops
    )


def _unread(report: SplitReport) -> str:
    rows = [
        [text_cell(code(name)), text_cell(said)]
        for names, said in ((report.replaced, "setup alone"), (report.unread, "nothing"))
        for name in names
    ]
    return table("Weights that main does not read", ["name", "read by"], rows)
