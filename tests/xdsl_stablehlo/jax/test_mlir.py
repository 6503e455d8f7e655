"""Modules of JAX's MLIR bindings, folded as new ones and in place."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pytest
from jaxlib.mlir import ir as mlir_ir
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.tiers import one_of
from xdsl_stablehlo.folding import BindingError, fold_bytes, fold_module
from xdsl_stablehlo.jax import fold, from_jax
from xdsl_stablehlo.jax.private import bytecode_of
from xdsl_stablehlo.text import Pieces
from xdsl_stablehlo.text.printer import TextPrinter

from .functions import EXAMPLES, VECTOR, jax, jnp
from .test_fold import assert_close, precision

ir: Any = mlir_ir


def table(w: Any, x: Any) -> Any:
    return x * jnp.abs(w).max() + jnp.cumsum(jnp.sin(jnp.arange(8.0)))


def module_of(function: Any, *args: Any, **kwargs: Any) -> Any:
    jitted = function if hasattr(function, "lower") else jax.jit(function)
    module = jitted.lower(*args, **kwargs).compiler_ir("stablehlo")
    return ir.Module.parse(bytecode_of(module), context=module.context)  # JAX keeps the other one


def with_locations(module: ModuleOp) -> str:
    pieces = Pieces()
    TextPrinter(pieces, debuginfo=True).print_op(module)
    return pieces.join()


def mlir_text(module: Any) -> str:
    return module.operation.get_asm(enable_debug_info=True)


@pytest.mark.parametrize("name", one_of(4, EXAMPLES))
def test_a_module_becomes_what_our_module_becomes(name: str) -> None:
    example = EXAMPLES[name]
    bound = example.bind if isinstance(example.bind, tuple) else ()
    named = example.bind if isinstance(example.bind, dict) else {}
    with precision(example):
        module = module_of(example.function, *bound, *example.args, **named, **example.kwargs)
        before, ours = mlir_text(module), from_jax(module)
        report = fold_module(ours)
        folded = fold(module)
        assert mlir_text(module) == before
        assert folded.report.folded_ops == report.folded_ops
        assert with_locations(from_jax(folded.mlir)) == with_locations(ours)
        in_place = fold(module, in_place=True)
    assert in_place.mlir is module
    assert mlir_text(module) == mlir_text(folded.mlir)


def test_arguments_are_bound_by_name_or_in_order() -> None:
    module = module_of(table, VECTOR, VECTOR)
    by_name, in_order = fold(module, bind={"w": VECTOR}), fold(module, bind=(VECTOR,))
    text = mlir_text(by_name.mlir)
    assert text == mlir_text(in_order.mlir)
    assert "%arg1" not in text
    assert "stablehlo.reduce" not in text
    assert 'loc("x")' in text
    assert_close(by_name.call(VECTOR), (jax.jit(table)(VECTOR, VECTOR),))
    with pytest.raises(BindingError, match="@main has no argument 'v'"):
        fold(module, bind={"v": VECTOR}, in_place=True)
    assert mlir_text(module) == mlir_text(module_of(table, VECTOR, VECTOR))


def test_attributes_of_the_module_stay() -> None:
    module = module_of(table, VECTOR, VECTOR)
    with module.context:
        module.operation.attributes["mhlo.note"] = ir.StringAttr.get("here")
    fold(module, in_place=True)
    assert str(module).startswith(
        'module @jit_table attributes {mhlo.note = "here", mhlo.num_partitions = 1 : i32'
    )


def test_a_module_that_is_not_valid_is_an_error_of_mlir() -> None:
    module = module_of(table, VECTOR, VECTOR)
    with module.context, ir.Location.unknown():
        number = ir.RankedTensorType.get((3,), ir.F32Type.get())
        module.body.append(ir.Operation.create("stablehlo.add", results=[number], operands=[]))
    before = str(module)
    with pytest.raises(ir.MLIRError, match=r"'stablehlo\.add' op expected 2 operands, but found 0"):
        fold(module, in_place=True)
    assert str(module) == before


def test_what_mlir_wrote_is_folded_as_bytes() -> None:
    module = module_of(table, VECTOR, VECTOR)
    file = BytesIO()
    module.operation.write_bytecode(file, desired_version=3)
    folded = fold_bytes(file.getvalue(), bind={"w": np.asarray(VECTOR)})
    assert folded[4] == file.getvalue()[4]
    with module.context:
        assert "stablehlo.sine" not in str(ir.Module.parse(folded))
