"""The reference is true: what is public has an example, and the examples of docstrings give what they say."""

from __future__ import annotations

import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "reference.md").read_text()
PARTS = re.findall(r"^::: (\S+)(?:\n    options:\n      members: \[(.*)\])?$", PAGE, re.MULTILINE)


def named(path: str, members: str) -> list[tuple[str, Any]]:
    """What one line of the page shows, by name."""
    if members:
        return [(f"{path}.{name}", getattr(import_module(path), name)) for name in members.split(", ")]
    module, _, name = path.rpartition(".")
    return [(path, getattr(import_module(module), name))]


PUBLIC = [entry for path, members in PARTS for entry in named(path, members)]
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
SHOWN_WITH_OTHERS = {
    "Cost",
    "EvaluationError",
    "Exactness",
    "FloatKinds",
    "Folded",
    "FoldReport",
    "IntegerFact",
    "LimitExceeded",
    "Progress",
    "Reason",
    "RootCause",
    "Split",
    "SplitFunction",
    "SplitOptions",
    "SplitReport",
    "register_kernel",
}
"""What others give or take, or a page of its own shows."""


@pytest.mark.parametrize("shown", [value for _, value in PUBLIC], ids=[name for name, _ in PUBLIC])
def test_examples_give_what_they_say(shown: Any) -> None:
    """The examples of a class are those of its methods, too."""
    names = vars(inspect.getmodule(shown)).copy()
    exec(compile(PROGRAM, "docs/reference.md", "exec"), names)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    found = doctest.DocTestFinder(exclude_empty=True).find(shown, globs=names)
    results = [runner.run(example) for example in found]
    assert [result for result in results if result.failed] == []
    assert any(result.attempted for result in results) is (shown.__name__ not in SHOWN_WITH_OTHERS)
