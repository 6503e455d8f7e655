"""Small programs of ops that move elements, many in one module, run before and after folding.

Values are distinct numbers, so that equal results say of each element where it came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import Program

from ...helpers.programs import parse

Shape = tuple[int, ...]
Slices = tuple[tuple[int, int, int], ...]
"""Start, limit and stride along each dimension."""

AT_ONCE = 400
"""So many results are returned by one module."""


class Tensor(NamedTuple):
    """A value of a program."""

    name: str
    shape: Shape
    element: str = "i32"

    @property
    def type(self) -> str:
        return f"tensor<{''.join(f'{n}x' for n in self.shape)}{self.element}>"


def listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


@dataclass
class Moves:
    """The body of a function."""

    arguments: list[Tensor] = field(default_factory=list[Tensor])
    lines: list[str] = field(default_factory=list[str])
    results: list[Tensor] = field(default_factory=list[Tensor])
    made: int = 0

    def argument(self, name: str, shape: Shape, element: str = "i32") -> Tensor:
        """An argument of the function, the same one for the same name and shape."""
        x = Tensor(f"%{name}{'_'.join(map(str, shape))}", shape, element)
        if x not in self.arguments:
            self.arguments.append(x)
        return x

    def start_again(self) -> None:
        """Another function with the same arguments."""
        self.lines.clear()
        self.results.clear()

    def op(self, text: str, shape: Sequence[int], element: str = "i32") -> Tensor:
        """An op, from its text up to its result type."""
        self.made += 1
        result = Tensor(f"%v{self.made}", tuple(shape), element)
        self.lines.append(f"{result.name} = {text}{result.type}")
        return result

    def constant(self, array: Any, element: str = "i32") -> Tensor:
        array = np.asarray(array)
        text = str(array.tolist()).lower() if array.size else ""
        return self.op(f"stablehlo.constant dense<{text}> : ", array.shape, element)

    def slice(self, x: Tensor, slices: Slices) -> Tensor:
        ranges = listed_ranges(slices)
        return self.op(
            f"stablehlo.slice {x.name} [{ranges}] : ({x.type}) -> ", [len(range(*each)) for each in slices]
        )

    def pad(self, x: Tensor, value: Tensor, low: Shape, high: Shape, interior: Shape) -> Tensor | None:
        """None where the sizes would be negative."""
        shape = [a + b + n + max(n - 1, 0) * i for n, a, b, i in zip(x.shape, low, high, interior)]
        if min(shape) < 0:
            return None
        amounts = f"low = [{listed(low)}], high = [{listed(high)}], interior = [{listed(interior)}]"
        return self.op(
            f"stablehlo.pad {x.name}, {value.name}, {amounts} : ({x.type}, {value.type}) -> ", shape
        )

    def concatenate(self, parts: Sequence[Tensor], axis: int) -> Tensor:
        shape = list(parts[0].shape)
        shape[axis] = sum(part.shape[axis] for part in parts)
        names, types = (", ".join(each) for each in ([p.name for p in parts], [p.type for p in parts]))
        return self.op(f"stablehlo.concatenate {names}, dim = {axis} : ({types}) -> ", shape)

    def reverse(self, x: Tensor, dims: Shape) -> Tensor:
        return self.op(f"stablehlo.reverse {x.name}, dims = [{listed(dims)}] : ", x.shape)

    def transpose(self, x: Tensor, dims: Shape) -> Tensor:
        shape = [x.shape[d] for d in dims]
        return self.op(f"stablehlo.transpose {x.name}, dims = [{listed(dims)}] : ({x.type}) -> ", shape)

    def reshape(self, x: Tensor, shape: Shape) -> Tensor:
        return self.op(f"stablehlo.reshape {x.name} : ({x.type}) -> ", shape)

    def broadcast(self, x: Tensor, dims: Shape, shape: Shape) -> Tensor:
        return self.op(
            f"stablehlo.broadcast_in_dim {x.name}, dims = [{listed(dims)}] : ({x.type}) -> ", shape
        )

    def read(self, x: Tensor, starts: Sequence[Tensor], sizes: Shape) -> Tensor:
        """A dynamic slice."""
        types = ", ".join([x.type, *[start.type for start in starts]])
        names = ", ".join([x.name, *[start.name for start in starts]])
        return self.op(f"stablehlo.dynamic_slice {names}, sizes = [{listed(sizes)}] : ({types}) -> ", sizes)

    def write(self, x: Tensor, update: Tensor, starts: Sequence[Tensor]) -> Tensor:
        """A dynamic update."""
        operands = [x, update, *starts]
        names, types = ", ".join([v.name for v in operands]), ", ".join([v.type for v in operands])
        return self.op(f"stablehlo.dynamic_update_slice {names} : ({types}) -> ", x.shape)

    def at(self, *starts: int) -> list[Tensor]:
        """Constant starts."""
        return [self.constant(start) for start in starts]

    def gather(self, x: Tensor, indices: Tensor, numbers: str, sizes: Shape, shape: Shape) -> Tensor:
        return self.op(
            f'"stablehlo.gather"({x.name}, {indices.name}) <{{dimension_numbers = #stablehlo.gather<{numbers}>, '
            f"slice_sizes = array<i64: {listed(sizes)}>}}> : ({x.type}, {indices.type}) -> ",
            shape,
        )

    def scatter(self, x: Tensor, indices: Tensor, updates: Tensor, numbers: str, body: str) -> Tensor:
        """`body` is on %a, what is there, and %b, the update."""
        return self.op(
            f'"stablehlo.scatter"({x.name}, {indices.name}, {updates.name}) <{{scatter_dimension_numbers = '
            f"#stablehlo.scatter<{numbers}>}}> ({{\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n{body}\n}}) : "
            f"({x.type}, {indices.type}, {updates.type}) -> ",
            x.shape,
        )

    def give(self, result: Tensor | None) -> None:
        """Return a value."""
        if result is not None:
            self.results.append(result)

    def text(self) -> str:
        arguments = ", ".join(f"{x.name}: {x.type}" for x in self.arguments)
        types = ", ".join(x.type for x in self.results)
        names = ", ".join(x.name for x in self.results)
        body = "\n".join(self.lines)
        return f"func.func @main({arguments}) -> ({types}) {{\n{body}\nreturn {names} : {types}\n}}\n"


def listed_ranges(slices: Slices) -> str:
    return ", ".join(f"{start}:{limit}:{stride}" for start, limit, stride in slices)


def numbered(arguments: Sequence[Tensor]) -> list[np.ndarray[Any, Any]]:
    """Distinct numbers for all elements of arguments; scalars called `%s...` are starts."""
    first, arrays = 1000, list[Any]()
    for x in arguments:
        count = int(np.prod(x.shape))
        array = np.arange(first, first + count, dtype=np.int32).reshape(x.shape)
        arrays.append(array % 2 > 0 if x.element == "i1" else array)
        first += count
    return arrays


def check(moves: Moves, starts: Sequence[int] = (0,)) -> Counter[str]:
    """Which rules were applied to a program; it computes the same afterwards, or this raises an `AssertionError`.

    Arguments whose names begin with `%s` are run with all combinations of `starts`.
    """
    if not moves.results:
        return Counter()
    module = parse(moves.text())
    before = module.clone()
    report = fold_module(module)
    runs = Program.of(before), Program.of(module)
    scalars = [i for i, x in enumerate(moves.arguments) if x.name.startswith("%s")]
    for chosen in product(starts, repeat=len(scalars)):
        arrays = numbered(moves.arguments)
        for i, start in zip(scalars, chosen):
            arrays[i] = np.asarray(start, np.int32)
        wanted, got = [run(*arrays) for run in runs]
        for result, a, b in zip(moves.results, wanted, got, strict=True):
            assert np.array_equal(np.asarray(a), np.asarray(b)), f"{result.name} in {moves.text()}\n{module}"
    return report.rules()


Cases = Callable[[Moves], Iterator[None]]
"""Adds cases to a function, one after the other."""


def check_all(
    cases: Cases, starts: Sequence[int] = (0,), at_once: int = AT_ONCE, every: int = 1
) -> Counter[str]:
    """The rules that were applied to all cases, or to those of every n-th program; they compute the same afterwards."""
    moves, applied, programs = Moves(), Counter[str](), 0
    for _ in cases(moves):
        if len(moves.results) >= at_once:
            programs += 1
            if programs % every == 0:
                applied += check(moves, starts)
            moves.start_again()
    return applied + check(moves, starts)


def slices_of(n: int, strides: Sequence[int] = (1, 2, 3)) -> Iterator[tuple[int, int, int]]:
    """All slices of a dimension."""
    for start in range(n + 1):
        for limit in range(start, n + 1):
            yield from ((start, limit, stride) for stride in strides)
