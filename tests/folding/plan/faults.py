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
from xdsl_stablehlo import parse_module, register_dialects, verify_module
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.programs import constants, symbols, transaction
from xdsl_stablehlo.values.element_types import Array

FOLDING = (
    str(Path(xdsl_stablehlo.folding.__file__).parent),
    *(str(module.__file__) for module in (constants, symbols, transaction)),
)
"""The files of the folder, and of what looks at programs and changes them for it."""
XDSL = xdsl.ir.core.__file__

Point: TypeAlias = "tuple[str, int]"
"""A file and a line of it."""

PROGRAMS = {
    "calls": """
module @calls {
  func.func public @main(%x: tensor<4xf32> {jax.arg_info = "x"}, %n: tensor<i32>)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<i32>) {
    %two = stablehlo.constant dense<2.0> : tensor<4xf32> loc("two")
    %three = stablehlo.constant {note = "kept"} dense<[3.0, 1.0, 4.0, 1.0]> : tensor<4xf32>
    %again = stablehlo.constant dense<2.0> : tensor<4xf32>
    %unread = stablehlo.add %x, %x : tensor<4xf32>
    %five = stablehlo.add %two, %three : tensor<4xf32> loc("sum"("a.py":1:2))
    %a = func.call @scaled(%x, %two) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %b = func.call @scaled(%a, %three) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %c = func.call @shifted(%b, %again) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %d = func.call @whole(%five) : (tensor<4xf32>) -> tensor<4xf32>
    %e = stablehlo.multiply %c, %d : tensor<4xf32>
    %t = stablehlo.tuple %e, %five : tuple<tensor<4xf32>, tensor<4xf32>>
    %f = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
    %g = stablehlo.custom_call @triple(%five) : (tensor<4xf32>) -> tensor<4xf32>
    %h = stablehlo.add %f, %g : tensor<4xf32>
    %k = stablehlo.optimization_barrier %five : tensor<4xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %o = stablehlo.divide %zero, %zero : tensor<i32>
    return %h, %k, %o : tensor<4xf32>, tensor<4xf32>, tensor<i32>
  }
  func.func private @scaled(%v: tensor<4xf32> {a.b = 1 : i32}, %by: tensor<4xf32> {a.b = 2 : i32}) -> tensor<4xf32> {
    %square = stablehlo.multiply %by, %by : tensor<4xf32>
    %r = stablehlo.multiply %v, %square : tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func private @shifted(%v: tensor<4xf32>, %by: tensor<4xf32>) -> tensor<4xf32> {
    %r = stablehlo.add %v, %by : tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func private @whole(%v: tensor<4xf32>) -> tensor<4xf32> {
    %r = func.call @shifted(%v, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
  module @inner {
    func.func @main() -> tensor<i32> {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r = stablehlo.add %one, %one : tensor<i32>
      return %r : tensor<i32>
    }
  }
}
""",
    "control": """
module @control {
  func.func public @main(%x: tensor<2x3xf32>, %p: tensor<i1>, %i: tensor<i32>)
      -> (tensor<2x3xf32>, tensor<?x3xf32>, tensor<i32>, tensor<6x3xf32>, tensor<i32>) {
    %true = stablehlo.constant dense<true> : tensor<i1>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
    %zeros = stablehlo.constant dense<0.0> : tensor<2x3xf32>
    %taken = "stablehlo.if"(%true) ({
      %y = stablehlo.negate %x : tensor<2x3xf32>
      %z = stablehlo.add %y, %zeros : tensor<2x3xf32>
      stablehlo.return %z : tensor<2x3xf32>
    }, {
      %y = stablehlo.abs %x : tensor<2x3xf32>
      stablehlo.return %y : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    %passed = "stablehlo.if"(%true) ({
      stablehlo.return %x : tensor<2x3xf32>
    }, {
      stablehlo.return %zeros : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    %open = "stablehlo.if"(%p) ({
      %y = stablehlo.add %one, %ten : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }, {
      %y = stablehlo.subtract %ten, %one : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %case = "stablehlo.case"(%one) ({
      stablehlo.return %i : tensor<i32>
    }, {
      %y = stablehlo.multiply %i, %ten : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }, {
      %y = func.call @gone(%i) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %known = stablehlo.while(%n = %one) : tensor<i32>
    cond {
      %less = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %more = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %more : tensor<i32>
    }
    %loop:2 = stablehlo.while(%n = %case, %step = %one) : tensor<i32>, tensor<i32>
    cond {
      %less = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %twice = stablehlo.add %step, %step : tensor<i32>
      %more = stablehlo.add %n, %twice : tensor<i32>
      stablehlo.return %more, %step : tensor<i32>, tensor<i32>
    }
    %false = stablehlo.constant dense<false> : tensor<i1>
    %never = stablehlo.while(%n = %loop#0) : tensor<i32>
    cond {
      stablehlo.return %false : tensor<i1>
    } do {
      stablehlo.return %n : tensor<i32>
    }
    %wide = stablehlo.dynamic_reshape %taken, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
    %spread = stablehlo.dynamic_broadcast_in_dim %passed, %shape, dims = [0, 1]
      : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    %chosen = stablehlo.select %true, %spread, %taken : tensor<i1>, tensor<2x3xf32>
    %joined = stablehlo.concatenate %zeros, %zeros, %chosen, dim = 0
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
    %size = stablehlo.get_dimension_size %wide, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
    %sum = stablehlo.add %open, %known : tensor<i32>
    %all = stablehlo.add %sum, %size : tensor<i32>
    return %chosen, %wide, %never, %joined, %all
      : tensor<2x3xf32>, tensor<?x3xf32>, tensor<i32>, tensor<6x3xf32>, tensor<i32>
  }
  func.func @blocks(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.add %one, %one : tensor<i32>
    "test.jump"(%two)[^next] : (tensor<i32>) -> ()
  ^next(%n: tensor<i32>):
    %unread = stablehlo.add %n, %two : tensor<i32>
    %r = stablehlo.add %n, %x : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @gone(%x: tensor<i32>) -> tensor<i32> {
    "test.jump"(%x)[^next] : (tensor<i32>) -> ()
  ^next(%n: tensor<i32>):
    return %n : tensor<i32>
  }
}
""",
}


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
