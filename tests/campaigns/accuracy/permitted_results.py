"""Programs evaluated with other roundings and in other orders that the specification permits: none may be called wrong.

    python -m tests.campaigns.accuracy.permitted_results 2000 0
    python -m tests.campaigns.accuracy.permitted_results 500 0 outside

The second form moves one element of an exact result, or of one whose bounds are known from mathematics, by one digit
out of what is permitted, and counts how often that is noticed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from math import prod
from random import Random
from typing import Any, cast

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from tests.campaigns.random_programs import random_case
from tests.helpers.programs import parse
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.execution.boundary import check_arguments
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, Kernel
from xdsl_stablehlo.interpreter.kernels.support.values import RegionBody
from xdsl_stablehlo.interpreter.numerics import arithmetic_of, quiet
from xdsl_stablehlo.values.element_types import Array, FloatFormat, format_of, is_float
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions, fuzz
from xdsl_stablehlo.workbench.permitted.evaluation import permitted
from xdsl_stablehlo.workbench.permitted.spans import Span, contains

WIDE = np.longdouble
IN_WIDE: dict[type[Operation], Any] = {
    hlo.AddOp: np.add,
    hlo.SubtractOp: np.subtract,
    hlo.MulOp: np.multiply,
    hlo.DivOp: np.divide,
    hlo.SqrtOp: np.sqrt,
    hlo.ConvertOp: np.asarray,
}
FLOATS = FuzzOptions(
    types=("f16", "bf16", "f32", "f64", "i32", "i1"),
    families=("elementwise", "movement", "reduction", "windows", "contraction", "control-flow"),
    special=0.1,
)
ROUNDED = FuzzOptions(
    size=9,
    types=("f16", "bf16", "f32", "f64"),
    families=("elementwise", "reduction", "contraction"),
    special=0.0,
)


def moved(known: FloatFormat, given: Array, steps: Array) -> Array:
    """Floats moved by so many elements of their type; those that are infinite, or would be, stay."""
    arithmetic, result = arithmetic_of(known.type), np.asarray(given)
    for _ in range(int(np.abs(steps).max(initial=0))):
        target = np.asarray(np.sign(steps) * known.largest).astype(known.dtype)
        towards = np.where(steps == 0, result, target).astype(known.dtype)
        result = np.where(np.isfinite(result), arithmetic.next_after(result, towards), result)
        steps = steps - np.sign(steps)
    return result.astype(known.dtype)


class OtherRoundings(Compiler):
    """An implementation that rounds to either neighbour, and adds in an order of its own."""

    def __init__(self, functions: Mapping[str, FuncOp], seed: int):
        super().__init__(functions)
        self.draw = np.random.default_rng(seed)

    def without_regions(self, op: Operation, entry: Entry) -> Kernel:
        kernel = super().without_regions(op, entry)
        if not op.results or not op.operands:
            return kernel
        source, target = element_type_of(op.operands[0].type), element_type_of(op.results[0].type)
        if self.is_quantized(op) or not is_float(target):
            return kernel
        known = format_of(target)
        assert isinstance(known, FloatFormat)
        if not known.has_infinity or not known.signed:
            return kernel
        if isinstance(op, hlo.ReduceOp) and len(op.results) == 1:
            reducer = known_reducer(op.body.block)
            if reducer is not None and reducer[0] == "add":
                return self.in_a_tree(ints(op.dimensions))
        if isinstance(op, hlo.DotGeneralOp):
            return self.reordered(op, kernel)
        if type(op) in IN_WIDE and is_float(source):
            return self.either(known, kernel, IN_WIDE[type(op)])
        if entry.is_function(op) and is_float(source) and not op.name.startswith("chlo."):
            return self.inaccurate(known, kernel)
        return kernel

    def either(self, known: FloatFormat, kernel: Kernel, compute: Callable[..., Any]) -> Kernel:
        """The result, or the neighbour on the other side of the exact one."""

        def run(*operands: Any) -> Array:
            given = np.asarray(kernel(*operands))
            exact = compute(*[np.asarray(x).astype(WIDE) for x in operands])
            side = np.sign(np.nan_to_num(exact - given.astype(WIDE), posinf=0, neginf=0))
            return moved(known, given, np.where(self.draw.random(given.shape) < 0.5, side, 0))

        return run

    def inaccurate(self, known: FloatFormat, kernel: Kernel) -> Kernel:
        """The result, off by as many digits as a library may be."""

        def run(*operands: Any) -> Array:
            given = np.asarray(kernel(*operands))
            steps = np.where((given == 0) | (given == 1), 0, self.draw.integers(-4, 5, given.shape))
            return moved(known, given, steps)

        return run

    def in_a_tree(self, axes: Sequence[int]) -> Kernel:
        """The kernel of a reduction that adds."""

        def run(values: Array, init: Array, *, body: RegionBody) -> tuple[Array]:
            return (self.sum(np.asarray(values), init, axes),)

        return run

    def sum(self, values: Array, init: Array, axes: Sequence[int]) -> Array:
        """A sum in a random tree, each step rounded to the type."""
        kept = [size for axis, size in enumerate(values.shape) if axis not in axes]
        count = prod([values.shape[axis] for axis in axes])
        rows = np.moveaxis(values, tuple(axes), range(len(axes))).reshape(count, *kept)
        terms = [np.broadcast_to(init, kept), *rows]
        while len(terms) > 1:
            self.draw.shuffle(terms)
            pair = [np.asarray(terms.pop()) for _ in range(2)]
            terms.insert(0, np.asarray(pair[0] + pair[1]).astype(values.dtype))
        return np.asarray(terms[0])

    def reordered(self, op: hlo.DotGeneralOp, kernel: Kernel) -> Kernel:
        """A product with its contracting dimensions in another order."""
        left = ints(op.dot_dimension_numbers.lhs_contracting_dimensions)
        right = ints(op.dot_dimension_numbers.rhs_contracting_dimensions)

        def run(lhs: Array, rhs: Array) -> Any:
            for i, j in zip(left, right, strict=True):
                order = self.draw.permutation(lhs.shape[i])
                lhs, rhs = np.take(lhs, order, i), np.take(rhs, order, j)
            return kernel(lhs, rhs)

        return run


def case_of(seed: int) -> tuple[Any, Sequence[Any]]:
    """A module and its arguments: of one op or of many, or drawn by the fuzzer, also with nothing but floats."""
    if seed % 4 == 1:
        case = random_case(seed)
        return parse(case.program), case.args
    made = fuzz(seed, FLOATS if seed % 4 == 3 else ROUNDED)
    return made.module, made.arguments


def other_results(module: Any, arguments: Sequence[Any], seed: int) -> tuple[Array, ...]:
    """The results of an implementation with other roundings and orders."""
    compiler = OtherRoundings(functions_of(module), seed)
    with quiet():
        body = compiler.function("main")
        return tuple(map(np.asarray, body(*check_arguments(compiler.functions["main"], arguments))))


def called_wrong(seed: int) -> str | None:
    """The first element of a permitted evaluation that is called wrong; None if there is none."""
    module, arguments = case_of(seed)
    try:
        allowed = permitted(module, arguments)
        results = other_results(module, arguments, seed)
    except Exception as error:
        return f"seed {seed}: {type(error).__name__}: {error}"
    for number, (span, given) in enumerate(zip(allowed.spans, results, strict=True)):
        if isinstance(span, Span):
            if span.shape != given.shape:
                return f"seed {seed}: result {number} has the shape {given.shape}, not {span.shape}"
            inside = contains(span, given)
            if not inside.all():
                at = tuple(map(int, np.argwhere(~inside)[0]))
                ends = f"{span.lo[at]} to {span.hi[at]}"
                return f"seed {seed}: result {number} at {at} is {given[at]}, not within {ends}\n{module}"
    return None


def outside(seed: int) -> bool | None:
    """Whether a result is called wrong after one digit of it is moved out of all evaluations; None without a float."""
    module, arguments = case_of(seed)
    runs = [other_results(module, arguments, 1000 * seed + n) for n in range(24)]
    allowed = permitted(module, arguments)
    random = Random(seed)
    floats = [n for n, x in enumerate(runs[0]) if x.size and x.dtype.kind in "fiu" and x.dtype.itemsize > 1]
    if not floats:
        return None
    number = random.choice(floats)
    span, given = allowed.spans[number], runs[0][number].copy()
    at = np.unravel_index(random.randrange(given.size), given.shape)
    seen = np.asarray([run[number][at] for run in runs])
    if seen.dtype.kind == "f":
        if not np.isfinite(seen).all():
            return None
        given[at] = np.nextafter(seen.max(), given.dtype.type(np.inf))
    else:
        given[at] = seen.max() + 1 if seen.max() < np.iinfo(cast(Any, seen.dtype)).max else seen.min() - 1
    return isinstance(span, Span) and not bool(contains(span, given)[at])


def main(count: int, first: int, is_outside: bool) -> int:
    """Run a campaign; 1 if a permitted result is called wrong."""
    seeds = range(first, first + count)
    if is_outside:
        answers = [answer for answer in map(outside, seeds) if answer is not None]
        print(f"{len(answers)} results with one digit outside, {sum(answers)} noticed")
        return 0
    wrong = 0
    for found in map(called_wrong, seeds):
        if found is not None:
            wrong += 1
            print(found, flush=True)
    print(f"{count} programs with other roundings, {wrong} called wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), "outside" in sys.argv))
