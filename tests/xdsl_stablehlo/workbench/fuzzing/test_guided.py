"""Guided fuzzing: what is covered, the same corpus for the same seed, runs that go on, shards, and wrong results."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence, Set
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.programs import parse
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions, guided as subject
from xdsl_stablehlo.workbench.fuzzing.coverage import cells_of
from xdsl_stablehlo.workbench.fuzzing.guided import (
    Candidate,
    Corpus,
    GuidedOptions,
    MadeProgram,
    StoredProgram,
    guided,
    is_small,
    write_corpus,
)
from xdsl_stablehlo.workbench.running import Processes, ThisProcess
from xdsl_stablehlo.workbench.triage.implementations import ProgramOutcome

OPTIONS = GuidedOptions(FuzzOptions(size=3, types=("f32", "i32")))


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "CHUNK", 3)
    monkeypatch.setattr(subject, "GENERATION", 2)


def fuzzed(folder: Path, count: int, executor: Executor | None = None, **more: Any) -> Corpus:
    folder.mkdir(exist_ok=True)
    return guided(more.pop("options", OPTIONS), folder, count, executor=executor or ThisProcess(), **more)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, after its corpus is written."""
    write_corpus(folder)
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_cells_of_a_program() -> None:
    text = """func.func @main(%x: tensor<1x3xf32>) -> tensor<1xf32> {
      %c = stablehlo.constant dense<[[0x7FC00000, -0.0, 2.0]]> : tensor<1x3xf32>
      %y = stablehlo.add %x, %c : tensor<1x3xf32>
      %p = stablehlo.pad %y, %z, low = [0, -1], high = [9, 0], interior = [0, 2]
        : (tensor<1x3xf32>, tensor<f32>) -> tensor<10x6xf32>
      return %p : tensor<10x6xf32>
    }"""
    text = text.replace("-> tensor<1xf32>", "-> tensor<10x6xf32>").replace(
        "%c = ", "%z = stablehlo.constant dense<0.0> : tensor<f32>\n      %c = "
    )
    assert cells_of(parse(text)) == {
        "types|constant|f32|rank 0",
        "types|constant|f32|rank 2 ones",
        "types|add|f32|rank 2 ones",
        "types|pad|f32|rank 2 ones",
        "constant|f32|0",
        "constant|f32|-0",
        "constant|f32|NaN",
        "reads|add|argument",
        "reads|add|constant",
        "reads|pad|add",
        "reads|pad|constant",
        "attribute|pad|edge_padding_low = -,0",
        "attribute|pad|edge_padding_high = 0,3",
        "attribute|pad|interior_padding = 0,2",
    }


def test_the_same_seed_makes_the_same_corpus_with_any_number_of_processes(tmp_path: Path) -> None:
    fuzzed(tmp_path / "one", 9)
    fuzzed(tmp_path / "again", 9)
    processes = Processes(2)
    try:
        fuzzed(tmp_path / "two", 9, processes)
    finally:
        processes.shutdown()
    assert contents(tmp_path / "one") == contents(tmp_path / "again") == contents(tmp_path / "two")
    fuzzed(tmp_path / "other", 9, options=GuidedOptions(OPTIONS.new, seed=1000))
    assert (
        contents(tmp_path / "other")
        .keys()
        .isdisjoint(name for name in contents(tmp_path / "one") if name.startswith("programs"))
    )


def test_a_run_that_goes_on_is_one_run(tmp_path: Path) -> None:
    for count in (4, 9, 18):  # in the middle of a chunk, of a generation, at an end
        fuzzed(tmp_path / "parts", count)
    whole = fuzzed(tmp_path / "whole", 18)
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    assert any(len(each.wrong) == 0 and each.chosen for each in whole.kept)
    assert write_corpus(tmp_path / "whole").programs == 18


def test_shards_merge_to_the_same_coverage(tmp_path: Path) -> None:
    parts = [fuzzed(tmp_path / f"part{i}", 18, shard=(i, 2)) for i in (0, 1)]
    merged = tmp_path / "merged"
    for i in (1, 0):
        shutil.copytree(tmp_path / f"part{i}" / "results", merged / "results", dirs_exist_ok=True)
    for i in (0, 1):
        fuzzed(tmp_path / "shared", 18, shard=(i, 2))
    assert contents(merged) == contents(tmp_path / "shared")
    summary = write_corpus(merged)
    assert summary.cells == parts[0].cells | parts[1].cells
    assert summary.programs == 18
    results = [json.loads(path.read_text()) for path in (merged / "results").iterdir()]
    numbers = [each["number"] for result in results for each in result["programs"]]
    assert len(numbers) == len(set(numbers)) > 9


def test_programs_that_are_given_are_judged_and_mutated(tmp_path: Path) -> None:
    text = """func.func @main(%x: tensor<5xui16>) -> tensor<5xui16> {
      %r = stablehlo.popcnt %x : tensor<5xui16>
      return %r : tensor<5xui16>
    }"""
    given = [StoredProgram.of(parse(text), [np.arange(5, dtype=np.uint16)])]
    corpus = fuzzed(tmp_path / "corpus", 6, given=given)
    assert write_corpus(tmp_path / "corpus").programs == 7
    assert corpus.kept[0].program == given[0]
    assert corpus.kept[0].chosen
    assert f"programs/{given[0].name}.mlir" in contents(tmp_path / "corpus")


class WrongForAdd:
    """An implementation whose results are zeros where a program adds."""

    name = "wrong"

    def rewritten(self, *_: object) -> None:
        """It makes no program."""

    def run(
        self, module: ModuleOp, arguments: Sequence[Array], _: float, __: Mapping[str, str]
    ) -> ProgramOutcome:
        right = [np.asarray(cast(Any, value).array) for value in eval_module(module, arguments)]
        adds = any(op.name == "stablehlo.add" for op in module.walk())
        return ProgramOutcome(tuple([x.astype(bool).astype(x.dtype) if adds else x for x in right]))


def test_wrong_results_are_kept_by_kind_and_mutated_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def implementation(_: str) -> WrongForAdd:
        return WrongForAdd()

    monkeypatch.setattr(subject, "implementation", implementation)
    options = GuidedOptions(OPTIONS.new, against=("wrong",))
    corpus = fuzzed(tmp_path / "corpus", 36, options=options)
    summary = write_corpus(tmp_path / "corpus")
    assert summary.rulings["wrong"].total() == summary.programs == 36
    assert summary.rulings["wrong"]["wrong"] == sum(summary.counts.values()) > 3
    assert all(1 <= len(found) <= 3 for found in summary.kinds.values())
    for found in summary.kinds.values():
        for program in found:
            assert "stablehlo.add" in program.text
            assert (tmp_path / "corpus" / "findings" / f"{program.name}.npz").exists()
    assert max(corpus.kinds.values()) > 3
    assert "another number (" in (tmp_path / "corpus" / "index.html").read_text()
    means = [
        np.mean([each.chosen for each in corpus.kept if bool(each.wrong) is is_wrong])
        for is_wrong in (True, False)
    ]
    assert means[0] > means[1]


def test_new_programs_give_way_to_mutants_that_cover_more() -> None:
    corpus = Corpus(gains=[1.0, 3.0])
    assert corpus.share == 0.25
    corpus.learn([{"made": [10, 10], "programs": [_result(f"a{i}", ()) for i in range(20)]}])
    assert corpus.gains == [1.5, 1.5]
    corpus.learn([{"made": [10, 0], "programs": []}])
    assert corpus.gains == [0.75, 1.5]


def _result(cell: str, how: Sequence[str]) -> Mapping[str, Any]:
    return {"text": cell, "npz": "", "cells": [cell], "wrong": {}, "how": how, "defined": True}


def test_an_error_of_ours_loses_only_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = subject.made

    def failing(candidate: Candidate, options: GuidedOptions, known: Set[str]) -> MadeProgram:
        if candidate.number == 4:
            raise MemoryError("too large")
        return made(candidate, options, known)

    monkeypatch.setattr(subject, "made", failing)
    fuzzed(tmp_path, 9)
    summary = write_corpus(tmp_path)
    assert summary.programs == 8
    assert summary.failed == ["4: MemoryError: too large"]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [("16x16x", True), ("17x16x", False), ("?x?x", False), ("4294967296x4294967296x", False), ("", True)],
)
def test_a_mutant_of_many_elements_is_not_made(shape: str, expected: bool) -> None:
    """At most 256 elements, also where their number exceeds 64 bits."""
    text = (
        f"func.func @main(%x: tensor<{shape}f32>) -> tensor<{shape}f32> {{ return %x : tensor<{shape}f32> }}"
    )
    module = parse(text)
    assert is_small(module, module, OPTIONS) is expected
