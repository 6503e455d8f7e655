"""Random chains of elementwise ops on large arrays, with what begins and ends them, and their evaluation op by op."""

from __future__ import annotations

from random import Random
from typing import cast

import numpy as np
from xdsl.ir import SSAValue

from tests.helpers.programs import combining, function, listed, parse, sample, tensor_type
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.tensor import array_of
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import first_along

SHAPES = ((70_001,), (140_000, 1), (300, 251), (3, 40_000), (1, 90_000), (7, 100, 128))
ELEMENTS = ("f32", "f32", "i32", "bf16", "f64", "i1", "i4")


class Chain:
    """A program of some ops on arrays of one shape, and its arguments: dense, repeated, in other orders, with gaps."""

    def __init__(self, seed: int):
        self._random = r = Random(seed)
        self._shape = r.choice(SHAPES)
        self._lines: list[str] = []
        self._values: dict[str, list[str]] = {}
        inputs: list[str] = []
        self.args: list[Array] = []
        for element in sorted({r.choice(ELEMENTS) for _ in range(r.randint(1, 3))}):
            for _ in range(r.randint(1, 2)):
                self._values.setdefault(element, []).append(f"%a{len(self.args)}")
                self.args.append(self._argument(element))
                inputs.append(self._type(element))
        for _ in range(r.randint(2, 10)):
            self._step(r.choice(sorted(self._values)))
        outputs = [self._output(r.choice(sorted(self._values))) for _ in range(r.randint(1, 3))]
        names, types = [name for name, _ in outputs], [t for _, t in outputs]
        self.program = function("\n  ".join(self._lines), inputs, types, names)

    def _type(self, element: str) -> str:
        return tensor_type(self._shape, element)

    def _argument(self, element: str) -> Array:
        r, shape = self._random, self._shape
        array = sample(element, shape, r.randrange(1 << 30))
        match r.randrange(6):
            case 0:
                return np.broadcast_to(
                    first_along(array, [d for d in range(len(shape)) if r.random() < 0.5]), shape
                )
            case 1:
                return np.array(array.T, order="C").T
            case 2:
                return np.flip(array)
            case 3:
                return np.concatenate([array, array], axis=-1)[..., : shape[-1]]
            case _:
                return array

    def _add(self, text: str) -> str:
        self._lines.append(f"%v{len(self._lines)} = {text}")
        return f"%v{len(self._lines) - 1}"

    def _step(self, element: str) -> None:
        r, t = self._random, self._type(element)
        x, y = r.choice(self._values[element]), r.choice(self._values[element])
        kind, target = r.randrange(8), element
        if kind == 0:
            target = r.choice(ELEMENTS)
            name = self._add(f"stablehlo.convert {x} : ({t}) -> {self._type(target)}")
        elif kind == 1:
            target = "i1"
            name = self._add(f"stablehlo.compare LT, {x}, {y} : ({t}, {t}) -> {self._type('i1')}")
        elif kind == 2 and "i1" in self._values:
            where = r.choice(self._values["i1"])
            name = self._add(f"stablehlo.select {where}, {x}, {y} : {self._type('i1')}, {t}")
        elif kind == 3:
            low, high = self._scalar(element), self._scalar(element)
            s = tensor_type((), element)
            name = self._add(f"stablehlo.clamp {low}, {x}, {high} : ({s}, {t}, {s}) -> {t}")
        elif kind == 4:
            s = tensor_type((), element)
            name = self._add(f"stablehlo.broadcast_in_dim {self._scalar(element)}, dims = [] : ({s}) -> {t}")
        elif kind == 6 and element in ("f32", "i32"):
            target = "i32" if element == "f32" else "f32"
            name = self._add(f"stablehlo.bitcast_convert {x} : ({t}) -> {self._type(target)}")
        elif kind == 5 and element != "i1":
            name = self._add(f"stablehlo.iota dim = {r.randrange(len(self._shape))} : {t}")
        else:
            op = r.choice(("add", "multiply", "maximum", "minimum"))
            name = self._add(f"stablehlo.{op} {x}, {y} : {t}")
        self._values.setdefault(target, []).append(name)

    def _scalar(self, element: str) -> str:
        number = "true" if element == "i1" else "1.5" if element[0] in "fb" else "1"
        return self._add(f"stablehlo.constant dense<{number}> : {tensor_type((), element)}")

    def _output(self, element: str) -> tuple[str, str]:
        r, t = self._random, self._type(element)
        name = r.choice(self._values[element][-2:])
        if r.random() < 0.5:
            return name, t
        s, init = tensor_type((), element), self._scalar(element)
        op = r.choice(("add", "maximum", "multiply", *(("xor",) if element[0] == "i" else ())))
        dims = f"array<i64: {listed(range(len(self._shape)))}>"
        text = f'"stablehlo.reduce"({name}, {init}) {combining(op, element)} {{dimensions = {dims}}}'
        return self._add(f"{text} : ({t}, {s}) -> {s}"), s


def op_by_op(program: str, args: list[Array]) -> tuple[Array, ...]:
    """What `main` gives where every op runs by itself."""
    module = parse(program)
    functions = functions_of(module)
    compiler, block = Compiler(functions), functions["main"].body.block
    arrays: dict[SSAValue, Array] = dict(zip(block.args, args, strict=True))
    *ops, terminator = block.ops
    for op in ops:
        if isinstance(op, ConstantOp):
            arrays[op.output] = array_of(op.value)
            continue
        prepared = compiler.prepare(op)
        with quiet():
            given = prepared.run([arrays[value] for value in (*op.operands, *prepared.captured)])
        arrays.update(zip(op.results, cast("tuple[Array, ...]", given), strict=True))
    return tuple([arrays[value] for value in terminator.operands])
