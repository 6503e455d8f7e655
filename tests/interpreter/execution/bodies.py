"""Compiled bodies of programs, with kernels of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from xdsl.ir import Operation

from tests.helpers.programs import function, named, parse
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.execution.executor import Body, OnStep
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.table import KERNELS, Kernel, kernel_of

PROGRAMS = named(__file__)

CALLING = PROGRAMS["calling"]
"""`main` calls `f`, which has two results."""


def compiler(text: str, limits: Limits | None = None, on_step: OnStep | None = None) -> Compiler:
    return Compiler(functions_of(parse(text)), limits=limits, on_step=on_step)


def body(text: str, limits: Limits | None = None, on_step: OnStep | None = None) -> Body:
    """The body of `main`."""
    return compiler(text, limits, on_step).function("main")


def replace_kernel(
    monkeypatch: pytest.MonkeyPatch, op_class: type[Operation], make: Callable[[Operation], Kernel]
) -> None:
    """Evaluate ops of a class by other kernels, as long as the test runs."""
    entry = kernel_of(op_class)
    assert entry is not None
    monkeypatch.setitem(KERNELS, op_class, replace(entry, make=make))


def unary(*ops: str, kind: str = "tensor<2xf32>") -> str:
    """`main` applies the ops, one after the other."""
    lines = [f"%v{i + 1} = stablehlo.{op} %v{i} : {kind}" for i, op in enumerate(ops)]
    text = "\n".join(lines)
    return f"func.func @main(%v0: {kind}) -> {kind} {{\n{text}\nreturn %v{len(ops)} : {kind}\n}}"


UPDATE = PROGRAMS["update"]


def updated(before: str, operand: str, after: str = "", returns: tuple[str, ...] = ("%r0",)) -> str:
    kinds = ["tensor<4xf32>"] * len(returns)
    return function(UPDATE.format(before, operand, after), ["tensor<4xf32>"], kinds, returns)
