"""Random programs of dynamic ops whose shape operands are constants."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


class _Dynamic:
    """Writes a chain of dynamic ops on a tensor of f32, one after the other."""

    def __init__(self, seed: int):
        self._random = Random(seed)
        self._lines: list[str] = []
        self._shape = [self._random.randrange(1, 5) for _ in range(self._random.randrange(1, 4))]
        self._name, self._type = "%x", _tensor(self._shape)
        self.argument_shape = tuple(self._shape)

    def _constant(self, values: Sequence[int]) -> str:
        return self._alike([values])[0]

    def _write(self, op: str, operands: Sequence[str], shape: list[int], last: bool, more: str = "") -> None:
        names, types = zip(*[operand.split(" ", 1) for operand in operands])
        sizes = [None if last and self._random.random() < 0.5 else size for size in shape]
        result, name = _tensor(sizes), f"%v{len(self._lines)}"
        self._lines.append(
            f'  {name} = "stablehlo.{op}"({", ".join(names)}){more} : ({", ".join(types)}) -> {result}'
        )
        self._name, self._type, self._shape = name, result, shape

    def _step(self, last: bool) -> None:
        """One of the dynamic ops; only the last may have a result of unknown sizes."""
        r, shape = self._random, self._shape
        operand, rank = f"{self._name} {self._type}", len(self._shape)
        kind = r.randrange(4)
        if kind == 0:
            new = [1] * r.randrange(2) + r.sample(shape, rank)
            self._write("dynamic_reshape", [operand, self._constant(new)], new, last)
        elif kind == 1:
            new = [r.randrange(1, 4), *(r.randrange(1, 4) if size == 1 else size for size in shape)]
            dims = ", ".join(map(str, range(1, rank + 1)))
            more = f" {{broadcast_dimensions = array<i64: {dims}>}}"
            self._write("dynamic_broadcast_in_dim", [operand, self._constant(new)], new, last, more)
        elif kind == 2:
            low = [r.randrange(-1, 3) if size > 1 else r.randrange(3) for size in shape]
            high, interior = ([r.randrange(3) for _ in shape] for _ in range(2))
            padding = zip(shape, low, high, interior)
            new = [size + a + b + c * (size - 1) for size, a, b, c in padding]
            self._lines.append(f"  %p{len(self._lines)} = stablehlo.constant dense<-1.5> : tensor<f32>")
            value = f"%p{len(self._lines) - 1} tensor<f32>"
            kinds = self._alike([low, high, interior])
            self._write("dynamic_pad", [operand, value, *kinds], new, last)
        else:
            start = [r.randrange(size) for size in shape]
            limit = [r.randrange(a + 1, size + 1) for a, size in zip(start, shape)]
            strides = [r.randrange(1, 3) for _ in shape]
            new = [-(-(b - a) // s) for a, b, s in zip(start, limit, strides)]
            self._write("real_dynamic_slice", [operand, *self._alike([start, limit, strides])], new, last)

    def _alike(self, values: Sequence[Sequence[int]]) -> list[str]:
        """Constants of one type."""
        kind, found = self._random.choice(("i32", "i64")), list[str]()
        for each in values:
            name = f"%c{len(self._lines)}"
            text = f"[{', '.join(map(str, each))}]"
            self._lines.append(f"  {name} = stablehlo.constant dense<{text}> : tensor<{len(each)}x{kind}>")
            found.append(f"{name} tensor<{len(each)}x{kind}>")
        return found

    def text(self) -> str:
        count, argument = self._random.randrange(1, 6), self._type
        for i in range(count):
            self._step(last=i == count - 1)
        body = "\n".join(self._lines)
        signature = f"func.func @main(%x: {argument}) -> {self._type}"
        return f"{signature} {{\n{body}\n  return {self._name} : {self._type}\n}}\n"


def _tensor(sizes: Sequence[int | None]) -> str:
    return f"tensor<{'x'.join(['?' if size is None else str(size) for size in sizes])}xf32>"


def dynamic_program(seed: int) -> tuple[str, tuple[int, ...]]:
    """A program, and the shape of its one argument."""
    program = _Dynamic(seed)
    return program.text(), program.argument_shape
