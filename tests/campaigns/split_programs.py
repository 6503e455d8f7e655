"""Random programs in which random arguments are known at load, split and not.

    python -m tests.campaigns.split_programs 20000 0
    python -m tests.campaigns.split_programs 1000 0 --cpp

Each is split, and main after setup is compared bit by bit with the program. Each op of main that weights alone decide
has a reason in the report. Splitting main again, where what crosses is known at load, must not find anything more. With
`--cpp` the C++ interpreter evaluates all three.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from random import Random

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from tests.campaigns.partial_programs import arguments_of, for_cpp, program_of
from tests.helpers.oracle import Array, OracleError, oracle
from tests.helpers.programs import parse
from tests.helpers.reasons import without_reason
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.folding.passes.verify import same_numbers
from xdsl_stablehlo.interpreter import EvaluationError, Program
from xdsl_stablehlo.programs.splitting import Split, split

from .seeds import Finding, as_findings, flags, main


def difference(seed: int, cpp: bool = False) -> str | None:
    """What is wrong with the split of the program of a seed; None where nothing is."""
    try:
        module = parse(program_of(seed, cpp))
        return _difference(module, seed, cpp)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _difference(module: ModuleOp, seed: int, cpp: bool) -> str | None:
    arguments = arguments_of(module, seed)
    pick = Random(seed)
    at_load = [i for i in range(len(arguments)) if pick.random() < 0.6]
    found = split(module, [str(i) for i in at_load])
    verify_module(found.setup)
    verify_module(found.main)
    if unexplained := without_reason(found):
        return f"main keeps {unexplained} without a reason"
    inputs = [argument for i, argument in enumerate(arguments) if i not in at_load]
    before = _run(module, arguments, cpp)
    weights = _run(found.setup, [arguments[i] for i in found.positions], cpp)
    if isinstance(before, str) and cpp:
        return None
    if isinstance(before, str) or isinstance(weights, str):
        return None if before == weights else f"setup: {weights}, the program: {before}"
    after = _run(found.main, [*weights, *inputs], cpp)
    if isinstance(after, str) or not all(map(same_numbers, before, after)):
        return f"{before} became {after}"
    return _again(found)


def _again(found: Split) -> str | None:
    """What a second split of main finds."""
    again = split(found.main, [str(i) for i in range(len(found.names))])
    new = [each.name for each in again.report.crossing if not each.is_passed_on]
    return f"the second split finds {new}" if new else None


def _run(module: ModuleOp, arguments: Sequence[Array], cpp: bool) -> list[Array] | str:
    try:
        if cpp:
            return [*oracle(for_cpp(module), *arguments, isolated=True)]
        return [np.asarray(result.array) for result in Program.of(module)(*arguments)]
    except OracleError:
        return "C++ does not survive it"
    except EvaluationError as error:
        return error.message


def find(seed: int, asked: Namespace) -> Iterable[Finding]:
    """What is wrong for a seed."""
    return as_findings(difference(seed, asked.cpp))


if __name__ == "__main__":
    parser = flags("Splits random programs, and compares main after setup with the program.")
    parser.add_argument("--cpp", action="store_true", help="evaluate with the C++ interpreter")
    main(find, parser)
