"""The line under an error, and the caret."""

from __future__ import annotations

from pathlib import Path

import pytest

from xdsl_stablehlo.tools.programs import WIDEST, excerpt, source_line


@pytest.mark.parametrize(
    ("line", "column", "shown"),
    [
        ("  return %y : i32", 10, ["  return %y : i32", "         ^"]),
        ("\treturn\t%y", 9, [" return %y", "        ^"]),
        ("a \x1b[2J b", 7, ["a \\1B[2J b", "        ^"]),
        ("func.func @f(", 14, ["func.func @f(", "             ^"]),
        ("   ", 2, []),
        ("", 1, []),
    ],
)
def test_a_caret_is_under_its_character(line: str, column: int, shown: list[str]) -> None:
    assert excerpt(line, column) == shown


def test_of_a_long_line_what_is_around_the_place_is_shown() -> None:
    line = "0123456789" * 100
    for column in (1, 40, 500, 1000):
        text, caret = excerpt(line, column)
        assert len(text) <= WIDEST
        assert text[len(caret) - 1] == line[column - 1]
        assert text.strip(".") in line


def test_a_line_of_a_text_or_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "a.mlir"
    file.write_text("one\ntwo\nthree")
    for text in ("one\ntwo\nthree", ""):
        lines = [source_line(text, str(file), number) for number in (1, 2, 3, 4)]
        assert [line and line.rstrip() for line in lines] == ["one", "two", "three", None]
    assert source_line("", "-", 1) is None
