"""A sample of mutants, in which nothing is found. `python -m tests.campaigns.hostile` judges as many as you like."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers.clock import PATIENCE

from .corpus import ROOT

pytestmark = [pytest.mark.prove, pytest.mark.long]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_found_in_a_sample(seed: int):
    arguments = ["--mutants", "500", "--seed", str(seed), "--cpu-seconds", str(PATIENCE)]
    command = [sys.executable, "-m", "tests.campaigns.hostile", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "500 mutants in " in done.stdout
