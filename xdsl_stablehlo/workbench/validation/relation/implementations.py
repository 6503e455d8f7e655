"""Implementations of what the specification leaves open: programs are run under several of them.

An *implementation* decides what the specification does not: what an integer divided by zero gives, in which order a
reduction combines, how accurate a sine is. Each is a function of what the op is and of its operands, the same for both
programs, so that a program that only keeps what was open agrees with the original under every implementation.
There are three kinds of freedom:
  - the *schedule*: one of the ways that the specification lists, such as the order of equal keys in a sort;
  - a *filler*: anything at all may stand there;
  - *rounding*: floats are as accurate as the implementation likes.
Number 0 of each is what the interpreter does.

What a program does outside of itself (prints, sends, custom calls that nobody here evaluates) is a part of the
behaviour, so that it is noted and not done. A custom call whose target is unknown is some function of its operands, the
same before and after: here one that is near for floats that are near, and for others is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.interpreter import PrintOp, ProbeOp
from xdsl_stablehlo.dialects.stablehlo import CustomCallOp, OutfeedOp, SendOp, TokenType
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.interpreter.errors import EvaluationError
from xdsl_stablehlo.interpreter.kernels.custom_calls.registry import is_known
from xdsl_stablehlo.interpreter.kernels.support.values import Future, Token, Value
from xdsl_stablehlo.interpreter.kernels.table import Kernel
from xdsl_stablehlo.interpreter.numerics.arithmetic import pairs, parts
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import (
    Array,
    ComplexFormat,
    IntegerFormat,
    dtype_of,
    format_of,
    format_of_dtype,
    format_or_none,
    holds_complex,
    holds_integers,
)
from xdsl_stablehlo.values.storage import native_bits

ArraysKernel: TypeAlias = "Callable[..., tuple[Array, ...]]"
"""The kernel of an op on tensors with any number of results."""

U64 = np.ndarray[Any, np.dtype[np.uint64]]


class Open(NamedTuple):
    """Something that the specification leaves to the implementation."""

    name: str
    sentence: str
    """The specification's, and where it stands."""

    def __str__(self) -> str:
        return f'{self.name} ("{self.sentence}")'


class Done(NamedTuple):
    """Something that a run did outside of the program."""

    what: str
    operands: tuple[Value, ...]
    acts: bool
    """Whether it has side effects, so that it counts even where nobody reads what it gives."""


@dataclass
class Implementation:
    """One way to decide all that is open, and what of it was met in a run."""

    schedule: int = 0
    filler: int = 0
    rounding: int = 0
    met: dict[Open, None] = field(default_factory=dict[Open, None])
    """What was open in the run so far, in the order in which it was met."""
    inexact: bool = False
    """Whether the run rounded what the specification does not say how to."""
    done: list[Done] = field(default_factory=list[Done])
    """What the run did outside of the program."""

    def meet(self, choice: Open) -> None:
        """Note that the run depends on `choice`."""
        self.met[choice] = None

    def generator(self, *key: object) -> np.random.Generator:
        """Random numbers that the implementation and `key` decide."""
        return np.random.default_rng([self.schedule, self.filler, self.rounding, crc32(repr(key).encode())])

    def fillers(self, name: str, shape: tuple[int, ...], dtype: np.dtype[Any], *operands: Array) -> Array:
        """Elements that stand for anything: the same wherever an op of this name has the same operands."""
        if self.filler == 1:
            return np.zeros(shape, np.uint8).astype(dtype)
        bits = mixed(crc32(name.encode()) + self.filler, np.zeros(shape, np.uint64), *operands)
        if self.filler == 2:
            bits = np.full(shape, 1, np.uint64)
        known = format_of_dtype(dtype)
        if isinstance(known, IntegerFormat):
            # Small types hold few values; of large ones, those around zero tell as much as any.
            span = min(known.most - known.least + 1, 251)
            least = max(known.least, -125)
            return (least + (bits % np.uint64(span)).astype(np.int16)).astype(known.native).astype(dtype)
        values = (bits % np.uint64(1009)).astype(np.float32) / np.float32(8) - np.float32(60)
        if isinstance(known, ComplexFormat):
            return pairs(values, values + np.float32(1)).astype(dtype)
        return values.astype(dtype)


def mixed(start: int, given: U64, *operands: Array) -> U64:
    """64 random-looking bits for every element, which the elements of the operands decide."""
    with np.errstate(over="ignore"):
        bits = given + np.uint64(start * 0x9E3779B97F4A7C15 & (1 << 64) - 1)
        for operand in operands:
            bits = _scrambled(bits ^ (np.broadcast_to(element_bits(operand), bits.shape)))
        return _scrambled(bits)


def element_bits(array: Array) -> U64:
    """The bits of each element; of a complex number, both parts' in one."""
    if array.dtype.itemsize == 16:
        words = np.ascontiguousarray(array).view(np.uint64).reshape(*array.shape, 2)
        return words[..., 0] ^ (words[..., 1] * np.uint64(0x9E3779B97F4A7C15))
    if holds_integers(array.dtype):
        return array.astype(np.int64 if array.dtype != np.uint64 else np.uint64).view(np.uint64)
    bits = native_bits(array) if array.dtype.itemsize < 8 else array
    size = array.dtype.itemsize
    return np.ascontiguousarray(bits).view(f"u{size}").reshape(array.shape).astype(np.uint64)


def _scrambled(bits: U64) -> U64:
    """SplitMix64's output function (Steele, Lea, Flood 2014)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


def leaves(results: Sequence[Value]) -> list[Array]:
    """The arrays in results, those in tuples and futures in their place; both parts of complex numbers apart."""
    found: list[Array] = []
    for value in results:
        if isinstance(value, Future):
            found += leaves((value.value,))
        elif isinstance(value, tuple):
            found += leaves(value)
        elif isinstance(value, np.ndarray):
            found += parts(value) if holds_complex(value.dtype) else [value]
    return found


class UnknownTarget(EvaluationError):
    """A run that came to a custom call of which nobody knows what it does."""


def in_order(done: Iterable[Done]) -> list[Done]:
    """What was done, without the order that the specification leaves open: tokens alone order effects."""
    return sorted(done, key=lambda each: (each.what, _sort_key(each.operands)))


def _sort_key(operands: Sequence[Value]) -> list[bytes]:
    has_token = any(isinstance(x, Token) for x in operands)
    return [] if has_token else [x.tobytes() for x in leaves(operands)]


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
