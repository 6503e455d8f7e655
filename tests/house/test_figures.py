"""No figure of the house is above its bound (`figures.py`; `python -m tests.house` prints them)."""

from __future__ import annotations

from . import figures


def test_rooms_keep_to_their_lines() -> None:
    lines = figures.lines()
    assert {room: count for room, count in lines.items() if room and count > figures.LINES[room]} == {}
    assert lines.keys() - {""} == figures.LINES.keys()


def test_the_house_keeps_to_its_lines() -> None:
    core = {room: count for room, count in figures.lines().items() if room not in figures.OUTSIDE_THE_CORE}
    assert sum(core.values()) <= figures.CORE
    assert sum(figures.lines().values()) <= figures.TOTAL


def test_few_files_know_many_ops() -> None:
    known = figures.ops_known()
    many = [module for module, ops in known.items() if len(ops) >= figures.MANY_OPS]
    assert len(many) <= figures.FILES_WITH_MANY_OPS, many
    files = {op: sum(op in ops for ops in known.values()) for op in figures.FILES_OF}
    assert {op: count for op, count in files.items() if count > figures.FILES_OF[op]} == {}
    assert {"add", "scatter", "while"} <= known[f"{figures.PACKAGE}.dialects.stablehlo"]


def test_types_are_said_by_accessors() -> None:
    assert {what: n for what, n in figures.counts().items() if n > figures.COUNTS[what]} == {}


def test_docstrings_are_statements() -> None:
    assert len(figures.riddles()) <= figures.BEGUN_SO, figures.riddles()
