"""Wrong rewrites, planted into large random programs, from which few ops are to be left.

    python -m tests.xdsl_stablehlo.workbench.reducing

A program is interesting if it computes something else after the rewrite, for one of a few lists of arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from tests.helpers.drawn.partial_programs import PartialGenerator
from tests.helpers.drawn.samples import wild
from tests.helpers.drawn.whole_programs import WholeProgram
from tests.helpers.oracle import Array
from tests.helpers.programs import parse
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.interpreter import EvaluationError, Limits, Program
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.workbench.fuzzing.generator import CodeScope, Typed
from xdsl_stablehlo.workbench.reducing import Reduced, count_ops, reduce_program
from xdsl_stablehlo.workbench.reducing.steps import inline_block

RUNS = 3
MOST_STEPS = 100_000


class _Shown(WholeProgram):
    """Writes programs that return much of what they compute."""

    def returned(self, scope: CodeScope, count: int) -> list[Typed]:
        return scope.values[-40 * count :]


class _PartlyShown(PartialGenerator, _Shown):
    """The same, with many constants."""


def ordinary(seed: int, size: int) -> str:
    """A program of a few times `size` ops."""
    return _Shown(seed, size).text()


def with_constants(seed: int, size: int) -> str:
    """A program of several times `size` ops, on constants and arguments."""
    return _PartlyShown(seed, size).text()


def equal_as_and(op: Operation) -> None:
    """`compare EQ` of booleans is not `and`: false equals false."""
    if (
        isinstance(op, hlo.CompareOp)
        and str(ranked(op.lhs).element_type) == "i1"
        and "EQ" in str(op.comparison_direction)
    ):
        _replace(op, hlo.AndOp(op.lhs, op.rhs))


def maximum_by_comparison(op: Operation) -> None:
    """The larger of a number and NaN is NaN, and not the one that a comparison leaves."""
    if isinstance(op, hlo.MaxOp):
        larger = hlo.CompareOp(op.lhs, op.rhs, hlo.ComparisonDirection.GT)
        _insert(larger, op)
        _replace(op, hlo.SelectOp(larger.result, op.lhs, op.rhs))


def convert_there_and_back(op: Operation) -> None:
    """Floats that became integers on the way have lost their fractions."""
    before = op.operands[0].owner if isinstance(op, hlo.ConvertOp) else None
    if isinstance(before, hlo.ConvertOp) and before.operand.type == op.results[0].type:
        _use(op, before.operand)


def slice_of_update(op: Operation) -> None:
    """The start of an update is clamped: what lies there need not be the update."""
    before = op.operands[0].owner if isinstance(op, hlo.DynamicSliceOp) else None
    if isinstance(before, hlo.DynamicUpdateSliceOp) and before.update.type == op.results[0].type:
        _use(op, before.update)


def loop_once(op: Operation) -> None:
    """What a loop does once is not what it does as often as its condition says."""
    if isinstance(op, hlo.WhileOp):
        inline_block(op, op.body.block)


def _replace(op: Operation, made: Operation) -> None:
    _insert(made, op)
    _use(op, made.results[0])


def _insert(made: Operation, op: Operation) -> None:
    block = op.parent
    assert block is not None
    block.insert_op_before(made, op)


def _use(op: Operation, value: SSAValue) -> None:
    op.results[0].replace_all_uses_with(value)


@dataclass(frozen=True)
class Miscompiled:
    """A program is interesting if a wrong rewrite shows."""

    rewrite: Callable[[Operation], None]

    def __call__(self, text: str) -> bool:
        before = parse(text)
        after = before.clone()
        for op in list(after.walk()):
            self.rewrite(op)
        return any(_differ(before, after, seed) for seed in range(RUNS))


def _differ(before: ModuleOp, after: ModuleOp, seed: int) -> bool:
    try:
        programs = [
            Program.of(each, limits=Limits(steps=MOST_STEPS, iterations=MOST_STEPS))
            for each in (before, after)
        ]
        if not _has_tensors(programs[0]):
            return False
        arguments = _arguments(programs[0], seed)
        given = [[np.asarray(value) for value in program(*arguments)] for program in programs]
    except EvaluationError:
        return False
    return any(a.tobytes() != b.tobytes() for a, b in zip(*given, strict=True))


def _has_tensors(program: Program) -> bool:
    """Whether a program takes and returns nothing else."""
    signature = program.func.function_type
    return all(map(is_tensor_type, (*signature.inputs, *signature.outputs)))


def _arguments(program: Program, seed: int) -> list[Array]:
    types = [ranked(argument) for argument in program.func.body.block.args]
    return [
        wild(str(t.element_type), max(prod(t.get_shape()), 40), 100 * seed + i)[
            : prod(t.get_shape())
        ].reshape(t.get_shape())
        for i, t in enumerate(types)
    ]


@dataclass(frozen=True)
class Planted:
    """A bug, and the program that it is planted in."""

    rewrite: Callable[[Operation], None]
    write: Callable[..., str]
    seed: int
    size: int
    most: int
    """How many ops may be left: those that the rewrite looks at."""

    def reduced(self, jobs: int = 0) -> tuple[int, Reduced]:
        """The ops of the program, and what is left of it."""
        module = parse(self.write(self.seed, size=self.size))
        return count_ops(module), reduce_program(module, Miscompiled(self.rewrite), jobs=jobs)


PLANTED = (
    Planted(equal_as_and, ordinary, 16, 700, 1),
    Planted(maximum_by_comparison, with_constants, 6, 300, 1),
    Planted(convert_there_and_back, with_constants, 6, 300, 2),
    Planted(slice_of_update, with_constants, 6, 300, 2),
    Planted(loop_once, ordinary, 1, 700, 3),
)

SMALL = (
    Planted(equal_as_and, ordinary, 46, 60, 1),
    Planted(convert_there_and_back, with_constants, 36, 25, 2),
    Planted(slice_of_update, with_constants, 29, 25, 2),
    Planted(loop_once, ordinary, 1, 25, 3),
)
"""The same on programs of a tenth of the size."""
