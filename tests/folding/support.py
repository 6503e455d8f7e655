"""Folding a program in a test: every fold is verified, compared with the unfolded program, and done twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation

from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import FoldOptions, FoldReport, fold_module, verify_fold
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of

from ..helpers.programs import parse


@dataclass
class Folded:
    """A program after folding."""

    module: ModuleOp
    report: FoldReport
    text: str

    def ops(self, name: str | None = None) -> list[str]:
        """The names of the ops in all functions, terminators and functions left out; those of one function only."""
        found: list[str] = []
        for func in self.module.ops:
            if isinstance(func, FuncOp) and (name is None or func.sym_name.data == name):
                found += [op.name for op in func.body.walk() if not isinstance(op, ReturnOp)]
        return found

    def op(self, name: str) -> Operation:
        """The only op of this name."""
        (found,) = [op for op in self.module.walk() if op.name == name]
        return found

    def constants(self, function: str = "main") -> list[Array]:
        """What `function` returns; every result must be a constant."""
        (func,) = [f for f in self.module.ops if isinstance(f, FuncOp) and f.sym_name.data == function]
        last = func.body.blocks[0].last_op
        assert isinstance(last, ReturnOp)
        arrays: list[Array] = []
        for value in last.operands:
            assert isinstance(value.owner, ConstantOp), f"{value} is not constant:\n{self.text}"
            arrays.append(array_of(value.owner.value))
        return arrays

    def reasons(self) -> dict[str, str]:
        """For each kind of op that stayed with only constant operands, the code of the reason."""
        return {kept.op: kept.code for kept in self.report.explained()}


def fold(text: str, samples: int = 2, check: bool = True, twice: bool = True, **options: Any) -> Folded:
    """`text` parsed, folded and checked: it verifies, computes the same, and folding it again changes nothing.

    `check=False` is for what cannot be evaluated, `twice=False` for what a second run would count or measure again.
    """
    module = parse(text)
    before = module.clone()
    chosen = FoldOptions(**options)
    report = fold_module(module, chosen)
    verify_module(module)
    assert (report.ops_after, report.bytes_after) == size_of(module)
    if check:
        different = verify_fold(before, module, samples)
        assert different == [], "\n".join(map(str, different))
    printed = print_module(module)
    if twice:
        again = fold_module(module, chosen)
        assert print_module(module) == printed, "folding twice changes something"
        assert not again.changed
    return Folded(module, report, printed)


def size_of(module: ModuleOp) -> tuple[int, int]:
    """How many operations a program has, and the bytes of its constants, of a splat those of one element."""
    ops = [op for op in module.walk() if is_operation(op)]
    return len(ops), sum(map(bytes_of, ops))


def is_operation(op: Operation) -> bool:
    """Whether an op is an operation of a program: no module, no function, nothing that ends a block."""
    ends = bool(op.successors) or op.name.endswith(".return")
    return op.name not in ("builtin.module", "func.func") and not ends


def bytes_of(op: Operation) -> int:
    """The bytes of a constant, of a splat those of one element; 0 for any other op."""
    if not isinstance(op, ConstantOp):
        return 0
    array = array_of(op.value)
    if not any(array.strides) or not array.size:
        return array.itemsize
    elements = np.frombuffer(array.tobytes(), np.uint8).reshape(-1, array.itemsize)
    return array.itemsize if (elements == elements[0]).all() else array.nbytes


def main(body: str, result: str, arguments: str = "", returned: str = "%r") -> str:
    """A function `@main` around `body` that returns `%r` of type `result`."""
    return f"func.func @main({arguments}) -> {result} {{\n{body}\nreturn {returned} : {result}\n}}\n"


def values(array: Array) -> Any:
    """The elements as Python values, for comparing."""
    return np.asarray(array).tolist()


def keep(name: str) -> Callable[[Operation], bool | None]:
    """A hook `should_fold` that keeps StableHLO's ops of this name."""

    def hook(op: Operation) -> bool | None:
        return False if op.name == f"stablehlo.{name}" else None

    return hook
