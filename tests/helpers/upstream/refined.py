"""Programs after `stablehlo-refine-shapes` by this project and by jaxlib's C++, as what is left of them to compare."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp

from tests.helpers.programs import context, parse
from xdsl_stablehlo import parse_module, print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding.passes.refine_shapes import StablehloRefineShapesPass
from xdsl_stablehlo.transforms.shapes.refinements import (
    StablehloCheckShapeAssertionsPass,
    StablehloRefineArgumentsPass,
)
from xdsl_stablehlo.transforms.shapes.static_forms import StablehloCanonicalizeDynamismPass

PASSES = (
    StablehloRefineShapesPass(),
    StablehloCheckShapeAssertionsPass(),
    StablehloCanonicalizeDynamismPass(),
)
"""What jaxlib's `refine_polymorphic_shapes` does, besides inlining, and joining what is computed twice."""


def refined(text: str) -> ModuleOp:
    """A program after all `PASSES`."""
    module = parse(text)
    for each in PASSES:
        each.apply(context(), module)
    verify_module(module)
    return module


def refined_by_cpp(text: str) -> ModuleOp:
    """The same by C++, which raises `ValueError` where a size is left unknown."""
    mlir: Any = importlib.import_module("jax._src.lib")._jax.mlir
    artifact = mlir.refine_polymorphic_shapes(
        mlir_module=text.encode(),
        enable_shape_assertions=True,
        validate_static_shapes=True,
        enable_shardy=False,
    )
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    with importlib.import_module("jax._src.interpreters.mlir").make_ir_context():
        printed = str(ir.Module.parse(artifact))
    return parse_module(printed, context())


def with_arguments(text: str, types: Sequence[str]) -> str:
    """A program whose entry function gets arguments of these types."""
    module = parse(text)
    StablehloRefineArgumentsPass(types=tuple(types)).apply(context(), module)
    return print_module(module)


def assert_types_as_cpp(text: str) -> None:
    """No size is left unknown, and all types are those of C++."""
    ours, theirs = typed_ops(refined(text)), typed_ops(refined_by_cpp(text))
    assert ours == theirs
    assert not any("?" in each for each in ours)


def typed_ops(module: ModuleOp) -> set[str]:
    """Every op that computes, with the types of what it reads and gives, and the type of `main`."""
    found = {
        f"{op.name} ({', '.join(map(str, op.operand_types))}) -> ({', '.join(map(str, op.result_types))})"
        for op in module.walk()
        if not isinstance(op, ModuleOp | FuncOp | CallOp | ConstantOp | ReturnOp)
    }
    mains = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    return {*found, *[str(main.function_type) for main in mains]}
