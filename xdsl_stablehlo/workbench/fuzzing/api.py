"""Random programs from Python."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.programs.verification import verify_module
from xdsl_stablehlo.text import parse_module, print_module
from xdsl_stablehlo.values.element_types import Array

from .arguments import random_arguments
from .families.table import writers_of
from .generator import Generator
from .options import FuzzOptions


@dataclass(frozen=True)
class FuzzedProgram:
    """A random program, and arguments for its `@main`."""

    seed: int
    module: ModuleOp
    arguments: list[Array]

    @property
    def text(self) -> str:
        """The program as text."""
        return print_module(self.module)


def fuzz(seed: int, options: FuzzOptions | None = None) -> FuzzedProgram:
    """The program of a seed, verified: the same for the same seed and options, in every process.

    Examples:
        >>> fuzz(1).text == fuzz(1).text
        True
    """
    options = options or FuzzOptions()
    context = Context()
    register_all_dialects(context)
    text = Generator(seed, options, *writers_of(options)).program()
    module = parse_module(text, context, f"seed {seed}")
    verify_module(module)
    return FuzzedProgram(seed, module, random_arguments(module, seed, options))
