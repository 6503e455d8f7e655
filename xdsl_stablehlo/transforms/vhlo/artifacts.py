"""Portable artifacts: StableHLO programs as versioned bytecode, for every consumer that reads StableHLO."""

from __future__ import annotations

import re
from collections.abc import Mapping

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.bytecode.builtin import BUILTIN_CODEC
from xdsl_stablehlo.bytecode.codec import DialectCodec, UnwritableError
from xdsl_stablehlo.bytecode.format import Buffer, BytecodeError, module_bytes, open_file
from xdsl_stablehlo.bytecode.numbering import Translator, UntranslatedError
from xdsl_stablehlo.bytecode.reader import FileTables, as_module, read_with_source
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.dialects.codecs.sdy_codec import SDY_CODEC
from xdsl_stablehlo.dialects.codecs.stablehlo_codec import CHLO_CODEC, QUANT_CODEC, STABLEHLO_CODEC
from xdsl_stablehlo.dialects.vhlo.ops import VHLO, VHLO_CODEC
from xdsl_stablehlo.dialects.vhlo.versions import (
    CURRENT,
    MINIMUM,
    Compatibility,
    LegalizationError,
    Version,
    VersionError,
    bytecode_version,
    checked_target,
)
from xdsl_stablehlo.dialects.vhlo.vhlo_types import UnsupportedError
from xdsl_stablehlo.ir.runtime import deep_recursion, no_collections
from xdsl_stablehlo.text.locations import strip_locations

from .conversion import StablehloToVhlo, VhloToStablehlo, legalize_to_stablehlo, vhlo_module
from .to_version import convert_to_version

__all__ = [
    "BytecodeError",
    "Compatibility",
    "LegalizationError",
    "UnwritableError",
    "VersionError",
    "artifact_version",
    "get_current_version",
    "get_minimum_version",
    "get_version_from_compatibility_requirement",
    "read_portable_artifact",
    "read_vhlo",
    "serialize_portable_artifact",
    "write_vhlo",
]

CODECS: Mapping[str, DialectCodec] = {
    codec.name: codec
    for codec in (BUILTIN_CODEC, CHLO_CODEC, QUANT_CODEC, SDY_CODEC, STABLEHLO_CODEC, VHLO_CODEC)
}

PRODUCER = "StableHLO_v"
"""The name of the producer of an artifact, before its version."""


def get_current_version() -> str:
    """The newest StableHLO version that can be read and written."""
    return str(CURRENT)


def get_minimum_version() -> str:
    """The oldest StableHLO version that can be written."""
    return str(MINIMUM)


def get_version_from_compatibility_requirement(requirement: Compatibility) -> str:
    """The version to write so that consumers as old as `requirement` says can read it."""
    return str(requirement.value)


def artifact_version(data: Buffer) -> Version | None:
    """The StableHLO version that `data` was written for; None where it is no portable artifact."""
    try:
        producer = open_file(module_bytes(data)).producer
    except BytecodeError:
        return None
    match = re.fullmatch(re.escape(PRODUCER) + r"(\d+\.\d+\.\d+)", producer, re.ASCII)
    return Version.parse(match[1]) if match else None


def origin(data: Buffer) -> str:
    """The format of bytecode and who wrote it, as MLIR says it. Raises `BytecodeError`."""
    file = open_file(module_bytes(data))
    return f"bytecode version {file.version} produced by: {file.producer}"


def serialize_portable_artifact(
    module: ModuleOp,
    target_version: str = "current",
    *,
    allow_other_dialects: bool = False,
    strip_debug_info: bool = False,
    as_upstream: bool = False,
) -> bytes:
    """`module` as an artifact that consumers of `target_version` read. The module stays as it is.

    `target_version` is x.y.z from `get_minimum_version()` to `get_current_version()`, or `current`; a patch release has
    the bytes of x.y.0. `as_upstream` repeats the C++ library's defect with ops nested in `all_reduce` and `scatter`.
    Raises `ValueError` for a version that cannot be written, `LegalizationError` for an op that VHLO does not have,
    `VersionError` for one that the version does not have, and `UnwritableError` for an attribute of the module itself
    that has no bytecode.

    Examples:
        >>> artifact = serialize_portable_artifact(module, "1.0.0")
        >>> artifact[:4]
        b'ML\\xefR'
    """
    target = checked_target(target_version)
    name = target_version if target_version != "current" else str(target)
    with deep_recursion(), no_collections():
        if target.minor_release == CURRENT.minor_release and not (allow_other_dialects or strip_debug_info):
            try:
                return write_bytecode(
                    module, CODECS, PRODUCER + name, bytecode_version(target), translator=StablehloToVhlo()
                )
            except (UntranslatedError, UnsupportedError, UnwritableError):
                pass  # the long way says why
        vhlo = vhlo_module(module, allow_other_dialects)
        if strip_debug_info:
            strip_locations(vhlo)
        return write_vhlo(vhlo, name, as_upstream)


def write_vhlo(module: ModuleOp, target_version: str, as_upstream: bool = False) -> bytes:
    """A module of VHLO ops, which is converted in place, as an artifact for `target_version`."""
    target = checked_target(target_version)
    convert_to_version(module, target, as_upstream)
    # Only newer versions of Shardy know how its ops reduce, unless it is by a sum.
    later = SDY_CODEC.later_properties
    reducing = [op for op in module.walk() if op.name in later]
    older = {op.name for op in reducing} - {op.name for op in reducing if later[op.name] in op.properties}
    return write_bytecode(module, CODECS, PRODUCER + target_version, bytecode_version(target), older)


def read_portable_artifact(data: Buffer, ctx: Context, *, as_upstream: bool = False) -> ModuleOp:
    """The StableHLO program in an artifact, or in the container of `jax.export`'s `serialize()`.

    Large constants are views of `data`. Ops are made of what is registered in `ctx`.
    Raises `BytecodeError` with the offset where `data` is no artifact, and `LegalizationError` where StableHLO cannot
    say what is in it.

    Examples:
        >>> module = read_portable_artifact(serialize_portable_artifact(module), ctx)
        >>> [op.name for op in module.walk()][2:4]
        ['stablehlo.iota', 'stablehlo.add']
    """
    with deep_recursion(), no_collections():
        try:
            return vhlo_and_source(data, ctx, VhloToStablehlo(ctx))[0]
        except (BytecodeError, UntranslatedError):
            pass  # the long way says why, or finds one
        module = read_vhlo(data, ctx)
        convert_to_version(module, CURRENT, as_upstream)
        legalize_to_stablehlo(module, ctx)
    return module


def read_vhlo(data: Buffer, ctx: Context) -> ModuleOp:
    """The program in an artifact as it stands there: VHLO of the version it was written for."""
    return vhlo_and_source(data, ctx)[0]


def vhlo_and_source(
    data: Buffer, ctx: Context, translator: Translator | None = None
) -> tuple[ModuleOp, FileTables]:
    """As `read_vhlo`, with the tables of the file; with `translator` in its dialect."""
    if ctx.get_optional_dialect("vhlo") is None:
        ctx = ctx.clone()
        ctx.load_dialect(VHLO)
    op, source = read_with_source(module_bytes(data), ctx, CODECS, translator)
    return as_module(op), source
