"""The container that `jax.export`'s `Exported.serialize()` writes: a flatbuffer, one of whose fields is the module."""

from __future__ import annotations

from struct import error as StructError, unpack_from

from .format.layout import MAGIC
from .format.primitives import Buffer, BytecodeError


def module_bytes(data: Buffer) -> memoryview:
    """The bytecode in `data`: all of it, or a field of the flatbuffer that it is. A view. Raises `BytecodeError`."""
    view = memoryview(data).toreadonly().cast("B")
    if bytes(view[:4]) == MAGIC:
        return view
    try:
        return _module_field(view)
    except StructError:
        raise BytecodeError("neither MLIR bytecode nor a container of it", 0) from None


def _module_field(view: memoryview) -> memoryview:
    """The byte vector of the root table that begins with MLIR's magic number."""
    (root,) = unpack_from("<I", view, 0)
    (to_vtable,) = unpack_from("<i", view, root)
    vtable = root - to_vtable
    if vtable < 0:
        raise BytecodeError("neither MLIR bytecode nor a container of it", 0)
    (size,) = unpack_from("<H", view, vtable)
    for slot in range(vtable + 4, vtable + size, 2):
        (field,) = unpack_from("<H", view, slot)
        if not field:
            continue
        start = root + field
        if start + 4 > len(view):
            continue
        start += unpack_from("<I", view, start)[0]
        if start + 8 > len(view) or bytes(view[start + 4 : start + 8]) != MAGIC:
            continue
        (length,) = unpack_from("<I", view, start)
        return view[start + 4 : start + 4 + length]
    raise BytecodeError("neither MLIR bytecode nor a container of it", 0)
