"""An op made of other ops, which a function decomposes it into (spec: composite)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    DictionaryAttr,
    FlatSymbolRefAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Region
from xdsl.irdl import opt_prop_def, prop_def, var_operand_def, var_region_def, var_result_def

from ...definition import HloOp, I32Attr, ValueLike, Violation
from ...hlo_types import HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple
from ...symbols import symbol_definition
from ...syntax import FUNCTIONAL

NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+")


class CompositeOp(HloOp, op="stablehlo.composite"):
    """What `decomposition` computes, under a name that a backend may know. `composite_name` is the property `name`."""

    inputs = var_operand_def(HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple)
    composite_name = prop_def(StringAttr, prop_name="name")
    composite_attributes = opt_prop_def(DictionaryAttr, DictionaryAttr({}))
    decomposition = prop_def(FlatSymbolRefAttr)
    version = opt_prop_def(I32Attr, IntegerAttr(0, i32))
    composite_regions = var_region_def()
    results_ = var_result_def(HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple)
    assembly_format = f"$name operands custom<RegionsInParens>($composite_regions) {FUNCTIONAL}"

    def __init__(
        self,
        inputs: Sequence[ValueLike],
        name: str | StringAttr,
        decomposition: str | SymbolRefAttr,
        result_types: Sequence[Attribute],
        composite_attributes: dict[str, Attribute] | None = None,
        version: int | IntegerAttr[IntegerType] | None = None,
        composite_regions: Sequence[Region] = (),
    ):
        self.init_fields(vars() | {"composite_attributes": composite_attributes or None})

    def check(self) -> None:
        check_composite(self)


def check_composite(op: CompositeOp) -> None:
    """The name has a namespace, and the decomposition is a function of the op's type."""
    if NAME.fullmatch(op.composite_name.data) is None:
        raise Violation(
            "name must be a valid namespaced op name, i.e. it must match the following regular expression: "
            '^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"',
            "C1",
        )
    decomposition = symbol_definition(op, op.decomposition)
    if not isinstance(decomposition, FuncOp):
        raise Violation(f"'{op.decomposition.string_value()}' does not reference a valid function", "C2")
    signature = decomposition.function_type
    _check_types(op.operand_types, signature.inputs.data, "operand", "C3")
    _check_types(op.result_types, signature.outputs.data, "result", "C4")


def _check_types(types: Sequence[Attribute], expected: Sequence[Attribute], what: str, label: str) -> None:
    if len(types) != len(expected):
        raise Violation(f"has {len(types)} {what}(s), but decomposition has {len(expected)}", label)
    for i, (t, other) in enumerate(zip(types, expected)):
        if t != other:
            raise Violation(
                f"{what} at index {i} has type '{t}', but decomposition has type '{other}'", label
            )
