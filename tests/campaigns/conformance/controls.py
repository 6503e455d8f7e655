"""Controls: upstream's interpreter tests with one expected number changed, which all must fail.

Most of those files only say something through their exit code. That they pass means something because these do not.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from xdsl.context import Context
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo import parse_module, register_dialects, verify_module
from xdsl_stablehlo.interpreter import EvaluationError, eval_module, probing

from .outcome import Outcome

_EXPECTED = re.compile(r"check\.expect_(?:eq|almost_eq)_const [^,]*, dense<[^>]*?(?<![\w.])(-?\d+)(?![\dx])")
_CHECKS = 3
"""So many checks of a program are changed, one at a time."""

SAME_NUMBER = {"dot_general.mlir:5.0"}
"""Where the changed number rounds to the same element: 140 and 141 in f8E4M3."""


def controls(upstream: Path) -> Iterator[Outcome]:
    """A program of upstream's interpreter tests with another number expected fails."""
    ctx = Context()
    register_dialects(ctx)
    for path in sorted((upstream / "tests" / "interpret").rglob("*.mlir")):
        for i, text in enumerate(path.read_text().split("// -----")):
            if _fails(text, ctx) is not None:
                continue  # runs only behind another pass
            for j, match in enumerate(list(_EXPECTED.finditer(text))[:_CHECKS]):
                name = f"{path.name}:{i}.{j}"
                changed = str(int(match[1]) + 1 if match[1] != "1" else 0)
                failure = _fails(text[: match.start(1)] + changed + text[match.end(1) :], ctx)
                if failure is not ParseError and name not in SAME_NUMBER:
                    yield Outcome(
                        name, failure is EvaluationError, f"{match[0]} becomes {changed} and passes"
                    )


def _fails(text: str, ctx: Context) -> type[Exception] | None:
    """What ends parsing, verifying and evaluating a program; None where nothing does."""
    quiet = redirect_stdout(io.StringIO())
    with tempfile.TemporaryDirectory() as scratch, probing(scratch), quiet:
        try:
            module = parse_module(text, ctx)
            verify_module(module)
            if any(op.name == "func.func" for op in module.ops):
                eval_module(module)
        except (ParseError, VerifyException) as error:
            return ParseError if isinstance(error, ParseError) else VerifyException
        except EvaluationError:
            return EvaluationError
    return None
