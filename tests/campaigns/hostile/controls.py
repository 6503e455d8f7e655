"""Doors that are broken on purpose: a run behind one of them has to find it, whatever else it finds."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp

from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo import NegOp

from .judge import Doors, Outcome, fold, judged, parse

SOUND = Doors()


def _raises(text: str) -> ModuleOp:
    raise KeyError(text[:10])


def _refuses(text: str) -> ModuleOp:
    return parse(text + "}")


def _accepts(text: str) -> ModuleOp:
    """Reads other numbers than there are, without a trace in what it prints and reads later."""
    return parse(text.replace("-1", "1"))


def _loops(text: str) -> ModuleOp:
    while True:
        pass


def _eats(text: str) -> ModuleOp:
    """As NumPy says it; not asked of the machine, because tests run without a limit."""
    raise MemoryError(text[:10])


def _dies(text: str) -> ModuleOp:
    os.kill(os.getpid(), signal.SIGKILL)
    return parse(text)


def _prints_less(module: ModuleOp) -> str:
    """Another number each time it is printed and read."""
    return re.sub(r"-(\d+)", lambda match: f"-{int(match[1]) + 1}", print_module(module))


def _folds_wrongly(module: ModuleOp) -> None:
    """Negates what functions return."""
    for returned in [op for op in module.walk() if isinstance(op, ReturnOp)]:
        for index, operand in enumerate(returned.operands):
            negated = NegOp.create(operands=[operand], result_types=[operand.type])
            assert returned.parent is not None
            returned.parent.insert_op_before(negated, returned)
            returned.operands[index] = negated.results[0]


def _folds_to_nothing_valid(module: ModuleOp) -> None:
    fold(module)
    for func in module.ops:
        if isinstance(func, FuncOp) and func.body.blocks and (last := func.body.blocks[-1].last_op):
            last.detach()


def _never_done(module: ModuleOp) -> None:
    fold(module)
    done = module.attributes.get("test.folded")
    module.attributes["test.folded"] = StringAttr((done.data if isinstance(done, StringAttr) else "") + "x")


def _evaluates_nothing(func: FuncOp, args: Sequence[Any]) -> tuple[Any, ...]:
    raise ZeroDivisionError


CONTROLS: dict[str, tuple[Doors, str, str]] = {
    "raises": (replace(SOUND, parse=_raises), "judge", "KeyError"),
    "memory": (replace(SOUND, parse=_eats), "judge", "MemoryError"),
    "printer": (replace(SOUND, print=_prints_less), "judge", "print: reads back otherwise"),
    "values": (replace(SOUND, fold=_folds_wrongly), "judge", "fold: other values"),
    "invalid": (replace(SOUND, fold=_folds_to_nothing_valid), "judge", "fold: an invalid module"),
    "twice": (replace(SOUND, fold=_never_done), "judge", "fold: folding again changes something"),
    "evaluator": (replace(SOUND, evaluate=_evaluates_nothing), "judge", "ZeroDivisionError"),
    "refuses": (replace(SOUND, parse=_refuses), "C++", "C++ accepts"),
    "accepts": (replace(SOUND, parse=_accepts), "C++", "C++ reads another program"),
    "dies": (replace(SOUND, parse=_dies), "worker", "killed by SIGKILL"),
    "hangs": (replace(SOUND, parse=_loops), "worker", "of processor time"),
}
"""What is broken, who notices, and what the finding says."""


def judged_behind(request: tuple[str, str]) -> Outcome:
    """What becomes of a text behind the doors of this name, which are sound where there is no such control."""
    name, text = request
    return judged(text, CONTROLS[name][0] if name in CONTROLS else SOUND)
