"""The programs in `examples/`: what does not depend on an argument folds, and the rest computes what XLA computes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.traits import IsTerminator

from examples.programs import PROGRAMS
from tests.end_to_end.test_jax_programs import assert_close
from tests.helpers.oracle import verifies
from tests.helpers.programs import context
from tests.helpers.upstream.reference import run
from xdsl_stablehlo import parse_module, print_module, verify_module
from xdsl_stablehlo.dialects import stablehlo
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import eval_module

FOLDER = Path(__file__).parents[2] / "examples"


def folded(name: str) -> ModuleOp:
    ctx = context()
    module = parse_module((FOLDER / f"{name}.mlir").read_text(), ctx, f"{name}.mlir")
    verify_module(module)
    fold_module(module)
    verify_module(module)
    return module


def independent(module: ModuleOp) -> Iterator[Operation]:
    """Ops in a function that hang on none of its arguments, constants and terminators apart."""
    for function in module.ops:
        assert isinstance(function, FuncOp)
        loose: set[SSAValue] = set()
        for op in function.body.block.walk():
            reads = [value for inner in op.walk() for value in inner.operands]
            depends = any(value in loose or isinstance(value, BlockArgument) for value in reads)
            if depends:
                loose.update(op.results)
            elif not isinstance(op, stablehlo.ConstantOp) and not op.has_trait(IsTerminator):
                yield op


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_independent_is_left(name: str) -> None:
    assert not [op.name for op in independent(folded(name))]


@pytest.mark.parametrize("name", PROGRAMS)
def test_folded_example_computes_what_xla_computes(name: str) -> None:
    program = PROGRAMS[name]
    wanted = run(program.function, program.arguments)
    for actual, expected in zip(eval_module(folded(name), program.arguments), wanted, strict=True):
        assert_close(actual, expected)


@pytest.mark.parametrize("name", PROGRAMS)
def test_cpp_verifies_the_folded_example(name: str) -> None:
    assert verifies(print_module(folded(name))) is None


def test_the_check_sees_what_is_left() -> None:
    """An unfolded example has independent ops: the test above can fail."""
    text = (FOLDER / "positional_encoding.mlir").read_text()
    assert [op.name for op in independent(parse_module(text, context()))]
