"""Raising at any line of the folder, and telling whether a module is still what it was."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeAlias, cast

import numpy as np
import xdsl.ir.core
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, OpResult, SSAValue

import xdsl_stablehlo.folding
from tests.helpers.programs import named
from xdsl_stablehlo import parse_module, register_dialects, verify_module
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.programs import constants, symbols, transaction
from xdsl_stablehlo.values.element_types import Array

TEXTS = named(__file__)

FOLDING = (
    str(Path(xdsl_stablehlo.folding.__file__).parent),
    *(str(module.__file__) for module in (constants, symbols, transaction)),
)
"""The files of the folder, and of what looks at programs and changes them for it."""
XDSL = xdsl.ir.core.__file__

Point: TypeAlias = "tuple[str, int]"
"""A file and a line of it."""

PROGRAMS = {"calls": TEXTS["calls"], "control": TEXTS["control"]}


def options(**more: Any) -> FoldOptions:
    """Options under which both programs go through most of the folder."""
    given: dict[str, Any] = {
        "should_fold": no_opinion,
        "custom_calls": {"triple": triple},
        "fuse_locations": True,
    }
    return FoldOptions(**(given | more))


def no_opinion(_: Operation) -> None:
    """A `should_fold` that leaves everything to the options."""


def triple(array: Array) -> Array:
    """What the custom call @triple of a program computes."""
    return array * np.float32(3)


def state(module: ModuleOp) -> list[Any]:
    """Every object of the module and all that is said of it; the objects are kept alive, so that they are the same."""
    return [entry for op in module.walk() for entry in _of_op(op)]


def _of_op(op: Operation) -> Iterator[Any]:
    yield (
        op,
        op.parent,
        op.prev_op,
        op.next_op,
        tuple(op.operands),
        tuple(op.successors),
        op.regions,
        op.location,
    )
    yield dict(op.properties), dict(op.attributes)
    yield [_of_value(result) for result in op.results]
    for region in op.regions:
        yield region.parent, region.first_block, region.last_block
        for block in region.blocks:
            yield block, block.parent, block.prev_block, block.next_block, block.first_op, block.last_op
            yield [(use.operation, use.index) for use in block.uses]
            yield [(argument.block, argument.location, *_of_value(argument)) for argument in block.args]


def _of_value(value: SSAValue) -> tuple[Any, ...]:
    uses = [(use, use.operation, use.index) for use in value.uses]
    return value, value.type, value.owner, cast(OpResult, value).index, value.name_hint, uses


class Faults:
    """Runs something and does something else at one of the lines that it goes through in `files`."""

    def __init__(self, *files: str, functions: tuple[str, ...] = ()):
        self.files = files
        self.functions = functions
        """If any are named, only these are looked at."""
        self.hits: Counter[Point] = Counter()

    def run(self, action: Callable[[], Any], at: Point | None = None, hit: int = 1, fault: Any = None) -> Any:
        """What `action` gives; `fault()` is called at the given hit of a point."""
        self.hits.clear()
        wanted: dict[CodeType, bool] = {}
        closing: set[FrameType] = set()
        """Generators that are not read to the end. What is raised while they are closed is lost in Python."""

        def line(frame: FrameType, event: str, given: Any) -> Any:
            if event == "exception" and given[0] is GeneratorExit:
                closing.add(frame)
            if event == "line" and frame not in closing:
                point = frame.f_code.co_filename, frame.f_lineno
                self.hits[point] += 1
                if point == at and self.hits[point] == hit:
                    fault()
            return line

        def call(frame: FrameType, *_: Any) -> Any:
            code = frame.f_code
            if code not in wanted:
                wanted[code] = self._looks_at(code, at)
            return line if wanted[code] else None

        before = sys.gettrace()
        sys.settrace(call)
        try:
            return action()
        finally:
            sys.settrace(before)

    def _looks_at(self, code: CodeType, at: Point | None) -> bool:
        if self.functions and code.co_name not in self.functions:
            return False
        if at is None:
            return code.co_filename.startswith(self.files)
        return code.co_filename == at[0] and any(line == at[1] for _, _, line in code.co_lines())


def interrupt() -> None:
    """Ctrl-C."""
    raise KeyboardInterrupt


def no_memory() -> None:
    """There is none left."""
    raise MemoryError


def all_hits(faults: Faults, name: str, chosen: FoldOptions) -> list[tuple[Point, int]]:
    """Every line that folding a program goes through, each at its first hit and some at another one."""
    fold_module(fresh(name), options=chosen)  # What is cached for good is no part of folding.
    module = fresh(name)
    faults.run(lambda: fold_module(module, options=chosen))
    return list(_sampled(faults.hits))


def _sampled(hits: Counter[Point]) -> Iterator[tuple[Point, int]]:
    drawn = random.Random(0)
    for point, count in hits.items():
        # A line of xDSL is first hit before anything is changed.
        yield point, 1 if point[0] != XDSL else drawn.randint(1, count)
        if point[0] == XDSL or drawn.random() < 0.15:
            yield point, drawn.randint(1, count)


CONTEXT = Context(allow_unregistered=True)
register_dialects(CONTEXT)


def fresh(name: str) -> ModuleOp:
    """One of the programs, parsed and verified."""
    module = parse_module(PROGRAMS[name], CONTEXT)
    verify_module(module)
    return module
