"""Why an op stayed: a code for programs and a sentence for people."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, final

from xdsl_stablehlo.interpreter.errors import EvaluationError


class Code(Enum):
    """The kinds of reasons for which an op with constant operands stays."""

    NOT_CONSTANT = "not-constant"
    SIDE_EFFECTS = "side-effects"
    NO_EVALUATOR = "no-evaluator"
    UNDEFINED = "undefined"
    DYNAMIC_SIZE = "dynamic-size"
    ELEMENT_LIMIT = "element-limit"
    GROWTH_BUDGET = "growth-budget"
    EXPANSION = "expansion"
    OP_WORK_LIMIT = "op-work-limit"
    WORK_BUDGET = "work-budget"
    LOOP_LIMIT = "loop-limit"
    SECONDS = "seconds"
    MEMORY = "memory"
    EXACTNESS = "exactness"
    BARRIER = "barrier"
    HOOK = "hook"
    USES = "uses"
    FAILED = "failed"


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
