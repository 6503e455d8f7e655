"""The exam of the arbiter: 200 programs with faults put in by hand, whose verdicts are known.

    python -m tests.campaigns.accuracy.exam 200

prints each answer that is not right. With `reduced` the wrong ones are made small, too: what is left has to have the op
that is computed wrongly.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from tests.helpers.programs import parse
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.execution.boundary import check_arguments
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, Kernel
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.workbench.triage.implementations import REFUSED, Options, ProgramOutcome
from xdsl_stablehlo.workbench.triage.rulings import Ruling, StillWrong, normal_form, reduced, rule_on

from . import tensor_faults
from .faults import FAULTS, WRONG, FaultyOp


class FaultyCompiler(Compiler):
    """The interpreter with one op computed in another way."""

    def __init__(self, functions: Mapping[str, FuncOp], fault: FaultyOp):
        super().__init__(functions)
        self.fault = fault

    def without_regions(self, op: Operation, entry: Entry) -> Kernel:
        kernel, change = super().without_regions(op, entry), self.fault.fault
        if isinstance(change, tuple) or op.name != f"stablehlo.{self.fault.op}":
            return kernel

        def run(*operands: Any, **options: Any) -> Any:
            given = kernel(*operands, **options)
            (right,) = given if isinstance(given, tuple) else (given,)
            names = dict(zip("rxyz", (np.array(right), *operands, None, None), strict=False))
            if isinstance(change, str):
                made = eval(change, {"np": np, "NAN": np.nan, **names})
            else:
                made = change(names["r"], names["x"], names["y"])
            made = np.asarray(made).astype(np.asarray(right).dtype)
            return (made,) if isinstance(given, tuple) else made

        return run


@dataclass(frozen=True)
class ExamProgram:
    """A program with a fault, for one element type."""

    fault: FaultyOp
    element: str
    is_inside: bool
    """Whether there are other ops around."""

    @property
    def name(self) -> str:
        """What is computed wrongly, for messages."""
        return f"{self.fault.op} of {self.element}, {self.fault.ruling}"

    @cached_property
    def types(self) -> tuple[list[str], str]:
        """The types of the arguments and of the result."""
        inputs, result = self.fault.signature.replace("E", self.element).split("->")
        return [f"tensor<{t}>" for t in inputs.split(",") if t], f"tensor<{result}>"

    @cached_property
    def text(self) -> str:
        """The program."""
        inputs, result = self.types
        body = self.fault.body.replace("SIG", f"({', '.join(inputs)}) -> {result}")
        body = re.sub("(?<=[<x])E(?=>)", self.element, body)
        names = ("%x", "%y", "%z")[: len(inputs)]
        if not self.is_inside:
            parameters = ", ".join([f"{name}: {t}" for name, t in zip(names, inputs, strict=True)])
            return f"func.func @main({parameters}) -> {result} {{\n{body}\nreturn %r : {result}\n}}"
        parameters = ", ".join([f"{name}0: {t}" for name, t in zip(names, inputs, strict=True)])
        before = [
            f"{name} = stablehlo.optimization_barrier {name}0 : {t}"
            for name, t in zip(names, inputs, strict=True)
        ]
        larger = result.replace("tensor<", "tensor<1x")
        beside = "not" if self.fault.op == "popcnt" else "popcnt"
        after = [
            "%c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>",
            f"%w = stablehlo.{beside} %c : tensor<2xi32>",
            f"%q = stablehlo.reshape %r : ({result}) -> {larger}",
            f"return %w, %q : tensor<2xi32>, {larger}",
        ]
        lines = "\n".join([*before, body, *after])
        return f"func.func @main({parameters}) -> (tensor<2xi32>, {larger}) {{\n{lines}\n}}"

    @cached_property
    def arguments(self) -> list[Array]:
        """Its arguments."""
        types = functions_of(parse(self.text))["main"].function_type.inputs
        given = zip(self.fault.arguments, types, strict=True)
        with np.errstate(all="ignore"):
            return [np.asarray(x).astype(dtype_of(element_type_of(t))) for x, t in given]

    def results(self, text: str, arguments: Sequence[Array], is_faulty: bool) -> tuple[Array, ...]:
        """What the interpreter gives for a program, or the faulty one."""
        functions = functions_of(parse(text))
        compiler = FaultyCompiler(functions, self.fault) if is_faulty else Compiler(functions)
        with quiet():
            body = compiler.function("main")
            return tuple(map(np.asarray, body(*check_arguments(functions["main"], arguments))))

    def faulty(self) -> tuple[Array, ...]:
        """The results of the faulty implementation for the whole program."""
        change = self.fault.fault
        if isinstance(change, str) or callable(change):
            return self.results(self.text, self.arguments, True)
        head, brace, body = self.text.partition("{\n")
        old, new = change
        assert old in body, (self.name, change)
        return self.results(head + brace + body.replace(old, new), self.arguments, False)

    def differing(self) -> set[str]:
        """The places where the faulty results are other than the right ones."""
        places: set[str] = set()
        each = zip(self.results(self.text, self.arguments, False), self.faulty(), strict=True)
        for number, (right, given) in enumerate(each):
            bits = [np.frombuffer(x.tobytes(), np.uint8).reshape(*x.shape, -1) for x in (right, given)]
            found = np.argwhere((bits[0] != bits[1]).any(-1))
            places |= {
                f"result {number}" + (f" at {[int(i) for i in at]}" if right.ndim else "") for at in found
            }
        return places

    def judged(self) -> Ruling:
        """The arbiter's ruling."""
        return rule_on(parse(self.text), self.arguments, ProgramOutcome(self.faulty()))

    # As an implementation, for the reducer.

    @property
    def can_be_reduced(self) -> bool:
        """Whether the fault is one of an op, and wrong."""
        return self.fault.ruling == WRONG and not isinstance(self.fault.fault, tuple)

    def run(self, module: ModuleOp, arguments: Sequence[Array], _: float, __: Options) -> ProgramOutcome:
        """The results for any program; refused where the fault does not fit it."""
        try:
            return ProgramOutcome(self.results(print_module(module), arguments, True))
        except Exception as error:
            return ProgramOutcome(failure=REFUSED, message=str(error))

    def smallest(self, ruling: Ruling) -> str:
        """The form of the smallest program that shows the same."""
        test = StillWrong(self, tuple(self.arguments), ruling.difference, 60.0)
        return normal_form(reduced(parse(self.text), self.arguments, test, 100)[0])


def exam(count: int) -> list[ExamProgram]:
    """So many programs, of every part of the exam."""
    every = [
        ExamProgram(fault, element, (i + j) % 2 == 1)
        for i, fault in enumerate((*FAULTS, *tensor_faults.FAULTS))
        for j, element in enumerate(fault.types)
    ]
    Random(0).shuffle(every)
    return every[:count]


def mistake(program: ExamProgram, is_reduced: bool = False) -> str | None:
    """What is not right in the answer for a program; None for a right answer."""
    differing = program.differing()
    if not differing:
        return f"{program.name}: the fault changes nothing\n{program.text}"
    ruling = program.judged()
    if ruling.ruling != program.fault.ruling:
        return f"{program.name}: {ruling}\n{program.text}"
    if ruling.ruling != WRONG:
        return None
    if ruling.place not in differing:
        return f"{program.name}: {ruling.place} is right, of {sorted(differing)}\n{program.text}"
    if is_reduced and program.can_be_reduced:
        form = program.smallest(ruling)
        if program.fault.op not in form.split() or len(form.split()) > 3:
            return f"{program.name}: made small, it is '{form}'"
    return None


def main(count: int, is_reduced: bool) -> int:
    """Print the mistakes; 1 if there are any."""
    programs = exam(count)
    mistakes = [
        found for found in (mistake(program, is_reduced) for program in programs) if found is not None
    ]
    print("\n".join(mistakes))
    kinds = Counter(program.fault.ruling for program in programs)
    print(f"{len(programs)} programs ({dict(sorted(kinds.items()))}), {len(mistakes)} answers are not right")
    return int(bool(mistakes))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), "reduced" in sys.argv))
