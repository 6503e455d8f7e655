"""Programs fold to the same bits without vector registers, with another BLAS, and another C library."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks.bits import MACHINES, differences, digests, files, random_programs

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.prove
@pytest.mark.long
def test_other_machines_fold_to_the_same_bits(tmp_path: Path) -> None:
    programs = {**dict(random_programs(100)), **dict(files(EXAMPLES))}
    file = tmp_path / "programs.json"
    file.write_text(json.dumps(programs))
    names = ("this one", "an old processor altogether", "rounding up", "subnormal numbers flushed to zero")
    found = {name: digests(sys.executable, file, MACHINES[name]) for name in names}
    assert found["this one"].keys() == programs.keys()
    assert not differences(found)


def test_a_program_that_differs_is_listed() -> None:
    found = {"one": {"a": "1", "b": "2"}, "two": {"a": "1", "b": "3"}, "three": {"a": "1", "b": "4"}}
    assert differences(found) == {"b": 2}
