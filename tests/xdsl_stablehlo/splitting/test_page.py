"""The page of a split: its picture has what crosses, and lines from what it is computed from to what reads it."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tests.folding.report.test_page import Page
from tests.helpers.programs import named, parse
from xdsl_stablehlo.splitting import Split, SplitOptions, split
from xdsl_stablehlo.splitting.page import picture_of, split_page

PROGRAMS = named(__file__)

SVG = "{http://www.w3.org/2000/svg}"

LETTER = {"title": 9.0, "name": 8.45, "note": 7.85}
"""Pixels of a letter, at most."""

PROGRAM = PROGRAMS["program"]


def layers(count: int) -> str:
    """A program with so many weights, one larger than the next, all of which cross as they are."""
    types = [f"tensor<{100 - i}xf32>" for i in range(count)]
    given = ", ".join([f"%w{i}: {kind}, %x{i}: {kind}" for i, kind in enumerate(types)])
    adds = [f"%{i} = stablehlo.add %w{i}, %x{i} : {kind}" for i, kind in enumerate(types)]
    values = ", ".join([f"%{i}" for i in range(count)])
    return (
        f"func.func @main({given}) -> ({', '.join(types)}) {{\n"
        + "\n".join(adds)
        + (f"\nreturn {values} : {', '.join(types)}\n}}")
    )


@pytest.fixture
def found() -> Split:
    return split(parse(PROGRAM), ["w", "v", "u"], SplitOptions(growth=1.0))


def lines_of(picture: str) -> set[tuple[str, str]]:
    """The names of the two dots that each line of a picture connects."""
    root = ElementTree.fromstring(picture)
    names: dict[float, str] = {}
    for dot in root.iter(f"{SVG}circle"):
        title = dot.find(f"{SVG}title")
        assert title is not None
        names[float(dot.attrib["cy"])] = title.text or ""
    ends = [re.findall(r"[\d.]+", line.attrib["d"]) for line in root.iter(f"{SVG}path")]
    assert len(names) == len([*root.iter(f"{SVG}circle")]), "each at a height of its own"
    return {(names[float(end[1])], names[float(end[-1])]) for end in ends}


def test_the_picture_has_a_line_from_each_weight_to_its_readers(found: Split) -> None:
    assert found.names == ["w/exponential", "v/abs"]
    picture = picture_of(found)
    assert lines_of(picture) == {
        ("w", "w/exponential"),
        ("v", "v/abs"),
        ("w/exponential", "multiply"),
        ("v/abs", "return"),
    }
    texts = [each.text for each in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert texts == [
        "Setup: once for each set of weights",
        *("w", "64x32xf32, 8.0 KiB", "v", "32xf32, 128 B"),
        "2 ops: exponential, abs",
        "Crosses: 8.1 KiB for 8.1 KiB",
        *("w/exponential", "64x32xf32, 8.0 KiB", "v/abs", "32xf32, 128 B"),
        "Main: at each call",
        *("multiply", "reads 1 of these", "return", "reads 1 of these"),
        *("3 ops: broadcast_in_dim, multiply,", "subtract"),
        "inputs: x, x['<key>']",
    ]


def test_nothing_is_drawn_beyond_the_picture(found: Split) -> None:
    """All texts are below each other, in the band that is around them."""
    root = ElementTree.fromstring(picture_of(split(parse(layers(20)), [f"w{i}" for i in range(20)])))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    texts = [*root.iter(f"{SVG}text")]
    heights = [float(each.attrib["y"]) for each in texts]
    assert heights == sorted(heights)
    assert heights[-1] < height
    assert all(
        float(each.attrib["x"]) + LETTER[each.attrib["class"]] * len(each.text or "") < width
        for each in texts
    )
    bands = [(float(each.attrib["y"]), float(each.attrib["height"])) for each in root.iter(f"{SVG}rect")]
    assert all(top + tall < following for (top, tall), (following, _) in pairwise(bands))
    assert all(any(top < y < top + tall for top, tall in bands) for y in heights)


def test_what_has_no_row_is_counted() -> None:
    picture = picture_of(split(parse(layers(20)), [f"w{i}" for i in range(20)]))
    largest = {f"w{i}" for i in range(8)}
    size = sum([4 * (100 - i) for i in range(8, 20)])
    assert picture.count(f">{size / 1024:.1f} KiB</text>") == 2
    rest = "12 more"
    assert lines_of(picture) == {
        *[(name, name) for name in largest],
        *[(name, "add") for name in largest],
        (rest, rest),
        (rest, "add"),
    }


def test_long_names_lose_their_middle() -> None:
    name = f"params['{'encoder' * 8}']['kernel']"
    given = f'%w: tensor<4xf32> {{jax.arg_info = "{name}"}}, %x: tensor<4xf32>'
    body = "%0 = stablehlo.add %w, %x : tensor<4xf32> return %0 : tensor<4xf32>"
    text = f"func.func @main({given}) -> tensor<4xf32> {{ {body} }}"
    picture = picture_of(split(parse(text), ["params"]))
    assert lines_of(picture) == {(name, name), (name, "add")}
    assert picture.count(">params['encoderenc…encoder']['kernel']</text>") == 2


def test_the_page_is_whole(found: Split) -> None:
    text = split_page(found, "model <1>", "stablehlo-split", "2026-01-01")
    page = Page(text)
    assert (page.wrong, page.open) == ([], [])
    assert [attributes["id"] for attributes in page.all("h2")] == [
        "cut-title",
        "crossing-title",
        "unread-title",
    ]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert {attributes["href"].removeprefix("#") for attributes in page.all("a")} <= {*ids}
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "model &lt;1&gt;" in text
    assert "inputs: x, x['&lt;key&gt;']" in text
    assert "Setup computes 2 values from the weights and passes 0 weights on. 2 weights need not stay" in text
    assert "<code>u</code></td><td>nothing</td>" in text


def test_the_page_says_why_ops_stay() -> None:
    text = PROGRAMS["the page says why ops stay"]
    page = split_page(split(parse(text), ["w"]), "model")
    assert "only moves or widens elements" in page
    assert "<code>stablehlo.convert</code>" in page
