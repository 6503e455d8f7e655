"""Shardy's second dialect, `mpmd`: programs for several meshes. Its ops are read in generic form and kept as they are.

Types and attributes are held as their text.
"""

from __future__ import annotations

from xdsl.dialects.builtin import UnregisteredAttr, UnregisteredOp
from xdsl.ir import Attribute, Dialect, Operation

OPS = (
    *("assign", "broadcast", "call", "for", "fragment", "fragment_call", "named_computation", "named_tensor"),
    *("reduce", "return", "transfer", "unassign"),
)
ATTRIBUTES = (
    *("mesh_with_origins", "meshes_with_origins", "named_mesh", "origin", "reduction", "topology"),
    "user_origin",
)
TYPES = ("mesh_tensor",)


def _op(name: str) -> type[Operation]:
    kind = UnregisteredOp.with_name(name)
    kind.name = name
    return kind


def _attribute(name: str, is_type: bool) -> type[Attribute]:
    kind = UnregisteredAttr.with_name_and_type(name, is_type)
    kind.name = name
    return kind


Mpmd = Dialect(
    "mpmd",
    [_op(f"mpmd.{name}") for name in OPS],
    [
        *[_attribute(f"mpmd.{name}", False) for name in ATTRIBUTES],
        *[_attribute(f"mpmd.{name}", True) for name in TYPES],
    ],
)
