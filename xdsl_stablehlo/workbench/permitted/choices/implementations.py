"""Implementations of what the specification leaves open: programs are run under several of them.

An *implementation* decides what the specification does not: the result of an integer division by zero, the order in
which a reduction combines, the accuracy of a sine. It decides by the op and its operands alone, in the same way for
both programs, so that a program that only keeps what was open agrees with the original under every implementation.
There are three kinds of freedom:
  - the *schedule*: one of the ways that the specification lists, such as the order of equal keys in a sort;
  - a *filler*: any value at all may stand there;
  - *rounding*: floats are as accurate as the implementation likes.
Number 0 of each is what the interpreter does.

Effects outside of the program (prints, sends, custom calls without an evaluator) are a part of its behaviour: they are
noted and not performed. A custom call with an unknown target is some function of its operands, the same before and
after: here one that is continuous in floats, and not in other operands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
from xdsl.dialects.builtin import TupleType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.interpreter import PrintOp, ProbeOp
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.kernels.custom_calls.registry import is_known
from xdsl_stablehlo.interpreter.kernels.support.table import Kernel
from xdsl_stablehlo.interpreter.kernels.support.values import Future, RegionBody, Token, Value
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import native_bits

ArraysKernel: TypeAlias = "Callable[..., tuple[Array, ...]]"
"""The kernel of an op on tensors with any number of results."""

U64 = np.ndarray[Any, np.dtype[np.uint64]]


class Open(NamedTuple):
    """Something that the specification leaves to the implementation."""

    name: str
    sentence: str
    """The sentence of the specification that leaves it open, and its section."""

    def __str__(self) -> str:
        return f'{self.name} ("{self.sentence}")'


class Done(NamedTuple):
    """An effect of a run outside of the program."""

    what: str
    operands: tuple[Value, ...]
    acts: bool
    """Whether it has side effects, so that it counts even if nobody reads its results."""


@dataclass
class Implementation:
    """One way to decide everything that is open, and what a run met of it."""

    schedule: int = 0
    filler: int = 0
    rounding: int = 0
    met: dict[Open, None] = field(default_factory=dict[Open, None])
    """The open choices that the run depends on, in the order in which it met them."""
    inexact: bool = False
    """Whether the run rounded in a way that the specification does not fix."""
    done: list[Done] = field(default_factory=list[Done])
    """The effects of the run outside of the program."""

    def meet(self, choice: Open) -> None:
        """Note that the run depends on `choice`."""
        self.met[choice] = None

    def encloses(self, rows: Sequence[Array], axes: Sequence[int], body: RegionBody) -> bool:
        """Whether all results of a reduction are noted, so that its order is not open."""
        return False

    def generator(self, *key: object) -> np.random.Generator:
        """A generator of random numbers that depend on the implementation and `key`."""
        return np.random.default_rng([self.schedule, self.filler, self.rounding, crc32(repr(key).encode())])

    def fillers(
        self, name: str, shape: tuple[int, ...], dtype: np.dtype[np.generic], *operands: Array
    ) -> Array:
        """Arbitrary elements: the same wherever an op of this name has the same operands."""
        if self.filler == 1:
            return np.zeros(shape, np.uint8).astype(dtype)
        bits = mixed(crc32(name.encode()) + self.filler, np.zeros(shape, np.uint64), *operands)
        if self.filler == 2:
            bits = np.full(shape, 1, np.uint64)
        known = formats.format_of_dtype(dtype)
        if isinstance(known, formats.IntegerFormat):
            return _integers_near_zero(known, bits)
        values = (bits % np.uint64(1009)).astype(np.float32) / np.float32(8) - np.float32(60)
        if formats.holds_complex(dtype):
            values = formats.pairs(values, values + np.float32(1))
        return values.astype(dtype)

    def filled(self, choice: Open, name: str, given: Array, undefined: Array, *operands: Array) -> Array:
        """The result of a kernel, with fillers where it is undefined."""
        if not undefined.any():
            return given
        self.meet(choice)
        if not self.filler:
            return given
        return np.where(undefined, self.fillers(name, given.shape, given.dtype, *operands), given)


OpenKernel: TypeAlias = "Callable[..., Kernel]"
"""Return the kernel of an op that an implementation decides; the kernel itself if nothing is open."""

Undefined: TypeAlias = "tuple[Array, Sequence[Array]]"
"""Where a result is undefined, and the operands that decide the filler there."""


def filling(
    choice: Open,
    undefined: Callable[..., Undefined],
    applies: Callable[..., bool] | None = None,
    name: str = "",
) -> OpenKernel:
    """Fillers where `undefined`, given the op, a result and the operands, finds a result undefined.

    `applies` says whether results of an op may be undefined. Ops with one `name` have the same fillers.
    """

    def decide(implementation: Implementation, op: Operation, kernel: Kernel) -> Kernel:
        if applies is not None and not applies(op):
            return kernel

        def filled(given: Value, operands: Sequence[Value]) -> Value:
            if isinstance(given, tuple):
                return tuple([filled(value, operands) for value in given])
            if not isinstance(given, np.ndarray):
                return given
            where, decisive = undefined(op, given, *operands)
            return implementation.filled(choice, name or op.name, given, where, *decisive)

        def run(*operands: Value, **options: object) -> Value:
            return filled(kernel(*operands, **options), operands)

        return run

    return decide


def _integers_near_zero(known: formats.IntegerFormat, numbers: Array) -> Array:
    """Integers of a type for whole numbers: up to 251 different ones around zero, which tell as much as all others."""
    span = min(known.most - known.least + 1, 251)
    near = max(known.least, -125) + (numbers % span).astype(np.int16)
    return near.astype(known.native).astype(known.dtype)


def mixed(start: int, given: U64, *operands: Array) -> U64:
    """64 hashed bits for every element, which depend on the elements of the operands."""
    with np.errstate(over="ignore"):
        bits = given + np.uint64(start * 0x9E3779B97F4A7C15 & (1 << 64) - 1)
        for operand in operands:
            bits = _scrambled(bits ^ (np.broadcast_to(element_bits(operand), bits.shape)))
        return _scrambled(bits)


def element_bits(array: Array) -> U64:
    """The bits of each element; those of the two parts of a complex number combined."""
    if array.dtype.itemsize == 16:
        words = np.ascontiguousarray(array).view(np.uint64).reshape(*array.shape, 2)
        return words[..., 0] ^ (words[..., 1] * np.uint64(0x9E3779B97F4A7C15))
    if formats.holds_integers(array.dtype):
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
    """The arrays in results, in tuples and in futures; complex numbers as two arrays."""
    found: list[Array] = []
    for value in results:
        if isinstance(value, Future):
            found += leaves((value.value,))
        elif isinstance(value, tuple):
            found += leaves(value)
        elif isinstance(value, np.ndarray):
            found += formats.parts(value) if formats.holds_complex(value.dtype) else [value]
    return found


class UnknownTarget(EvaluationError):
    """Raised if a run reaches a custom call without an evaluator."""


def in_order(done: Iterable[Done]) -> list[Done]:
    """Effects in an order of their own, as the specification leaves theirs open; only tokens order effects."""

    def key(each: Done) -> tuple[str, list[bytes]]:
        ordered = any(isinstance(x, Token) for x in each.operands)
        return each.what, [] if ordered else [x.tobytes() for x in leaves(each.operands)]

    return sorted(done, key=key)


def unknown_targets(ops: Iterable[Operation]) -> dict[str, bool]:
    """The targets of custom calls without an evaluator, and whether a call of each has side effects."""
    found: dict[str, bool] = {}
    for op in ops:
        if isinstance(op, hlo.CustomCallOp) and not is_known(op):
            target = op.call_target_name.data
            found[target] = found.get(target, False) or bool(op.has_side_effect.value.data)
    return found


def comparable_targets(before: Iterable[Operation], after: Iterable[Operation]) -> frozenset[str]:
    """The unknown targets that both programs call, and those with effects that only `before` calls.

    Empty if `after` calls another unknown target, which may do the same.
    """
    ours, theirs = unknown_targets(before), unknown_targets(after)
    if not theirs.keys() <= ours.keys():
        return frozenset()
    return frozenset([target for target, acts in ours.items() if acts or target in theirs])


def outside(implementation: Implementation, op: Operation, kernel: Kernel, targets: frozenset[str]) -> Kernel:
    """The kernel of an op; an effect outside of the program is noted instead of performed."""
    if isinstance(op, hlo.CustomCallOp):
        return _custom_call(implementation, op, kernel, targets)
    if isinstance(op, PrintOp | ProbeOp | hlo.OutfeedOp | hlo.SendOp):
        return _noting(implementation, op.name, _RESULTS[type(op)])
    return kernel


_RESULTS: dict[type[Operation], Callable[..., Value]] = {
    PrintOp: lambda *_: (),
    ProbeOp: lambda *operands: operands[0],
    hlo.OutfeedOp: lambda *_: Token(),
    hlo.SendOp: lambda *_: Token(),
}


def _custom_call(
    implementation: Implementation, op: hlo.CustomCallOp, kernel: Kernel, targets: frozenset[str]
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
    def run(*operands: Value, **options: object) -> Value:
        implementation.done.append(Done(what, operands, acts))
        return kernel(*operands, **options)

    return run


def _some(target: str, number: int, result_type: Attribute, operands: Sequence[Value]) -> Value:
    """Result `number` of an unknown function."""
    if isinstance(result_type, hlo.TokenType):
        return Token()
    if isinstance(result_type, TupleType):
        inner = enumerate(result_type.types.data, start=100 * (number + 1))
        return tuple([_some(target, n, t, operands) for n, t in inner])
    if not is_tensor_type(result_type) or formats.format_or_none(result_type.element_type) is None:
        raise EvaluationError(f"gives a {result_type}, of which no value can be made")
    if not is_static(result_type.get_shape()):
        raise EvaluationError(f"gives a {result_type}, whose sizes nobody knows")
    noise = _noise(crc32(target.encode()) + number, np.empty(result_type.get_shape()))
    values = noise + (0.5 + noise) * sum(map(_weighed, range(len(operands)), operands))
    known, dtype = formats.format_of(result_type.element_type), formats.dtype_of(result_type.element_type)
    if isinstance(known, formats.IntegerFormat):
        return _integers_near_zero(known, np.floor(values * 8))
    return values.astype(dtype)


def _weighed(position: int, operand: Value) -> float:
    """A number that depends on the elements of an operand and on its position."""
    total = 0.0
    for array in leaves((operand,)):
        if formats.holds_integers(array.dtype):
            total += float(_noise(position + 1, array, array).sum())
        else:
            wide = np.nan_to_num(array.astype(np.float64), nan=7.0, posinf=1e6, neginf=-1e6)
            total += float((_noise(position + 1, array) * np.clip(wide, -1e6, 1e6)).sum())
    return total


def _noise(start: int, like: Array, *operands: Array) -> Array:
    """Numbers from 0 to 1, one for each place of an array; they depend on the place and the operands' elements."""
    places: Array = np.arange(like.size)
    bits = mixed(start, np.zeros(like.shape, np.uint64), places.reshape(like.shape), *operands)
    return bits.astype(np.float64) / 2.0**64
