"""Random programs in which random arguments are known at load, split and not.

    python -m tests.campaigns.split_programs 20000 0
    python -m tests.campaigns.split_programs 1000 0 --cpp

Each is split, and main after setup is compared bit by bit with the program. Each op of main that weights alone decide
has a reason in the report. Splitting main again, where what crosses is known at load, must not find anything more. With
`--cpp` the C++ interpreter evaluates all three, and this project's those that C++ does not evaluate.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from tests.campaigns.partial_programs import DYNAMIC, arguments_of, for_cpp, program_of, same_results
from tests.helpers.oracle import Array, OracleError, oracle
from tests.helpers.programs import has_dynamic_results, parse
from xdsl_stablehlo import verify_module
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter import EvaluationError, Program
from xdsl_stablehlo.ir.graphs import values_read_inside
from xdsl_stablehlo.splitting import Split, split

from .seeds import DIFFERENCES, Finding, flags, main

ENDED = "that end the C++ interpreter"


def difference(seed: int, cpp: bool = False) -> str | None:
    """What is wrong with the split of the program of a seed; None where nothing is."""
    return next((found.text for found in findings(seed, cpp) if found.is_wrong), None)


def findings(seed: int, cpp: bool = False) -> Iterator[Finding]:
    """What is found when the program of a seed is split; an exception is a difference, too."""
    try:
        module = parse(program_of(seed, cpp))
        if cpp and has_dynamic_results(module):
            yield Finding(DYNAMIC, is_wrong=False)
            cpp = False
        yield from _findings(module, seed, cpp)
    except Exception as error:
        yield Finding(DIFFERENCES, f"{type(error).__name__}: {error}")


def _findings(module: ModuleOp, seed: int, cpp: bool) -> Iterator[Finding]:
    arguments = arguments_of(module, seed)
    pick = Random(seed)
    at_load = [i for i in range(len(arguments)) if pick.random() < 0.6]
    found = split(module, [str(i) for i in at_load])
    verify_module(found.setup)
    verify_module(found.main)
    if unexplained := without_reason(found):
        yield Finding(DIFFERENCES, f"main keeps {unexplained} without a reason")
    if new := found_again(found):
        yield Finding(DIFFERENCES, f"the second split finds {new}")
    before = _run(module, arguments, cpp)
    if isinstance(before, str) and cpp:
        yield Finding(before, is_wrong=False)
        return
    weights = _run(found.setup, [arguments[i] for i in found.positions], cpp)
    if isinstance(before, str) or isinstance(weights, str):
        if before != weights:
            yield Finding(DIFFERENCES, f"setup: {weights}, the program: {before}")
        return
    inputs = [argument for i, argument in enumerate(arguments) if i not in at_load]
    after = _run(found.main, [*weights, *inputs], cpp)
    if not same_results(before, after, cpp):
        yield Finding(DIFFERENCES, f"{before} became {after}")


def found_again(found: Split) -> list[str]:
    """The names of what a second split computes from what crosses."""
    again = split(found.main, [str(i) for i in range(len(found.names))])
    return [each.name for each in again.report.crossing if not each.is_passed_on]


def without_reason(found: Split) -> list[str]:
    """The ops of main that read only what crosses, constants, and each other, and of which the report says nothing."""
    (main,) = [op for op in found.main.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    block = main.body.blocks[0]
    known: dict[SSAValue, bool] = dict.fromkeys(block.args[: len(found.names)], True)
    said = Counter([each.op for each in found.report.staying])
    return sorted((Counter(_decided(block, known)) - said).elements())


def _decided(block: Block, known: dict[SSAValue, bool]) -> Iterator[str]:
    """The names of ops that `known` values decide, in a block and those of its loops and branches.

    `known` says for each value whether a weight goes into it; results are added.
    """
    for op in block.ops:
        reads = [*op.operands, *(values_read_inside(op) if op.regions else ())]
        if op.results and all(value in known for value in reads):
            from_weights = any(known[value] for value in reads)
            known.update(dict.fromkeys(op.results, from_weights))
            if from_weights:
                yield op.name
        elif isinstance(op, hlo.WhileOp):
            returned = _end(op.body.block).operands
            for i, value in enumerate(op.operands):
                if value in known and returned[i] is op.body.block.args[i]:
                    known[op.body.block.args[i]] = known[op.cond.block.args[i]] = known[value]
            for region in op.regions:
                yield from _decided(region.block, known)
        elif op.name in ("stablehlo.if", "stablehlo.case"):
            for region in op.regions:
                yield from _decided(region.block, known)


def _end(block: Block) -> Operation:
    end = block.last_op
    assert end is not None
    return end


def _run(module: ModuleOp, arguments: Sequence[Array], cpp: bool) -> list[Array] | str:
    try:
        if cpp:
            return [*oracle(for_cpp(module), *arguments, isolated=True)]
        return [np.asarray(result.array) for result in Program.of(module)(*arguments)]
    except OracleError:
        return ENDED
    except EvaluationError as error:
        return error.message


def find(seed: int, asked: Namespace) -> Iterator[Finding]:
    """What is found for a seed."""
    yield from findings(seed, asked.cpp)


if __name__ == "__main__":
    parser = flags("Splits random programs, and compares main after setup with the program.")
    parser.add_argument("--cpp", action="store_true", help="evaluate with the C++ interpreter")
    main(find, parser)
