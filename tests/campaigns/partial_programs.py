"""Random programs of which constants decide a part, before and after folding.

    python -m tests.campaigns.partial_programs 5000 0
    python -m tests.campaigns.partial_programs 5000 0 --cpp --jobs=1
    python -m tests.campaigns.partial_programs 1500 0 --wide --unroll-limit=40 --no-simplify

Each is folded, compared with itself on special arguments, and folded again, which should change nothing unless rules
stopped at their bound. With `--cpp` the C++ interpreter evaluates both; with `--jobs` it may end its process. Floats
may then be apart by some roundings, as constants are correctly rounded and its functions are not. Two of four programs
are of loops and branches, one is of ops with constants, one of anything. With `--wide` they are those of
`tests/helpers/drawn/wide_programs.py`.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from tests.helpers.drawn.loop_programs import loop_program
from tests.helpers.drawn.partial_programs import partial_program
from tests.helpers.drawn.samples import wild
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.drawn.wide_programs import wide_program
from tests.helpers.oracle import Array, dtype_named, oracle
from tests.helpers.programs import has_dynamic_results, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.passes.verify import same_numbers
from xdsl_stablehlo.interpreter import EvaluationError, Program
from xdsl_stablehlo.workbench.triage.implementations import with_copied_operands

from .seeds import DIFFERENCES, Finding, flags, main

GOES_ON = "folded further the second"
DYNAMIC = "not evaluated by the C++ interpreter, which takes no results of dynamic shapes"
BOUNDED = "met the bound of rules, so that the second fold may go on"

RUNS = 6
"""How many arguments each program is evaluated on."""

NEAR = (0, 0, 1, -1, 2, 3, 4, 8, 9, 10, 11, -4, 15, 99, 100, 101, -100)
"""Integers on both sides of those that programs compare with."""


def program_of(seed: int, portable: bool) -> str:
    """The program of a seed."""
    write: Callable[..., str] = (loop_program, partial_program, loop_program, random_program)[seed % 4]
    return write(seed, portable=portable)


def arguments_of(module: ModuleOp, seed: int) -> list[Array]:
    """Arguments of `@main`: special ones, small ones or some of each."""
    (main,) = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    r = Random(seed)
    return [_elements(str(ranked(a).element_type), ranked(a).get_shape(), r) for a in main.body.block.args]


def _elements(element: str, shape: tuple[int, ...], r: Random) -> Array:
    count, dtype = int(np.prod(shape)), dtype_named(element)
    found = wild(element, max(count, 40), r.randrange(1 << 30))[:count]
    if element[0] in "iu" and element != "i1":
        near = np.array([r.choice(NEAR) for _ in range(count)], np.int64).astype(dtype)
        found = np.where([r.random() < 0.8 for _ in range(count)], near, found)
    return found.astype(dtype, copy=False).reshape(shape)


def results(module: ModuleOp, arguments: list[list[Array]]) -> list[list[Array] | str]:
    """What this project makes of each list of arguments: arrays, or the message of an error."""
    program, found = Program.of(module), list[list[Array] | str]()
    for each in arguments:
        try:
            found.append([np.asarray(result.array) for result in program(*each)])
        except EvaluationError as error:
            found.append(error.message)
    return found


def findings(
    seed: int, options: FoldOptions | None = None, *, wide: bool = False, cpp: bool = False
) -> Iterator[Finding]:
    """What is found when the program of a seed is folded twice, and evaluated before, between and after."""
    before = parse(wide_program(seed) if wide else program_of(seed, cpp))
    module = before.clone()
    bounded = fold_module(module, options).bounded
    verify_module(module)
    once = module.clone()
    bounded += fold_module(module, options).bounded
    goes_on = print_module(module) != print_module(once)
    if bounded:
        yield Finding(BOUNDED, is_wrong=False)
    elif goes_on:
        yield Finding(GOES_ON, f"{GOES_ON} time", is_wrong=False)
    if cpp and any(map(has_dynamic_results, (before, once))):
        yield Finding(DYNAMIC, is_wrong=False)
        return
    inputs = [arguments_of(before, seed * RUNS + i) for i in range(1 if cpp else RUNS)]
    evaluate = cpp_results if cpp else results
    old = evaluate(before, inputs)
    for folded in (once, module) if goes_on else (once,):
        for given, was, new in zip(inputs, old, evaluate(folded, inputs), strict=True):
            if not same_results(was, new, cpp):
                yield Finding(DIFFERENCES, f"{was} became {new} for {given}")
                return


def same_results(old: list[Array] | str, new: list[Array] | str, cpp: bool) -> bool:
    """Whether results, or the errors in their place, are equal; those of the C++ interpreter but for rounding."""
    if isinstance(old, str) or isinstance(new, str):
        return old == new
    return all(same_numbers(a, b) or (cpp and _near(a, b)) for a, b in zip(old, new, strict=True))


def cpp_results(module: ModuleOp, arguments: list[list[Array]]) -> list[list[Array] | str]:
    """The results of the C++ interpreter, which may end this process."""
    return [[*oracle(for_cpp(module), *each)] for each in arguments]


def _near(old: Array, new: Array) -> bool:
    """Whether floats are apart by the roundings of functions, which the C++ interpreter takes from its C library."""
    if old.dtype.kind not in "fc" or old.shape != new.shape:
        return False
    return np.allclose(old, new, rtol=8 * float(np.finfo(old.dtype).eps), atol=0, equal_nan=True)


def for_cpp(module: ModuleOp) -> str:
    """A program of the same meaning for the C++ interpreter, which writes into what scatters read."""
    return print_module(with_copied_operands(module))


def find(seed: int, asked: Namespace) -> Iterator[Finding]:
    """What is found for a seed; an exception is a difference, too."""
    options = FoldOptions(simplify=not asked.no_simplify, unroll_limit=asked.unroll_limit)
    try:
        yield from findings(seed, options, wide=asked.wide, cpp=asked.cpp)
    except Exception as error:
        yield Finding(DIFFERENCES, f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    parser = flags("Folds random programs twice, and compares what they compute.")
    parser.add_argument("--cpp", action="store_true", help="evaluate with the C++ interpreter; use --jobs")
    parser.add_argument("--wide", action="store_true", help="draw programs of movement in loops and branches")
    parser.add_argument("--unroll-limit", type=int, default=0, help="as the option of the pass")
    parser.add_argument("--no-simplify", action="store_true", help="as simplify=false")
    main(find, parser, ends="ended by the C++ interpreter")
