"""The properties of an op in bytecode: which ones, in which order, and which of them may be absent."""

from __future__ import annotations

from functools import cache

from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, OptionalDef, PropertyDef

PropertyLayout = tuple[tuple[str, bool], ...]
"""Names in the order they are written, each with whether it is optional."""

SEGMENTS = frozenset({"operandSegmentSizes", "resultSegmentSizes"})

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
    "func.call": (("arg_attrs", True), ("callee", False), ("no_inline", True), ("res_attrs", True)),
}
"""Ops that have other properties in MLIR than in xDSL."""


LATER = {"stablehlo.collective_broadcast": "has_dynamic_root", "stablehlo.custom_call": "result_tilings"}
"""Properties that an op got after its first release, which older files do not have."""


def layout_of_length(op_name: str, layout: PropertyLayout, length: int) -> PropertyLayout:
    """The layout of a file that has `length` properties for an op.

    Newer definitions of an op than ours may have more, which are optional; older ones fewer.
    """
    if length >= len(layout) or op_name not in LATER:
        return layout
    return tuple([entry for entry in layout if entry[0] != LATER[op_name]])


@cache
def property_layout(op_class: type[Operation]) -> PropertyLayout:
    """The properties of an op: alphabetical, as the generated C++ code has them."""
    if op_class.name in MLIR_LAYOUTS:
        return MLIR_LAYOUTS[op_class.name]
    if not issubclass(op_class, IRDLOperation):
        return ()
    properties = op_class.get_irdl_definition().properties
    return tuple([(name, _may_be_absent(properties[name])) for name in sorted(properties)])


def _may_be_absent(definition: PropertyDef) -> bool:
    """An attribute with a default counts as optional."""
    return isinstance(definition, OptionalDef) or definition.default_value is not None
