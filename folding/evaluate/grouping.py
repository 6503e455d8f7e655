"""Which evaluations are done together: chains of elementwise ops on large arrays, block by block."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from xdsl_stablehlo.interpreter.execution.blocks import LARGE, fuse
from xdsl_stablehlo.interpreter.execution.executor import PreparedOp, Step
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.kernels.table import Kernel

from ..solver.deferred import Evaluation


class EvaluationGroup(NamedTuple):
    """Evaluations that are done together. One by one they are what they are together."""

    members: list[Evaluation]
    kernel: Kernel | None = None
    """Gives the results of `made` from `operands`; None for one evaluation."""
    operands: tuple[Value, ...] = ()
    made: tuple[Evaluation, ...] = ()
    """Those members whose results somebody reads behind them."""


class _Slots:
    """Numbers for values, by identity."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._numbers: dict[int, int] = {}

    def of(self, value: Value) -> int:
        """The number of a value."""
        number = self._numbers.setdefault(id(value), len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


def grouped(
    order: Sequence[Evaluation],
    passing: Collection[Evaluation],
    prepare: Callable[[Evaluation], PreparedOp | None],
) -> list[EvaluationGroup]:
    """The evaluations of `order` in groups, in an order in which each reads what was evaluated before.

    `passing` are those that nobody reads but others of them. `prepare` makes an op ready that can run in blocks.
    """
    large = any(result.stored > LARGE for evaluation in order for result in evaluation.results)
    if len(order) < 2 or not large:
        return [EvaluationGroup([evaluation]) for evaluation in order]
    slots = _Slots()
    steps: list[Step] = []
    evaluation_of: dict[int, Evaluation] = {}
    for evaluation in order:
        inputs = tuple([slots.of(operand) for operand in evaluation.operands])
        outputs = tuple([slots.of(result) for result in evaluation.results])
        prepared = prepare(evaluation)
        if prepared is None:
            steps.append(Step(_alone, inputs, outputs, (None,) * len(outputs), False, (), evaluation.op))
        else:
            kernel, forms = prepared.kernel, prepared.forms
            steps.append(Step(kernel, inputs, outputs, forms, prepared.single, (), evaluation.op))
        evaluation_of[outputs[0]] = evaluation
    returns = [slot for slot, evaluation in evaluation_of.items() if evaluation not in passing]
    groups: list[EvaluationGroup] = []
    for step in fuse(steps, returns):
        if step.parts:
            members = [evaluation_of[part.outputs[0]] for part in step.parts]
            operands = tuple([slots.values[slot] for slot in step.inputs])
            made = tuple([evaluation_of[slot] for slot in step.outputs])
            groups.append(EvaluationGroup(members, step.kernel, operands, made))
        else:
            groups.append(EvaluationGroup([evaluation_of[step.outputs[0]]]))
    return groups


def _alone(*_: Value) -> Value:
    """The kernel of a step that is in no group, and so never runs."""
    return ()
