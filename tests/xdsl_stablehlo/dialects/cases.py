"""Programs of one op that the verifier must reject, each for one constraint of the specification.

    Case("pad_c2_high", "pad", ["tensor<2xf32>", "tensor<f32>"], ["tensor<2xf32>"], "..", "have same size")

The name begins with the op and the label of the constraint: `test_labels` counts on it. The expected words are
those of the C++ verifier, which is asked as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.oracle import reprinted, verifies
from tests.helpers.programs import function, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.stablehlo.attributes import TypeExtensionsAttr
from xdsl_stablehlo.dialects.stablehlo.shapes import DYNAMIC

UNKNOWN = DYNAMIC
"""The size that is written `?`."""


@dataclass(frozen=True)
class Case:
    """One op in generic form, and what the error says."""

    name: str
    op: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    attributes: str
    message: str
    """Words that both verifiers use."""
    regions: str = ""
    prelude: str = ""
    """Text in front of the function: another function, for example."""
    ours: str = ""
    """Our words, where they have to differ from those of C++."""
    unknown: bool = False
    """The oracle is too old to know, or leaves out what the program needs (the quant dialect)."""

    @property
    def label(self) -> str:
        """The label in the name, `C2`; empty for what has no number in the specification."""
        match = re.search(r"_([ci]\d+)(_|$)", self.name)
        return match[1].upper() if match is not None else ""

    def text(self) -> str:
        """The program."""
        operands = ", ".join(f"%a{i}" for i in range(len(self.inputs)))
        results = ", ".join(f"%r{i}" for i in range(len(self.outputs)))
        signature = f"({', '.join(self.inputs)}) -> ({', '.join(self.outputs)})"
        body = f'{results}{" = " if results else ""}"stablehlo.{self.op}"({operands})'
        body += f" <{{{self.attributes}}}>" if self.attributes else ""
        body += f" ({self.regions})" if self.regions else ""
        return self.prelude + function(f"{body} : {signature}", self.inputs, self.outputs)


def check_rejected(case: Case) -> None:
    """Both verifiers reject the program, with the expected words; ours names the constraint."""
    with pytest.raises((VerifyException, ParseError)) as raised:
        parse(case.text())
    error = str(raised.value)
    assert (case.ours or case.message) in error
    if case.label and not re.search(
        r"failed to satisfy constraint|#\d must be|inferred type|same size", error
    ):
        labels = re.findall(r"[CI]\d+", error.rsplit("(", 1)[-1])
        assert case.label in labels, error
    if not case.unknown and "!quant." not in case.text():
        theirs = verifies(case.text())
        assert theirs is not None, "the oracle accepts the program"
        assert case.message in theirs


def scalar_body(kind: str, t: str, returns: str = "%r") -> str:
    """A region `{^bb0(%x, %y): ..}` that applies `kind` to two scalars of element type `t`."""
    scalar = f"tensor<{t}>"
    return (
        f"{{^bb0(%x: {scalar}, %y: {scalar}):\n"
        f'  %r = "stablehlo.{kind}"(%x, %y) : ({scalar}, {scalar}) -> {scalar}\n'
        f'  "stablehlo.return"({returns}) : ({scalar}) -> ()\n}}'
    )


def value(t: Attribute) -> SSAValue:
    """Some value of type `t`, to build ops with."""
    return test.TestOp(result_types=[t]).results[0]


def tensor(element_type: Attribute, *shape: int, bounds: tuple[int, ...] = ()) -> AnyTensorType:
    """A tensor type, with bounds if there are any."""
    if bounds:
        return TensorType(element_type, shape, TypeExtensionsAttr(bounds))
    return TensorType(element_type, shape)


def check_printed(text: str) -> None:
    """The program prints as C++ prints it, but for the names of values; the generic form is read back."""
    module = parse(text)
    assert _nameless(print_module(module)) == _nameless(reprinted(text))
    assert print_module(parse(print_module(module, generic=True))) == print_module(module)


def _nameless(text: str) -> str:
    return re.sub(r"%[\w$.-]+(#\d+)?", "%", text).strip()
