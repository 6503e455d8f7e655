"""The question to z3: are there arguments for which some element of the results differs?"""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from xdsl_stablehlo.interpreter.tensor import Tensor
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.values.element_types import dtype_of

from .proofs import Answer
from .symbolic import Bits, kind_at, z
from .symbolic_tensors import Symbols, arguments_of, evaluated

ELEMENTS = 64
"""Elements of one value, at most."""
RESOURCES = 5_000_000
"""What z3 may take for one pair, as it counts itself: a second or two, and the same answer on every machine."""


def ask(before: FuncOp, after: FuncOp) -> Answer:
    """Whether two functions of one type give the same, or arguments for which they seem not to."""
    arguments = arguments_of(before, ELEMENTS)
    sides = [None if arguments is None else evaluated(func, arguments, ELEMENTS) for func in (before, after)]
    if arguments is None or sides[0] is None or sides[1] is None:
        return Answer()
    differences = [a != b for x, y in zip(*sides) for a, b in zip(x.flat, y.flat)]
    # In a context of its own, because what z3 finds depends on what it was asked before.
    own = z.Context()
    solver = z.Solver(ctx=own)
    solver.set("rlimit", RESOURCES)
    solver.add(z.Or(*differences).translate(own))
    found = solver.check()
    if found == z.unsat:
        return Answer(
            f"z3 finds no arguments for which an element differs ({counted(len(differences), 'element')})"
        )
    if found != z.sat:
        return Answer()
    model = solver.model()
    values = [_elements(model, symbols, value) for symbols, value in zip(arguments, before.body.block.args)]
    return Answer(None, tuple(values))


def _elements(model: Bits, symbols: Symbols, value: SSAValue) -> Tensor:
    """The elements that a model has for the symbols of a parameter."""
    tensor_type = cast(AnyTensorType, value.type)
    dtype, kind = dtype_of(tensor_type.element_type), kind_at(value)
    numbers = [
        model.eval(cast(Bits, symbol).translate(model.ctx), model_completion=True) for symbol in symbols.flat
    ]
    if kind is None:
        raw = np.array([bits.as_long() for bits in numbers], f"u{dtype.itemsize}")
        return Tensor(tensor_type, raw.view(dtype).reshape(symbols.shape))
    held = [bits.as_signed_long() if kind.signed else bits.as_long() for bits in numbers]
    wide = np.array(held, np.int64 if kind.signed else np.uint64)
    return Tensor(tensor_type, wide.astype(dtype).reshape(symbols.shape))
