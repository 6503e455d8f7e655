"""Random programs of which constants decide a part, before and after folding.

    python -m tests.campaigns.partial_programs 5000 0
    python -m tests.campaigns.partial_programs 5000 0 cpp

Each is folded, compared with itself on special arguments, and folded again, which should change nothing. With `cpp` the
C++ interpreter evaluates both, in a process that is started again where it does not survive. Two of four programs are
of loops and branches, one is of ops with constants, one of anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from random import Random

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.rewriter import InsertPoint, Rewriter

from tests.helpers.drawn.loop_programs import loop_program
from tests.helpers.drawn.partial_programs import partial_program
from tests.helpers.drawn.samples import wild
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.oracle import Array, dtype_named, oracle
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import MaxOp, ScatterOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.passes.verify import same_numbers
from xdsl_stablehlo.folding.solver import failures
from xdsl_stablehlo.interpreter import EvaluationError, Program

TWICE = "folding twice changes something"

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


def difference(seed: int, cpp: bool = False) -> str | None:
    """What is wrong with the fold of the program of a seed; None where nothing is."""
    text = program_of(seed, cpp)
    try:
        return _difference(text, seed, cpp)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _difference(text: str, seed: int, cpp: bool) -> str | None:
    before = parse(text)
    module = before.clone()
    fold_module(module)
    verify_module(module)
    folded = print_module(module)
    inputs = [arguments_of(before, seed * RUNS + i) for i in range(1 if cpp else RUNS)]
    if cpp:
        pairs = zip([[*oracle(for_cpp(before), *inputs[0])]], [[*oracle(for_cpp(module), *inputs[0])]])
    else:
        pairs = zip(results(before, inputs), results(module, inputs), strict=True)
    for given, (old, new) in zip(inputs, pairs):
        if isinstance(old, str) or isinstance(new, str):
            if old != new:
                return f"{old} became {new} for {given}"
        elif not all(map(same_numbers, old, new)):
            return f"{old} became {new} for {given}"
    fold_module(module)
    return None if print_module(module) == folded else TWICE


def for_cpp(module: ModuleOp) -> str:
    """A program of the same meaning whose scatters read copies: the C++ interpreter writes into what they read."""
    copy = module.clone()
    for op in [op for op in copy.walk() if isinstance(op, ScatterOp)]:
        inputs = [MaxOp(value, value) for value in op.inputs]
        Rewriter.insert_op(inputs, InsertPoint.before(op))
        op.operands = [*[each.result for each in inputs], *op.operands[len(inputs) :]]
    return print_module(copy)


def differences(count: int, first: int) -> Iterator[tuple[int, str | None]]:
    """What is wrong for each of `count` seeds."""
    for seed in range(first, first + count):
        yield seed, difference(seed)


def cpp_differences(count: int, first: int) -> Iterator[tuple[int, str | None]]:
    """The same with the C++ interpreter, from a process of its own. A seed that it does not survive is left out."""
    seeds = iter(range(first, first + count))
    for batch in iter(lambda: [*islice(seeds, 200)], []):
        pending = batch
        while pending:
            with ProcessPoolExecutor(1) as pool:
                answers = [pool.submit(difference, seed, True) for seed in pending]
                done = 0
                try:
                    for seed, answer in zip(pending, answers):
                        yield seed, answer.result()
                        done += 1
                except BrokenProcessPool:
                    print(f"seed {pending[done]}: the C++ interpreter ends the process", flush=True)
                    done += 1
            pending = pending[done:]


if __name__ == "__main__":
    failures.RAISES = True
    programs, start = map(int, sys.argv[1:3])
    wrong = unfinished = 0
    for number, message in (cpp_differences if sys.argv[3:] else differences)(programs, start):
        if message is not None:
            unfinished += message == TWICE
            wrong += message != TWICE
            print(f"seed {number}: {message[:2000]}", flush=True)
        if number % 1000 == 999 or number == start + programs - 1:
            done = number + 1 - start
            print(
                f"{done} programs, {wrong} differences, {unfinished} folded further the second time",
                flush=True,
            )
    sys.exit(wrong > 0)
