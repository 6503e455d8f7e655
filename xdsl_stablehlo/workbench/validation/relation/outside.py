"""What a program does outside of itself, and what comes back: custom calls that nobody here evaluates, prints, sends.

It is a part of the behaviour, so that it is noted and not done. A custom call whose target is unknown is some function
of its operands, the same before and after: here one that is near for floats that are near, and for others is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any
from zlib import crc32

import numpy as np
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.interpreter import PrintOp, ProbeOp
from xdsl_stablehlo.dialects.stablehlo import CustomCallOp, OutfeedOp, SendOp, TokenType
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.interpreter.errors import EvaluationError
from xdsl_stablehlo.interpreter.kernels.custom_calls.registry import is_known
from xdsl_stablehlo.interpreter.kernels.support.values import Token, Value
from xdsl_stablehlo.interpreter.kernels.table import Kernel
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import (
    Array,
    IntegerFormat,
    dtype_of,
    format_of,
    format_or_none,
    holds_integers,
)

from ..options import FloatTolerance
from .comparison import agreeing, first_difference, leaves, same_shapes
from .implementations import Done, Implementation, mixed


def operand_names(done: Iterable[Done]) -> list[str]:
    """A name for each array in the operands of what was done."""
    return [
        f"operand {n} of {each.what}"
        for each in done
        for n, operand in enumerate(each.operands)
        for _ in leaves((operand,))
    ]


class UnknownTarget(EvaluationError):
    """A run that came to a custom call of which nobody knows what it does."""


def in_order(done: Iterable[Done]) -> list[Done]:
    """What was done, without the order that the specification leaves open: tokens alone order effects."""
    return sorted(done, key=lambda each: (each.what, _sort_key(each.operands)))


def _sort_key(operands: Sequence[Value]) -> list[bytes]:
    has_token = any(isinstance(x, Token) for x in operands)
    return [] if has_token else [x.tobytes() for x in leaves(operands)]


def first_other_operand(ours: Sequence[Done], theirs: Sequence[Done]) -> str | None:
    """Where the operands of unknown functions differ first, if the same ones are called as often."""
    if [each.what for each in ours] != [each.what for each in theirs]:
        return None
    sides = [leaves([each.operands for each in done]) for done in (ours, theirs)]
    if not same_shapes(*sides):
        return None
    same = [agreeing(x, y, FloatTolerance()) for x, y in zip(*sides)]
    return first_difference(sides[0], sides[1], same, operand_names(ours)) or None


def unknown_targets(ops: Iterable[Operation]) -> dict[str, bool]:
    """The targets of custom calls that nobody evaluates, and whether a call of each has side effects."""
    found: dict[str, bool] = {}
    for op in ops:
        if isinstance(op, CustomCallOp) and not is_known(op):
            target = op.call_target_name.data
            found[target] = found.get(target, False) or bool(op.has_side_effect.value.data)
    return found


def comparable_targets(before: Iterable[Operation], after: Iterable[Operation]) -> frozenset[str]:
    """The targets that both programs call, and those whose effects only `before` has.

    None where `after` calls another one: that may do the same.
    """
    ours, theirs = unknown_targets(before), unknown_targets(after)
    if not theirs.keys() <= ours.keys():
        return frozenset()
    return frozenset([target for target, acts in ours.items() if acts or target in theirs])


def outside(implementation: Implementation, op: Operation, kernel: Kernel, targets: frozenset[str]) -> Kernel:
    """The kernel of an op, which notes what it does outside where the program does not see it."""
    if isinstance(op, CustomCallOp):
        return _custom_call(implementation, op, kernel, targets)
    if isinstance(op, PrintOp | ProbeOp | OutfeedOp | SendOp):
        return _noting(implementation, op.name, _RESULTS[type(op)])
    return kernel


_RESULTS: dict[type[Operation], Callable[..., Value]] = {
    PrintOp: lambda *_: (),
    ProbeOp: lambda *operands: operands[0],
    OutfeedOp: lambda *_: Token(),
    SendOp: lambda *_: Token(),
}


def _custom_call(
    implementation: Implementation, op: CustomCallOp, kernel: Kernel, targets: frozenset[str]
) -> Kernel:
    target, acts = op.call_target_name.data, bool(op.has_side_effect.value.data)
    what, types = f"custom_call @{target}", tuple(op.result_types)

    def unknown(*operands: Value) -> Value:
        return tuple([_some(target, n, t, operands) for n, t in enumerate(types)])

    def refuse(*_: Value) -> Value:
        raise UnknownTarget(f"calls @{target}, for which no evaluator is registered")

    if target in targets:
        return _noting(implementation, what, unknown, acts)
    if not is_known(op):
        return refuse
    return _noting(implementation, what, kernel) if acts else kernel


def _noting(implementation: Implementation, what: str, kernel: Kernel, acts: bool = True) -> Kernel:
    def run(*operands: Value, **options: Any) -> Value:
        implementation.done.append(Done(what, operands, acts))
        return kernel(*operands, **options)

    return run


def _some(target: str, number: int, result_type: Attribute, operands: Sequence[Value]) -> Value:
    """The result of this number of an unknown function."""
    if isinstance(result_type, TokenType):
        return Token()
    if isinstance(result_type, TupleType):
        inner = enumerate(result_type.types.data, start=100 * (number + 1))
        return tuple([_some(target, n, t, operands) for n, t in inner])
    if not is_tensor_type(result_type) or format_or_none(result_type.element_type) is None:
        raise EvaluationError(f"gives a {result_type}, of which no value can be made")
    if not is_static(result_type.get_shape()):
        raise EvaluationError(f"gives a {result_type}, whose sizes nobody knows")
    noise = _noise(crc32(target.encode()) + number, np.empty(result_type.get_shape()))
    values = noise + (0.5 + noise) * sum(map(_weighed, range(len(operands)), operands))
    known, dtype = format_of(result_type.element_type), dtype_of(result_type.element_type)
    if isinstance(known, IntegerFormat):
        span = min(known.most - known.least + 1, 251)
        return (max(known.least, -125) + np.floor(values * 8) % span).astype(known.native).astype(dtype)
    return values.astype(dtype)


def _weighed(position: int, operand: Value) -> float:
    """A number that the elements of an operand, and its position, decide."""
    total = 0.0
    for array in leaves((operand,)):
        if holds_integers(array.dtype):
            total += float(_noise(position + 1, array, array).sum())
        else:
            wide = np.nan_to_num(array.astype(np.float64), nan=7.0, posinf=1e6, neginf=-1e6)
            total += float((_noise(position + 1, array) * np.clip(wide, -1e6, 1e6)).sum())
    return total


def _noise(start: int, like: Array, *operands: Array) -> Array:
    """Numbers from 0 to 1, one for each place of an array, which the elements of operands decide too."""
    places: Array = np.arange(like.size)
    return (
        mixed(start, np.zeros(like.shape, np.uint64), places.reshape(like.shape), *operands).astype(
            np.float64
        )
        / 2.0**64
    )
