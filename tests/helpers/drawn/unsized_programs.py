"""Random programs in which no size but the arguments' is declared: they ask for sizes, compute with them, pass them on.

Their one argument has known sizes, so that all others follow.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random


class _Unsized:
    """Writes a program on tensors of f32 of rank 1 and 2, all sizes unknown, one of which is `%x`."""

    def __init__(self, seed: int):
        self._random = Random(seed)
        self.shape = (self._random.randrange(1, 5), self._random.randrange(1, 5))
        self._lines: list[str] = []
        self._functions: list[str] = []
        self._count = 0

    def text(self) -> str:
        given = f"tensor<{'x'.join(map(str, self.shape))}xf32>"
        name, rank = self._write(f"stablehlo.convert %x : ({given}) -> {_unsized(2)}"), 2
        for _ in range(self._random.randrange(1, 9)):
            name, rank = self._random.choice(STEPS)(self, name, rank)
        body = "\n".join(self._lines)
        main = f"func.func @main(%x: {given}) -> {_unsized(rank)} {{\n{body}\n  return {name} : {_unsized(rank)}\n}}\n"
        return main + "".join(self._functions)

    def _write(self, text: str) -> str:
        self._count += 1
        self._lines.append(f"  %v{self._count} = {text}")
        return f"%v{self._count}"

    def _size(self, name: str, rank: int, dim: int) -> str:
        """A size as a tensor<i32>."""
        return self._write(
            f"stablehlo.get_dimension_size {name}, dim = {dim} : ({_unsized(rank)}) -> tensor<i32>"
        )

    def _number(self, number: int) -> str:
        return self._write(f"stablehlo.constant dense<{number}> : tensor<i32>")

    def _computed(self, op: str, lhs: str, rhs: str) -> str:
        return self._write(f"stablehlo.{op} {lhs}, {rhs} : tensor<i32>")

    def _joined(self, sizes: list[str]) -> str:
        """Sizes in one tensor."""
        parts = [self._write(f"stablehlo.reshape {size} : (tensor<i32>) -> tensor<1xi32>") for size in sizes]
        types = ", ".join(["tensor<1xi32>"] * len(parts))
        joined = f"({types}) -> tensor<{len(parts)}xi32>"
        return self._write(f"stablehlo.concatenate {', '.join(parts)}, dim = 0 : {joined}")

    def elementwise(self, name: str, rank: int) -> tuple[str, int]:
        op = self._random.choice(("add", "multiply", "maximum"))
        return self._write(f"stablehlo.{op} {name}, {name} : {_unsized(rank)}"), rank

    def transpose(self, name: str, rank: int) -> tuple[str, int]:
        dims = ", ".join(map(str, range(rank - 1, -1, -1)))
        types = f"({_unsized(rank)}) -> {_unsized(rank)}"
        return self._write(f"stablehlo.transpose {name}, dims = [{dims}] : {types}"), rank

    def concatenate(self, name: str, rank: int) -> tuple[str, int]:
        types = f"({_unsized(rank)}, {_unsized(rank)}) -> {_unsized(rank)}"
        dim = self._random.randrange(rank)
        return self._write(f"stablehlo.concatenate {name}, {name}, dim = {dim} : {types}"), rank

    def flatten(self, name: str, rank: int) -> tuple[str, int]:
        """Into rank 1, or a dimension of size 1 in front of it."""
        sizes = [self._size(name, rank, i) for i in range(rank)]
        total = sizes[0] if rank == 1 else self._computed("multiply", *sizes)
        new = self._joined([self._number(1), total] if rank == 1 else [total])
        types = f"({_unsized(rank)}, tensor<{3 - rank}xi32>) -> {_unsized(3 - rank)}"
        return self._write(f"stablehlo.dynamic_reshape {name}, {new} : {types}"), 3 - rank

    def pad(self, name: str, rank: int) -> tuple[str, int]:
        """By its own size, and by numbers."""
        value = self._write("stablehlo.constant dense<-1.5> : tensor<f32>")
        last = self._size(name, rank, rank - 1)
        own = self._computed("minimum", last, self._number(3))
        numbers = [[self._number(self._random.randrange(3)) for _ in range(rank)] for _ in range(2)]
        low, high, interior = [self._joined(each) for each in ([own] * rank, *numbers)]
        sizes = ", ".join([f"tensor<{rank}xi32>"] * 3)
        operands = f"{name}, {value}, {low}, {high}, {interior}"
        types = f"({_unsized(rank)}, tensor<f32>, {sizes}) -> {_unsized(rank)}"
        return self._write(f"stablehlo.dynamic_pad {operands} : {types}"), rank

    def slice(self, name: str, rank: int) -> tuple[str, int]:
        """The first half of each dimension, rounded up."""
        sizes = [self._size(name, rank, i) for i in range(rank)]
        one, two = self._number(1), self._number(2)
        half = [self._computed("divide", self._computed("add", size, one), two) for size in sizes]
        start, strides = self._joined([self._number(0)] * rank), self._joined([one] * rank)
        kinds = ", ".join([f"tensor<{rank}xi32>"] * 3)
        operands = f"{name}, {start}, {self._joined(half)}, {strides}"
        types = f"({_unsized(rank)}, {kinds}) -> {_unsized(rank)}"
        return self._write(f"stablehlo.real_dynamic_slice {operands} : {types}"), rank

    def spread(self, name: str, rank: int) -> tuple[str, int]:
        """A scalar, or rank 1 along another dimension, plus what there is."""
        if rank == 1:
            sizes = self._joined([self._number(self._random.randrange(1, 4)), self._size(name, 1, 0)])
            types = f"({_unsized(1)}, tensor<2xi32>) -> {_unsized(2)}"
            return self._write(f"stablehlo.dynamic_broadcast_in_dim {name}, {sizes}, dims = [1] : {types}"), 2
        sizes = self._joined([self._size(name, 2, i) for i in range(2)])
        dim = self._random.randrange(2)
        iota = self._write(f"stablehlo.dynamic_iota {sizes}, dim = {dim} : (tensor<2xi32>) -> {_unsized(2)}")
        return self._write(f"stablehlo.add {name}, {iota} : {_unsized(2)}"), 2

    def call(self, name: str, rank: int) -> tuple[str, int]:
        """A function that is told the size, and makes an iota of it."""
        t, function = _unsized(rank), f"@f{len(self._functions)}"
        sizes = [self._size(name, rank, i) for i in range(rank)]
        arguments = "".join(f"%n{i}: tensor<i32>, " for i in range(rank))
        parts = "".join(
            f"  %p{i} = stablehlo.reshape %n{i} : (tensor<i32>) -> tensor<1xi32>\n" for i in range(rank)
        )
        shape = f"tensor<{rank}xi32>"
        joined = ", ".join(f"%p{i}" for i in range(rank))
        kinds = ", ".join(["tensor<1xi32>"] * rank)
        self._functions.append(
            f"func.func private {function}({arguments}%y: {t}) -> {t} {{\n{parts}"
            f"  %s = stablehlo.concatenate {joined}, dim = 0 : ({kinds}) -> {shape}\n"
            f"  %i = stablehlo.dynamic_iota %s, dim = 0 : ({shape}) -> {t}\n"
            f"  %r = stablehlo.subtract %y, %i : {t}\n  return %r : {t}\n}}\n"
        )
        types = ", ".join([*["tensor<i32>"] * rank, t])
        return self._write(f"func.call {function}({', '.join([*sizes, name])}) : ({types}) -> {t}"), rank

    def loop(self, name: str, rank: int) -> tuple[str, int]:
        """Three iterations on a value of unknown sizes."""
        t, start, end, one = _unsized(rank), self._number(0), self._number(3), self._number(1)
        self._count += 1
        self._lines.append(
            f"  %v{self._count}:2 = stablehlo.while(%i = {start}, %y = {name}) : tensor<i32>, {t}\n"
            f"   cond {{\n    %c = stablehlo.compare LT, %i, {end} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "    stablehlo.return %c : tensor<i1>\n   } do {\n"
            f"    %j = stablehlo.add %i, {one} : tensor<i32>\n    %z = stablehlo.negate %y : {t}\n"
            f"    stablehlo.return %j, %z : tensor<i32>, {t}\n   }}"
        )
        return f"%v{self._count}#1", rank

    def choice(self, name: str, rank: int) -> tuple[str, int]:
        """One of two branches, by whether there are more rows than 2."""
        t = _unsized(rank)
        size, two = self._size(name, rank, 0), self._number(2)
        kinds = "(tensor<i32>, tensor<i32>) -> tensor<i1>"
        more = self._write(f"stablehlo.compare GT, {size}, {two} : {kinds}")
        branches = ", ".join(
            f"{{\n    %b = stablehlo.{op} {name} : {t}\n    stablehlo.return %b : {t}\n  }}"
            for op in ("negate", "abs")
        )
        return self._write(f'"stablehlo.if"({more}) ({branches}) : (tensor<i1>) -> {t}'), rank


STEPS: tuple[Callable[[_Unsized, str, int], tuple[str, int]], ...] = (
    _Unsized.elementwise,
    _Unsized.transpose,
    _Unsized.concatenate,
    _Unsized.flatten,
    _Unsized.pad,
    _Unsized.slice,
    _Unsized.spread,
    _Unsized.call,
    _Unsized.loop,
    _Unsized.choice,
)


def _unsized(rank: int) -> str:
    return f"tensor<{'?x' * rank}f32>"


def unsized_program(seed: int) -> tuple[str, tuple[int, ...]]:
    """A program, and the shape of its one argument."""
    program = _Unsized(seed)
    return program.text(), program.shape
