"""The folder's knowledge of the values of one function, and why they do not fold: found out when somebody asks.

The function is copied with those that it calls, and the copy is analysed, and folded if a reason is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from math import prod

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from xdsl_stablehlo.folding import ConstantAnalysis, FloatKinds, FoldOptions, IntegerFact
from xdsl_stablehlo.folding.explanations.causes import Fates, link_of
from xdsl_stablehlo.folding.facts.arithmetic import trailing_ones
from xdsl_stablehlo.folding.facts.lattice import kind_of_integers
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.constants import is_defined_constant

SHOWN = 1 << 22
"""The most elements of a constant that is evaluated to be shown."""

WAYS, LINKS = 2, 4
"""The number of causes that are named for a value, and of values on the way to each."""


class OutOfDate(Exception):
    """The function has been edited: nobody waits for what is known of it any more."""


class FunctionKnowledge:
    """The knowledge of the values of `function`, which calls `callees`. Its methods may take long."""

    def __init__(self, function: FuncOp, callees: Sequence[Operation]):
        self.is_out_of_date = False
        self._options = FoldOptions(
            should_fold=lambda _: self._check(), on_progress=lambda _: self._check(), specialize_calls=False
        )
        self._copies: dict[SSAValue, SSAValue] = {}
        self._given = function, callees

    @cached_property
    def function(self) -> FuncOp:
        """The copy of the function. It is public: its own arguments are what is not known, whoever calls it."""
        with deep_recursion():
            function = self._given[0].clone(value_mapper=self._copies)
        function.properties.pop("sym_visibility", None)
        return function

    @cached_property
    def module(self) -> ModuleOp:
        """The copy, in a module with copies of the functions that it calls."""
        with deep_recursion():
            return ModuleOp([self.function, *[callee.clone() for callee in self._given[1]]])

    def _check(self) -> None:
        if self.is_out_of_date:
            raise OutOfDate

    @cached_property
    def _analysis(self) -> ConstantAnalysis:
        with deep_recursion(), default_environment():
            return ConstantAnalysis(self.module, self._options)

    @cached_property
    def fates(self) -> Fates:
        """The results of folding."""
        with deep_recursion(), default_environment():
            return Fates(self.module, self._options)

    def prepare(self) -> None:
        """Find out what is known, before somebody asks. An error is that of who asks."""
        if not self.is_out_of_date:
            with suppress(Exception):
                self.known(self.function.args[0] if self.function.args else next(iter(self._copies)))

    def is_constant(self, value: SSAValue) -> bool:
        """Whether a value is the same in every execution."""
        analysis = self._analysis
        return analysis.is_constant(self._copies[value])

    def constant(self, value: SSAValue) -> Tensor | None:
        """The tensor that a value always is; None where it is not constant, or too large to be shown."""
        analysis, t = self._analysis, value.type
        copied = self._copies[value]
        if not is_tensor_type(t) or not analysis.is_constant(copied):
            return None
        shape = analysis.shape(copied)
        if shape is None or prod(shape) > SHOWN:
            return None
        with default_environment():
            return analysis.value(copied)

    def known(self, value: SSAValue) -> str:
        """The knowledge of a value, in a few words; nothing if nothing is."""
        analysis = self._analysis
        copied = self._copies.get(value)
        if copied is None:
            return ""
        tensor = self.constant(value)
        if tensor is not None:
            return elements_text(tensor)
        if analysis.is_constant(copied):
            return "constant"
        with default_environment():
            return ", ".join(_fact_text(analysis.fact(copied), value.type))

    def story(self, value: SSAValue) -> list[str]:
        """Whether the op of a value folds; if not, the reason, and what it waits for."""
        fates = self.fates
        copied = self._copies.get(value)
        if copied is None:
            return []
        op = copied.owner
        if isinstance(copied, BlockArgument) and isinstance(copied.block.parent_op(), FuncOp):
            waiting = fates.waiting(copied)
            return [f"{waiting} {'op waits' if waiting == 1 else 'ops wait'} for it"] if waiting else []
        if not isinstance(op, Operation) or is_defined_constant(copied):
            return []
        if fates.goes(op):
            return ["folds: its op goes when the function is folded"]
        kept = fates.kept(op)
        told = [] if kept is None else [f"does not fold: it {kept.reason} ({kept.code})"]
        for way in fates.ways(op)[:WAYS]:
            links = [self._link(each) for each in way]
            shown = links if len(links) <= LINKS else [*links[: LINKS - 1], "...", links[-1]]
            told.append(f"waits for {' <- '.join(shown)}")
        return told or ["its op stays"]

    def _link(self, value: SSAValue) -> str:
        """A value on the way to a cause, by its name if it has one."""
        what = link_of(value).what
        return f"%{value.name_hint} = {what}" if value.name_hint and isinstance(value, OpResult) else what


def elements_text(tensor: Tensor) -> str:
    """The elements of a tensor, shortened."""
    array = tensor.array
    if array.ndim and array.size > 1 and (array == array.flat[0]).all():
        return f"all {np.array2string(array.flat[0])}"
    text = " ".join(repr(tensor).removeprefix("Tensor(").rpartition(" : ")[0].split())
    text = text.replace("[ ", "[").replace(" ,", ",")
    return {"True": "true", "False": "false"}.get(text, text)


def _fact_text(fact: IntegerFact | FloatKinds | None, declared: Attribute) -> list[str]:
    if not is_tensor_type(declared):
        return []
    if isinstance(fact, FloatKinds):
        return _kinds_text(fact)
    kind = kind_of_integers(declared.element_type)
    if fact is None or kind is None:
        return []
    said: list[str] = []
    if fact.low > kind.least and fact.high < kind.most:
        said.append(f"{fact.low} to {fact.high}")
    elif fact.low > kind.least:
        said.append(f"at least {fact.low}")
    elif fact.high < kind.most:
        said.append(f"at most {fact.high}")
    trailing = trailing_ones(fact.zeros)
    if 0 < trailing < kind.width:
        said.append(f"a multiple of {1 << trailing}")
    elif fact.ones & 1:
        said.append("odd")
    by_range = kind.refined(kind.between(fact.low, fact.high))
    more = (fact.zeros & ~by_range.zeros | fact.ones & ~by_range.ones) >> max(trailing, fact.ones & 1)
    if more:
        bits = reversed(range(kind.width))
        signs = ["1" if fact.ones >> i & 1 else "0" if fact.zeros >> i & 1 else "?" for i in bits]
        said.append(f"bits {''.join(signs)}")
    return said


_NEVER = {
    FloatKinds.NAN: "never NaN",
    FloatKinds.INFINITE: "finite",
    FloatKinds.ZERO | FloatKinds.NEGATIVE_ZERO: "never 0",
}


def _kinds_text(kinds: FloatKinds) -> list[str]:
    """The kinds of floats that may occur, by those that do not."""
    numbers = kinds & ~FloatKinds.NAN
    if not numbers:
        return ["always NaN"]
    said = [text for none, text in _NEVER.items() if not kinds & none]
    if not numbers & (FloatKinds.NEGATIVE | FloatKinds.NEGATIVE_ZERO):
        said.append("without a sign")
    elif not numbers & FloatKinds.NEGATIVE:
        said.append("not negative")
    elif not numbers & FloatKinds.POSITIVE:
        said.append("not positive")
    return said
