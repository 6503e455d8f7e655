"""The text of a report on a terminal."""

from __future__ import annotations

import io
import os

import pytest

from xdsl_stablehlo.folding.explanations.terminal import fitted_text, shown_text

TEXT = (
    "folded 3 ops\nops       30 -> 20\n\nfolded            count     bytes\nd.op                  2   1.0 KiB"
)


def test_tables_are_squeezed_together() -> None:
    assert fitted_text(TEXT, 28, bold=False).split("\n") == [
        "folded 3 ops",
        "ops       30 -> 20",
        "",
        "folded       count     bytes",
        "d.op             2   1.0 KiB",
    ]


def test_long_lines_are_folded_at_spaces() -> None:
    assert (
        fitted_text("  one two three four five", 14, bold=False)
        == "  one two\n      three\n      four\n      five"
    )
    assert fitted_text("abcdefghijkl", 5, bold=False) == "abcde\n  fgh\n  ijk\n  l"


@pytest.mark.parametrize("columns", [1, 2, 3, 7, 20, 80])
def test_nothing_is_wider_than_the_terminal_or_lost(columns: int) -> None:
    shown = fitted_text(TEXT, columns, bold=False)
    assert max(len(line) for line in shown.split("\n")) <= columns
    assert "".join(shown.split()) == "".join(TEXT.split())


def test_headings_are_bold() -> None:
    bold = [line for line in fitted_text(TEXT, 80, bold=True).split("\n") if line.startswith("\x1b[1m")]
    assert bold == ["\x1b[1mfolded 3 ops\x1b[0m", "\x1b[1mfolded            count     bytes\x1b[0m"]


def test_what_is_no_terminal_gets_the_text_as_it_is() -> None:
    assert shown_text(TEXT, io.StringIO()) == TEXT


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "xterm")])
def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, value)
    controller, terminal = os.openpty()
    with os.fdopen(controller), os.fdopen(terminal, "w") as stream:
        assert ("\x1b" in shown_text(TEXT, stream)) is (value == "xterm")
