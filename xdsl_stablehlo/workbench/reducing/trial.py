"""One candidate: made by a step, verified, smaller than what there was, and asked whether it is interesting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.programs.verification import diagnostics
from xdsl_stablehlo.text import parse_module, print_module

from .program import Unread, Weight, weight_of
from .steps import STEPS

Interesting: TypeAlias = Callable[[str], bool]
"""Says of a program, which is valid, whether it still shows what is looked for. The same for equal programs."""


@dataclass(frozen=True, order=True)
class Window:
    """The targets from `end - length` to `end` of the step with a number."""

    step: int
    length: int
    end: int


@dataclass
class Trial:
    """Tries candidates. What it knows of the program at hand, it keeps for the next one."""

    interesting: Interesting
    _text: str = ""
    _module: ModuleOp = field(default_factory=lambda: ModuleOp([]))
    _weight: Weight = ()
    _boring: set[str] = field(default_factory=set[str])

    def __call__(self, text: str, window: Window) -> str | None:
        """A smaller program that is interesting, made of `text` at a window; None where there is none."""
        if text != self._text:
            self._module, self._text = read_program(text), text
            self._weight = weight_of(self._module, text)
        made = self._made(window)
        if made is None or made in self._boring:
            return None
        if self.interesting(made):
            return made
        self._boring.add(made)
        return None

    def _made(self, window: Window) -> str | None:
        """The text of the candidate; None where it is not valid or not smaller."""
        step, module = STEPS[window.step], self._module.clone()
        with deep_recursion():
            unread = Unread.of(module)
            chosen = step.targets(module)[max(window.end - window.length, 0) : window.end]
            try:
                step.change(module, chosen)
            except (
                ValueError,
                VerifyException,
            ):  # types and attributes that cannot be are refused when they are made
                return None
            unread.remove_others(module)
            if next(iter(diagnostics(module)), None) is not None:
                return None
            text = print_module(module)
            return text if weight_of(module, text) < self._weight else None


def read_program(text: str) -> ModuleOp:
    """The module of a program that was printed or is known to be right; ops of other dialects are kept as they are."""
    context = Context(allow_unregistered=True)
    register_all_dialects(context)
    return parse_module(text, context, "program")
