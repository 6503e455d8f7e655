"""Random programs of many ops, with what the public generator leaves out: dead code that would fail, and effects.

A `portable` one leaves out what the C++ interpreter does not know, does not survive or computes in its own way: checks,
integer division by zero, conversions of what does not fit, reductions from any start.
"""

from __future__ import annotations

from collections.abc import Collection

from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.check import ExpectEqOp
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions
from xdsl_stablehlo.workbench.fuzzing.generator import FAMILIES, SHAPES, USUAL_TYPES, CodeScope, Generator
from xdsl_stablehlo.workbench.fuzzing.sketch import TensorKind
from xdsl_stablehlo.workbench.fuzzing.writers import writers_of


class WholeProgram(Generator):
    """Writes one program."""

    types_of_program: tuple[str, ...] = USUAL_TYPES

    def __init__(self, seed: int, size: int = 14, portable: bool = False, without: Collection[str] = ()):
        families = tuple([name for name in FAMILIES if name not in without])
        options = FuzzOptions(size, families, self.types_of_program, undefined=not portable)
        simple, nested = writers_of(options)
        more = [] if portable else [write_trap, write_trap, write_effect, write_effect]
        super().__init__(seed, options, [*simple, *more], nested)
        self.portable = portable

    def text(self) -> str:
        """The program as text."""
        return print_module(self.program())


def write_trap(g: Generator, scope: CodeScope) -> None:
    """Integer division by zero, in dead code."""
    kind = TensorKind(g.random.choice(("i32", "ui8")), g.random.choice(SHAPES))
    value = g.same(scope, kind)
    g.for_one_op(scope, hlo.DivOp(value, g.splat(scope, kind, 0)))


def write_effect(g: Generator, scope: CodeScope) -> None:
    """A check that holds."""
    found = g.value(scope, lambda k: k.is_integer or k.element == "i1")
    if found is not None:
        scope.block.add_op(ExpectEqOp(found[0], found[0]))


def random_program(seed: int, size: int = 14, portable: bool = False, without: Collection[str] = ()) -> str:
    """The program of a seed. `size` bounds the number of ops in `@main`, nested ones aside; families of ops may be left
    out."""
    return WholeProgram(seed, size, portable, without).text()
