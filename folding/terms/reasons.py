"""Why an op stayed: a code for programs and a sentence for people."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, final

from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.interpreter.interface.errors import EvaluationError
from xdsl_stablehlo.ir.printable import kind_and_first_line
from xdsl_stablehlo.programs.foreign import AdoptionError

from ..options import HOOKS, FoldOptions, Hook


class Code(Enum):
    """The kinds of reasons why an op with constant operands stays, each with its name in reports and its meaning."""

    _value_: str
    meaning: str

    def __new__(cls, name: str, meaning: str = "") -> Code:
        code = object.__new__(cls)
        code._value_, code.meaning = name, meaning
        return code

    NOT_CONSTANT = "not-constant", "an operand depends on an argument, an effect or chance"
    SIDE_EFFECTS = "side-effects", "does something besides giving a result"
    NO_EVALUATOR = "no-evaluator", "nothing here knows how to evaluate it"
    UNDEFINED = "undefined", "the specification does not define the result"
    DYNAMIC_SIZE = "dynamic-size", "the size of the result is not known beforehand"
    ELEMENT_LIMIT = (
        "element-limit",
        "the constant would exceed fold-op-element-limit and frees less than it adds",
    )
    GROWTH_BUDGET = "growth-budget", "the module would grow beyond growth-budget"
    EXPANSION = "expansion", "the program computes the value quickly from less"
    OP_WORK_LIMIT = "op-work-limit", "evaluating the op takes more than op-work-limit"
    WORK_BUDGET = "work-budget", "work-budget is spent"
    LOOP_LIMIT = "loop-limit", "the loop runs beyond loop-limit"
    SECONDS = "seconds", "the seconds of the options are over"
    MEMORY = "memory", "the value takes more than value-bytes-limit"
    EXACTNESS = "exactness", "the result is not exact enough for the options"
    BARRIER = "barrier", "an optimization_barrier is respected"
    HOOK = "hook", "the should_fold hook said no"
    USES = "uses", "a user of the result cannot take a constant"
    FAILED = "failed", "the evaluation failed"


@final
class Refusal(NamedTuple):
    """Why one op is not folded."""

    code: Code
    message: str
    work: int = 0


class NotFolded(EvaluationError):
    """Ends an evaluation, inside a loop, a region or a call, that must not be folded."""

    def __init__(self, refusal: Refusal):
        super().__init__(refusal.message)
        self.refusal = refusal


class RefutedFoldError(PassFailedException):
    """A fold that is refuted by the function that `FoldOptions.prove` is: nothing is folded."""


# ---- exceptions inside the folder: only the op at which one is raised is not folded, and compilation goes on ----


RAISES = False
"""Whether exceptions reach the caller all the same. Tests set it, so that no defect stays unseen."""


class Failures:
    """The exceptions of one fold."""

    def __init__(self, options: FoldOptions):
        self._options = options
        self.any = False
        """Whether there was one."""

    def refusal(self, error: Exception, doing: str = "fold") -> Refusal:
        """The reason for an op that is not folded because of `error`, which is raised again if it is for the caller.

        Call it in the handler of that exception.
        """
        if RAISES or self.is_for_caller(error):
            raise error
        self.any = True
        return Refusal(Code.FAILED, f"fails to {doing}: {kind_and_first_line(error)}")

    def is_for_caller(self, error: Exception) -> bool:
        """Whether `error` is one of the options' hooks, a `MemoryError`, or one in a program of foreign classes."""
        hooks = [vars(self._options)[name] for name in HOOKS]
        of_hook = any(isinstance(hook, Hook) and hook.raised is error for hook in hooks)
        return of_hook or isinstance(error, MemoryError | AdoptionError | RefutedFoldError)
