"""The page of a report: well-formed, whole without a network, with links that lead somewhere."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from tests.folding.support import fold
from tests.helpers.programs import named, parse
from xdsl_stablehlo.folding import FoldReport, root_causes
from xdsl_stablehlo.folding.explanations.page import to_html
from xdsl_stablehlo.folding.explanations.page.listing import ProgramLine, compared, lines_of, what_is_left
from xdsl_stablehlo.folding.explanations.page.markup import first_values, picture
from xdsl_stablehlo.folding.terms.reasons import Code

PROGRAMS = named(__file__)

VOID = {"meta", "input", "br", "link", "img", "hr"}
ROOT = Path(__file__).parents[3]

TEXT = PROGRAMS["text"]


class Page(HTMLParser):
    """A page, read: its elements with attributes, and what is wrong with its structure."""

    def __init__(self, page: str):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()}")

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]


def page_of(text: str, title: str = "Constant folding") -> str:
    folded = fold(text, check=False)
    root_causes(folded.report)
    return to_html(folded.report, parse(text), folded.module, title)


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(TEXT, "A <title>")


def test_elements_are_closed_and_ids_are_there_once(page: str) -> None:
    read = Page(page)
    assert (read.wrong, read.open) == ([], [])
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes["href"] for attributes in read.all("a")]
    assert {link.removeprefix("#") for link in links} <= set(ids)
    assert any(link.startswith("#k") for link in links), "from a line to its row"
    assert any(link.startswith("#a") for link in links), "from a row to its line"


def test_nothing_is_loaded(page: str) -> None:
    assert "http" not in page
    assert not [e for _, e in Page(page).elements if "src" in e]
    assert Page(page).all("link") == []


def test_readers_of_screens_find_their_way(page: str) -> None:
    read = Page(page)
    assert read.all("html")[0]["lang"] == "en"
    names = {tag for tag, _ in read.elements}
    assert {"header", "nav", "main", "h1", "h2", "caption"} <= names
    assert all(attributes["scope"] == "col" for attributes in read.all("th"))
    assert len(read.all("caption")) == len(read.all("table"))
    assert all(attributes.get("aria-label") for attributes in read.all("svg"))
    labelled = [attributes["aria-labelledby"] for attributes in read.all("section")]
    assert labelled == [attributes["id"] for attributes in read.all("h2")]


def test_text_of_programs_is_escaped(page: str) -> None:
    assert "A &lt;title&gt;" in page
    assert "&lt;b&gt;&amp;model.py" in page
    assert "<b>" not in page


def test_the_sentence_names_the_first_cause(page: str) -> None:
    assert (
        "Most of what stays, 11 ops, waits for %x of @main; 11 of them would fold if it were known." in page
    )


def test_what_stayed_is_collapsed_or_explained(page: str) -> None:
    assert "<summary>12 lines that stayed as they are</summary>" in page
    assert [a for a in Page(page).all("a") if a.get("aria-label", "").startswith("the row about line")]


def test_lines_that_went_and_came() -> None:
    folded = fold(TEXT, check=False)
    before = parse(TEXT)
    left = what_is_left(folded.report, before, folded.module)
    blocks = [*compared(lines_of(before), lines_of(folded.module), left)]
    changed = [(block.sign, [line.text.strip()[:22] for line in block.lines]) for block in blocks]
    assert [sign for sign, _ in changed] == [" ", "-", "+", " "]
    assert changed[1][1] == ["%i = stablehlo.iota di", "%s = stablehlo.sine %i"]
    assert changed[2][1] == ["%s = stablehlo.constan"]
    assert sum([len(block.lines) for block in blocks if block.sign != "-"]) == len(lines_of(folded.module))


def increasing(numbers: Sequence[int]) -> int:
    """How many of the numbers are in order, at most: all choices are tried."""
    choices = [chosen for size in range(len(numbers) + 1) for chosen in combinations(numbers, size)]
    return max(len(chosen) for chosen in choices if list(chosen) == sorted(chosen))


@pytest.mark.parametrize("gone", [(), (1,), (0, 4)])
@pytest.mark.parametrize("changed", [(), (2,), (0, 3)])
def test_lines_stay_that_are_in_order(gone: Sequence[int], changed: Sequence[int]) -> None:
    """All orders of five lines, some of which go, and some of which have another text."""
    before = [ProgramLine(f"op{i} %a", cast(Any, f"before {i}"), 0) for i in range(5)]
    for order in permutations([i for i in range(5) if i not in gone]):
        after = [
            ProgramLine(f"op{i} {'with' if i in changed else ''}%b", cast(Any, f"after {i}"), 0)
            for i in order
        ]
        left: Any = {f"before {i}": f"after {i}" for i in order}
        old = new = stayed = 0
        for block in compared(before, after, left):
            number = len(block.lines)
            if block.sign == "-":
                assert (block.first, block.lines) == (old + 1, before[old : old + number])
                old += number
                continue
            assert (block.first, block.lines) == (new + 1, after[new : new + number])
            new += number
            if block.sign == " ":
                assert [line.key for line in block.lines] == [line.key for line in before[old : old + number]]
                old, stayed = old + number, stayed + number
        assert (old, new) == (5, len(order))
        assert stayed == increasing([i for i in order if i not in changed])


def test_lines_are_indented(page: str) -> None:
    assert '<code style="--in:2ch">func.func @main(' in page
    assert '<code style="--in:4ch">return ' in page


def test_long_hexadecimal_strings_and_lines_are_cut() -> None:
    elements = "01020304" * 127 + "05060708"
    constant = f'%c = stablehlo.constant dense<"0x{elements}"> : tensor<128xi32>'
    (_, _, line, *_) = lines_of(parse(f"func.func @main() {{ {constant} return }}"))
    assert line.text == '    %c = stablehlo.constant dense<"0x01020304…"> : tensor<128xi32>'
    wide = lines_of(parse(f'func.func @main() attributes {{wide = "{"w" * 500}"}} {{ return }}'))
    assert wide[1].text.endswith("w …")
    assert len(wide[1].text) == 402


def test_constants_are_pictures() -> None:
    matrix = picture(np.arange(12, dtype=np.float32).reshape(3, 4))
    assert matrix.count("<rect") == 12
    assert "heat map, 0 to 11" in matrix
    # Of 4 zeros and 2 fives, the first bar is twice as high as the last one.
    bars = picture(np.array([0, 0, 0, 0, 5, 5], np.int32))
    assert 'height="32.0"' in bars
    assert 'height="16.0"' in bars
    assert picture(np.array(3.0)) == ""
    assert "<rect" in picture(np.array([np.nan, np.inf, 1.0, 2.0]))
    assert picture(np.array([np.nan, np.inf])) == ""
    assert first_values(np.arange(5)) == "0, 1, 2, 3, …"


def test_the_page_of_a_report_without_anything() -> None:
    module = parse("func.func @main() { return }")
    page = to_html(FoldReport(), module, module)
    headings = [attributes["id"] for attributes in Page(page).all("h2")]
    assert headings == ["program-title"]


def test_every_code_is_explained() -> None:
    assert all(code.meaning for code in Code)
    assert [Code(code.value) for code in Code] == [*Code]


def test_the_parts_of_the_page_are_installed() -> None:
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    others = {
        path.name
        for path in (ROOT / "folding" / "explanations" / "page").iterdir()
        if path.suffix in (".html", ".css", ".js")
    }
    assert others == set(setuptools["package-data"]["xdsl_stablehlo.folding.explanations.page"])
