"""Random quantized and dynamic programs before and after the passes that legalise them.

    python -m tests.campaigns.legalized_programs 5000 0

Each program is evaluated on random arguments, before any pass and after each of those that keep values.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from random import Random

import numpy as np
from xdsl.passes import ModulePass

from tests.helpers.drawn.dynamic_programs import dynamic_program
from tests.helpers.drawn.unsized_programs import unsized_program
from tests.helpers.oracle import Array
from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding.passes.passes import StablehloTargetIndependentOptimizationPass
from xdsl_stablehlo.folding.passes.refine_shapes import StablehloRefineShapesPass
from xdsl_stablehlo.folding.passes.verify import same_numbers
from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.transforms.quantization import (
    StablehloLegalizeQDQToQuantizedOpPass,
    StablehloLegalizeQuantizedOpToQDQPass,
    StablehloLegalizeQuantToMathPass,
)
from xdsl_stablehlo.transforms.shapes.static_forms import StablehloCanonicalizeDynamismPass

from .seeds import Finding, as_findings, flags, main

QUANT_PASSES: tuple[tuple[ModulePass, ...], ...] = (
    (StablehloLegalizeQuantizedOpToQDQPass(),),
    (StablehloLegalizeQDQToQuantizedOpPass(),),
    (StablehloLegalizeQuantizedOpToQDQPass(), StablehloLegalizeQDQToQuantizedOpPass()),
    (StablehloLegalizeQuantToMathPass(),),
)

DYNAMIC_PASSES: tuple[ModulePass, ...] = (
    StablehloRefineShapesPass(),
    StablehloCanonicalizeDynamismPass(),
    StablehloTargetIndependentOptimizationPass(),
)

STORAGES = (
    ("i8", -128, 127),
    ("u8", 0, 255),
    ("i4", -8, 7),
    ("i8<-100:101>", -100, 101),
    ("i16", -32768, 32767),
)
UNARY = (
    "abs",
    "cbrt",
    "ceil",
    "cosine",
    "exponential",
    "floor",
    "logistic",
    "negate",
    "sign",
    "sine",
    "tanh",
)
BINARY = ("add", "atan2", "divide", "maximum", "minimum", "multiply", "subtract")


class _Quantized:
    """Writes a program on quantized tensors of 3x4 elements."""

    def __init__(self, seed: int):
        self._random = Random(seed)
        self._storage = self._random.choice(STORAGES)
        self._real = self._random.choice(("f32", "f32", "bf16", "f16"))
        self._lines: list[str] = []
        self._values: list[tuple[str, str]] = []

    def element_type(self, per_axis: bool = False) -> str:
        """Parameters at random; the storage and the expressed type are those of the whole program."""
        r, (storage, low, high) = self._random, self._storage
        pairs = [f"{2.0 ** r.randrange(-9, 3) * r.uniform(1, 2)!r}:{r.randint(low, high)}" for _ in range(4)]
        if per_axis:
            return f"!quant.uniform<{storage}:{self._real}:1, {{{','.join(pairs)}}}>"
        return f"!quant.uniform<{storage}:{self._real}, {pairs[0]}>"

    def _add(self, text: str, result_type: str) -> None:
        name = f"%v{len(self._values)}"
        self._lines.append(f"  {name} = {text}")
        self._values.append((name, result_type))

    def _step(self) -> None:
        r = self._random
        name, t = r.choice(self._values)
        per_axis = "{" in t
        kind = r.randrange(6)
        if kind == 0 and not per_axis:
            new = self.element_type()
            self._add(f'"stablehlo.{r.choice(UNARY)}"({name}) : (tensor<3x4x{t}>) -> tensor<3x4x{new}>', new)
        elif kind in (1, 2) and not per_axis:
            new = self.element_type()
            others = [o for o in self._values if "{" not in o[1]]
            other, u = r.choice(others)
            types = f"(tensor<3x4x{t}>, tensor<3x4x{u}>) -> tensor<3x4x{new}>"
            self._add(f'"stablehlo.{r.choice(BINARY)}"({name}, {other}) : {types}', new)
        elif kind == 3:
            real = self._real
            self._add(f"stablehlo.uniform_dequantize {name} : (tensor<3x4x{t}>) -> tensor<3x4x{real}>", "")
            dequantized = self._values.pop()[0]
            self._lines[-1] = self._lines[-1].replace(dequantized, f"%d{len(self._lines)}")
            given, new = f"%d{len(self._lines)}", self.element_type()
            self._add(f"stablehlo.uniform_quantize {given} : (tensor<3x4x{real}>) -> tensor<3x4x{new}>", new)
        elif kind == 4:
            new = self.element_type()
            if not per_axis:
                self._add(f"stablehlo.uniform_quantize {name} : (tensor<3x4x{t}>) -> tensor<3x4x{new}>", new)
        else:
            types = f"(tensor<3x4x{t}>) -> tensor<3x4x{t}>" if per_axis else f"tensor<3x4x{t}>"
            op = "broadcast_in_dim" if per_axis else "reverse"
            self._add(f"stablehlo.{op} {name}, dims = [0{', 1' * per_axis}] : {types}", t)

    def text(self) -> str:
        arguments = [f"%a{i}: tensor<3x4xf32>" for i in range(2)]
        for i in range(2):
            t = self.element_type(per_axis=self._random.random() < 0.4)
            real = self._real
            self._lines.append(f"  %c{i} = stablehlo.convert %a{i} : (tensor<3x4xf32>) -> tensor<3x4x{real}>")
            self._add(f"stablehlo.uniform_quantize %c{i} : (tensor<3x4x{real}>) -> tensor<3x4x{t}>", t)
        for _ in range(self._random.randrange(1, 8)):
            self._step()
        outputs: list[str] = []
        for i, (name, t) in enumerate(self._values):
            real = self._real
            self._lines.append(
                f"  %r{i} = stablehlo.uniform_dequantize {name} : (tensor<3x4x{t}>) -> tensor<3x4x{real}>"
            )
            outputs.append(f"tensor<3x4x{real}>")
        returned = ", ".join(f"%r{i}" for i in range(len(outputs)))
        signature = f"func.func @main({', '.join(arguments)}) -> ({', '.join(outputs)})"
        body = "\n".join(self._lines)
        return f"{signature} {{\n{body}\n  return {returned} : {', '.join(outputs)}\n}}\n"


def quantized_program(seed: int) -> str:
    """A program that quantizes two arguments, computes and returns all results dequantized."""
    return _Quantized(seed).text()


def quantized_difference(seed: int) -> str | None:
    """What a pass changes in the values of the quantized program of a seed; None where nothing."""
    text, r = quantized_program(seed), np.random.default_rng(seed)
    scale = 2.0 ** r.integers(-6, 8)
    arguments: list[Array] = [(r.standard_normal((3, 4)) * scale).astype(np.float32) for _ in range(2)]
    arguments[0][0, 0] = r.choice([np.inf, -np.inf, 0.0, -0.0, 3.4e38])
    wanted = [np.asarray(result.array) for result in Program.of(parse(text))(*arguments)]
    for passes in QUANT_PASSES:
        module = parse(text)
        for each in passes:
            each.apply(context(), module)
        verify_module(module)
        found = [np.asarray(result.array) for result in Program.of(module)(*arguments)]
        if not all(map(same_numbers, wanted, found)):
            names = ", ".join(each.name for each in passes)
            return f"{names}: {wanted} became {found} for {arguments}\n{text}\n{print_module(module)}"
    return None


def some_dynamic_program(seed: int) -> tuple[str, tuple[int, ...]]:
    """A program, and the shape of its argument: one of constant shapes, or one that computes all of its sizes."""
    return unsized_program(seed) if seed % 4 == 3 else dynamic_program(seed)


def dynamic_difference(seed: int) -> str | None:
    """What a pass changes in the values of the dynamic program of a seed; None where nothing."""
    text, shape = some_dynamic_program(seed)
    argument = np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
    (wanted,) = Program.of(parse(text))(argument)
    for each in DYNAMIC_PASSES:
        module = parse(text)
        each.apply(context(), module)
        verify_module(module)
        (found,) = Program.of(module)(argument)
        if not same_numbers(np.asarray(wanted.array), np.asarray(found.array)):
            return f"{each.name}: {wanted} became {found} for {argument}\n{text}\n{print_module(module)}"
    return None


def difference(seed: int) -> str | None:
    """What is wrong for a seed; None where nothing is. Every second program is a dynamic one."""
    try:
        return dynamic_difference(seed) if seed % 2 else quantized_difference(seed)
    except Exception as error:
        text = some_dynamic_program(seed)[0] if seed % 2 else quantized_program(seed)
        return f"{type(error).__name__}: {error}\n{text}"


def find(seed: int, asked: Namespace) -> Iterable[Finding]:
    """What is wrong for a seed."""
    return as_findings(difference(seed))


if __name__ == "__main__":
    main(find, flags("Evaluates random quantized and dynamic programs before and after passes."))
