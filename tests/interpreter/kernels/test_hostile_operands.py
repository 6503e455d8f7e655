"""Kernels on operands of any sizes and values: errors are in our own words, and no exception of NumPy's is behind them.

Every op of the lit files for the interpreter is asked, with all its sizes unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import ParseError

from tests.helpers.tiers import sampled
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.interpreter import EvaluationError, Limits
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value, detached_copy
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_of

LIT_FILES = Path(__file__).parents[3] / "filecheck" / "interpret"
NUMBERS = (0, 1, 2, 3, 5, -1, -7, 100)
HUGE = (2**62, -(2**63), 2**31 - 1)


def ops_of_the_lit_files() -> Iterator[Operation]:
    """Ops on tensors that have a kernel, each signature once."""
    ctx = Context()
    register_dialects(ctx)
    seen: set[object] = set()
    for file in sorted(LIT_FILES.rglob("*.mlir")):
        for chunk in file.read_text().split("// -----"):
            try:
                module = parse_module(chunk, ctx)
            except ParseError:
                continue  # which the file is about
            for op in list(module.walk()):
                entry = entry_of(op)
                signature = (op.name, tuple(op.operand_types), frozenset(op.properties.items()))
                if entry is None or not op.operands or signature in seen:
                    continue
                calls = entry.callees is not None and entry.callees(op)
                if not calls and all(is_tensor_type(operand.type) for operand in op.operands):
                    seen.add(signature)
                    yield op


def of_unknown_sizes(value_type: Attribute) -> Attribute:
    if not is_tensor_type(value_type):
        return value_type
    return TensorType(value_type.element_type, [DYNAMIC_INDEX] * value_type.get_num_dims())


def drawn(rng: np.random.Generator, value_type: Attribute) -> Array:
    """Numbers of a tensor type, of its sizes or a few more or less, or of any small ones; sometimes a splat."""
    assert is_tensor_type(value_type)
    near = rng.random() < 0.5
    shape = [
        max(0, (2 if size < 0 else size) + int(rng.choice([0, 0, 0, -1, 1, 2])))
        if near
        else int(rng.integers(4))
        for size in value_type.get_shape()
    ]
    numbers = rng.choice(HUGE if rng.random() < 0.1 else NUMBERS, size=shape)
    dtype = dtype_of(value_type.element_type)
    array = np.asarray(numbers).astype(np.int64 if dtype.kind in "iub" else np.float64).astype(dtype)
    if array.size and rng.random() < 0.3:
        return cast(Array, np.broadcast_to(array[(0,) * array.ndim], array.shape))
    return array


@sampled("tries", 2, 40)
def test_numpy_does_not_speak(tries: int) -> None:
    rng = np.random.default_rng(7)
    for op in ops_of_the_lit_files():
        types = list(op.operand_types)
        copy = detached_copy(op, *[[*map(of_unknown_sizes, each)] for each in (types, op.result_types)])
        for _ in range(tries):
            with quiet():
                values: list[Value] = [drawn(rng, each) for each in types]
            shown = f"{op} on {[np.asarray(value).tolist() for value in values]}"
            limits = Limits(iterations=50, work=10**9, bytes=1 << 24)
            with quiet():
                try:
                    prepared = Compiler(limits=limits).prepare(copy)
                    if prepared.captured:
                        break
                    prepared.run(values)
                except Exception as error:
                    found = error.__cause__ if isinstance(error, EvaluationError) else error
                    if found is not None:
                        pytest.fail(f"{type(found).__name__}: {found}: {shown}")
