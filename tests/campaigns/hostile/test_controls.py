"""The judges are judged: what is broken on purpose is found, and what is sound is not."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.clock import AT_ONCE

from .campaign import mutant
from .controls import CONTROLS, judged_behind
from .corpus import Corpus
from .judge import Doors, Outcome, judged
from .minimise import minimised
from .pool import Death, Worker, ready
from .verdicts import asked, compared

pytestmark = pytest.mark.prove

PROGRAM = """func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %a = stablehlo.constant dense<[-1, 2]> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  %c = stablehlo.add %x, %b : tensor<2xi32>
  return %b, %c : tensor<2xi32>, tensor<2xi32>
}
"""


def test_a_sound_program_behind_sound_doors():
    outcome = judged(PROGRAM, Doors())
    assert outcome.accepted
    assert outcome.findings == []
    assert outcome.evaluated == 1
    assert outcome.serialised
    assert compared(outcome, asked((PROGRAM, outcome))) is None


@pytest.mark.parametrize("name", [name for name, (_, where, _) in CONTROLS.items() if where == "judge"])
def test_what_is_broken_is_found_by_the_judge(name: str):
    doors, _, words = CONTROLS[name]
    assert words in judged(PROGRAM, doors).findings[0].group


@pytest.mark.parametrize("name", [name for name, (_, where, _) in CONTROLS.items() if where == "C++"])
def test_what_is_broken_is_found_by_cpp(name: str):
    doors, _, words = CONTROLS[name]
    outcome = judged(PROGRAM, doors)
    assert outcome.findings == []
    finding = compared(outcome, asked((PROGRAM, outcome)))
    assert words in getattr(finding, "group", "")


def handled(worker: Worker, name: str) -> Outcome | Death:
    """What a worker makes of the program behind the doors of this name."""
    worker.give((name, PROGRAM), name)
    while not (found := ready([worker])):
        pass
    assert found == [worker]
    return worker.answer()


def test_a_worker_that_dies_is_replaced():
    worker = Worker(multiprocessing.get_context("spawn"), judged_behind)
    try:
        assert CONTROLS["dies"][2] in getattr(handled(worker, "dies"), "reason", "")
        assert isinstance(handled(worker, "sound"), Outcome)
    finally:
        worker.close()


def test_a_worker_that_hangs_is_ended():
    worker = Worker(multiprocessing.get_context("spawn"), judged_behind, seconds=AT_ONCE)
    try:
        assert CONTROLS["hangs"][2] in getattr(handled(worker, "hangs"), "reason", "")
    finally:
        worker.close()


def test_the_same_seed_gives_the_same_mutants():
    first, second = Corpus(), Corpus()
    numbers = range(40, 60)
    mutants = [mutant(first, 3, number) for number in numbers]
    assert mutants == [mutant(second, 3, number) for number in reversed(numbers)][::-1]
    assert mutants != [mutant(second, 4, number) for number in numbers]


def test_what_fails_is_made_small():
    assert minimised(PROGRAM, lambda text: "%x, %b" in str(text), 500) == "%x, %b"
    assert minimised(b"abcdefgh" * 20, lambda data: b"ha" in bytes(data)[:500], 500) == b"ha"  # pyright: ignore


def test_a_run_with_findings_fails_and_says_how_to_repeat_them(tmp_path: Path):
    command = [sys.executable, "-m", "tests.campaigns.hostile", "--mutants", "12", "--control", "raises"]
    done = subprocess.run(
        [*command, "--keep", str(tmp_path)], capture_output=True, text=True, check=False, cwd=Path.cwd()
    )
    assert done.returncode == 1, done.stderr
    assert "KeyError" in done.stdout
    assert "python -m tests.campaigns.hostile --seed 0 --first " in done.stdout
    assert "12 mutants in " in done.stdout
    (kept,) = tmp_path.iterdir()
    again = subprocess.run(
        [*command[:3], "--replay", str(kept), "--control", "raises"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 1
