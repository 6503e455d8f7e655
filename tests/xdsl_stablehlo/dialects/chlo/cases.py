"""What the tests of all CHLO families ask of an op."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from xdsl.ir import Attribute
from xdsl.traits import is_side_effect_free, is_speculatable
from xdsl.utils.exceptions import VerifyException

from tests.helpers.oracle import verifies
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import value
from xdsl_stablehlo.dialects.stablehlo import HloOp, infer_return_types


def generic(op: str, inputs: Sequence[str], outputs: Sequence[str], attributes: str = "") -> str:
    """A program of one op in generic form."""
    operands = ", ".join(f"%a{i}" for i in range(len(inputs)))
    results = ", ".join(f"%r{i}" for i in range(len(outputs)))
    properties = f" <{{{attributes}}}>" if attributes else ""
    line = (
        f'{results} = "chlo.{op}"({operands}){properties} : ({", ".join(inputs)}) -> ({", ".join(outputs)})'
    )
    return function(line, inputs, outputs)


def check_built(build: Callable[..., HloOp], operands: Sequence[Attribute], results: list[Attribute]) -> None:
    """The builder infers the result types, and the op is valid and pure."""
    op = build(*map(value, operands))
    op.verify()
    assert list(op.result_types) == results
    assert list(infer_return_types(op) or ()) == results
    assert is_speculatable(op)
    assert is_side_effect_free(op)


def check_rejected(text: str, message: str) -> None:
    """Both verifiers reject the program with the expected words."""
    with pytest.raises(VerifyException) as raised:
        parse(text)
    assert message in str(raised.value)
    assert message in (verifies(text) or "")
