"""Programs for what is not one op: long ones, wide ones, such with much data."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

VECTOR = "tensor<4xf32>"


def chain(ops: int, type: str = VECTOR) -> str:
    """Additions and multiplications of one argument, each reading the one before."""
    names = ("add", "multiply", "maximum", "subtract")
    lines = [f"  %{i + 1} = stablehlo.{names[i % 4]} %{i}, %0 : {type}" for i in range(ops)]
    return _function(f"%0: {type}", "\n".join(lines), f"%{ops}", type)


def constant_chain(ops: int) -> str:
    """The same, of a constant."""
    lines = [f"  %0 = stablehlo.constant dense<[1.0, 2.0, -3.0, 0.5]> : {VECTOR}"]
    lines += [f"  %{i + 1} = stablehlo.add %{i}, %0 : {VECTOR}" for i in range(ops)]
    return _function("", "\n".join(lines), f"%{ops}", VECTOR)


def fan(ops: int) -> str:
    """Many readers of one constant, all of them read."""
    lines = [f"  %0 = stablehlo.constant dense<[1.0, 2.0, -3.0, 0.5]> : {VECTOR}"]
    lines += [f"  %{i + 1} = stablehlo.add %0, %0 : {VECTOR}" for i in range(ops)]
    results = ", ".join([VECTOR] * ops)
    values = ", ".join([f"%{i + 1}" for i in range(ops)])
    body = "\n".join(lines)
    return f"func.func @main() -> ({results}) {{\n{body}\n  return {values} : {results}\n}}\n"


def calls(ops: int) -> str:
    """A third as many functions of three ops each, one calling the next."""
    count = ops // 3

    def functions() -> Iterator[str]:
        for i in range(count):
            following = (
                f"  %r = func.call @f{i + 1}(%b) : ({VECTOR}) -> {VECTOR}"
                if i + 1 < count
                else f"  %r = stablehlo.add %b, %b : {VECTOR}"
            )
            body = f"  %b = stablehlo.negate %a : {VECTOR}\n{following}"
            yield _function(f"%a: {VECTOR}", body, "%r", VECTOR).replace("@main", f"private @f{i}")

    body = f"  %c = stablehlo.constant dense<[1.0, 2.0, -3.0, 0.5]> : {VECTOR}\n"
    body += f"  %r = func.call @f0(%c) : ({VECTOR}) -> {VECTOR}"
    return _function("", body, "%r", VECTOR) + "".join(functions())


def hexadecimal(size: int) -> str:
    """One constant of `size` bytes as a hexadecimal string."""
    type = f"tensor<{size // 4}xf32>"
    data = np.random.default_rng(1).bytes(size // 4 * 4).hex().upper()
    return _function("", f'  %r = stablehlo.constant dense<"0x{data}"> : {type}', "%r", type)


def literals(count: int) -> str:
    """One constant as a list of decimal float literals, as MLIR prints them."""
    type = f"tensor<{count}xf32>"
    numbers = ", ".join([f"{x:.6E}" for x in np.random.default_rng(2).normal(size=count)])
    return _function("", f"  %r = stablehlo.constant dense<[{numbers}]> : {type}", "%r", type)


def weights(side: int) -> str:
    """Weights that are transposed, scaled and converted to bf16."""
    given, turned = f"tensor<{side}x{side}xf32>", f"tensor<{side}x{side}xbf16>"
    data = np.random.default_rng(3).normal(size=(side, side)).astype(np.float32).tobytes().hex().upper()
    body = f"""  %w = stablehlo.constant dense<"0x{data}"> : {given}
  %scale = stablehlo.constant dense<1.250000e-01> : {given}
  %t = stablehlo.transpose %w, dims = [1, 0] : ({given}) -> {given}
  %s = stablehlo.multiply %t, %scale : {given}
  %r = stablehlo.convert %s : ({given}) -> {turned}"""
    return _function("", body, "%r", turned)


def _function(arguments: str, body: str, result: str, type: str) -> str:
    return f"func.func @main({arguments}) -> {type} {{\n{body}\n  return {result} : {type}\n}}\n"
