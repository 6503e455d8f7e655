"""The properties of an op in bytecode: which ones, in which order, and which of them may be absent."""

from __future__ import annotations

from functools import cache

from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, OptionalDef, PropertyDef

PropertyLayout = tuple[tuple[str, bool], ...]
"""Names in the order they are written, each with whether it is optional."""

MLIR_LAYOUTS: dict[str, PropertyLayout] = {
    "builtin.module": (("sym_name", True), ("sym_visibility", True)),
    "func.func": (
        ("arg_attrs", True),
        ("function_type", False),
        ("no_inline", True),
        ("res_attrs", True),
        ("sym_name", False),
        ("sym_visibility", True),
    ),
    "sdy.mesh": (("mesh", False), ("sym_name", False)),
    "func.call": (("arg_attrs", True), ("callee", False), ("no_inline", True), ("res_attrs", True)),
}
"""Ops that have other properties in MLIR than in xDSL."""


@cache
def property_layout(op_class: type[Operation]) -> PropertyLayout:
    """The properties of an op: alphabetical, as the generated C++ code has them."""
    if op_class.name in MLIR_LAYOUTS:
        return MLIR_LAYOUTS[op_class.name]
    if not issubclass(op_class, IRDLOperation):
        return ()
    properties = op_class.get_irdl_definition().properties
    return tuple((name, _may_be_absent(properties[name])) for name in sorted(properties))


def _may_be_absent(definition: PropertyDef) -> bool:
    """An attribute with a default counts as optional."""
    return isinstance(definition, OptionalDef) or definition.default_value is not None
