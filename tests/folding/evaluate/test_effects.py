"""Which ops may be removed, asked of the class that knows. What folding leaves: `cases/effects.mlir`."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import UnregisteredOp, i32
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import parse
from xdsl_stablehlo.folding.terms.effects import Effects


@pytest.mark.parametrize(
    ("results", "assumed", "removable"), [(1, True, True), (0, True, False), (1, False, False)]
)
def test_ops_of_unknown_dialects(results: int, assumed: bool, removable: bool) -> None:
    foreign = UnregisteredOp.with_name("foreign.op").create(result_types=[i32] * results)
    assert Effects({}, assumed).removable(foreign) is removable


def test_calls_of_functions_that_nobody_defines_stay() -> None:
    """A module that is not verified may call what is not there; so may a function of it."""
    module = parse("func.func private @f() func.func @main() { func.call @f() : () -> () return }")
    inner, main_function = module.body.block.ops
    assert isinstance(main_function, FuncOp)
    call = main_function.body.block.first_op
    assert call is not None
    assert not Effects({"main": main_function}, False).removable(call)
    assert isinstance(inner, FuncOp)
    assert not Effects({"main": main_function, "f": inner}, False).removable(call)
