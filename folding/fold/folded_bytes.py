"""Programs as bytes: portable artifacts and MLIR bytecode, folded and written as they were."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.bytecode.format import MAGIC, Buffer
from xdsl_stablehlo.bytecode.writer import rewrite_bytecode, write_bytecode
from xdsl_stablehlo.ir.runtime import no_collections
from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.programs.verification import verify_module
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    BytecodeError,
    artifact_version,
    read_portable_artifact,
    serialize_portable_artifact,
    vhlo_and_source,
)

from ..options import FoldOptions
from ..report.report import FoldReport
from .bind import bind_arguments
from .driver import fold_module


class FoldedBytes(NamedTuple):
    """A folded program as bytes, as the module that they were written from, and the report."""

    data: bytes
    module: ModuleOp
    report: FoldReport


def fold_bytes(
    data: Buffer, options: FoldOptions | None = None, *, bind: Mapping[str, object] | None = None
) -> bytes:
    """A portable artifact, or MLIR bytecode of StableHLO, with everything folded.

    An artifact is written for the version of StableHLO that it was written for, and bytecode in its version of the
    format. Locations are kept, and ops that do not fold are unchanged. `bind` makes arguments of `@main` constants
    first, as `bind_arguments` does.
    Raises `BytecodeError` if `data` is neither, `VerifyException` for a program that is not valid, `BindingError` for
    values that do not fit, and what `fold_module` raises.

    Examples:
        >>> from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact, serialize_portable_artifact
        >>> artifact = fold_bytes(serialize_portable_artifact(module, "1.0.0"))
        >>> [op.name for op in read_portable_artifact(artifact, ctx).walk()][2:]
        ['stablehlo.constant', 'stablehlo.multiply', 'func.return']
    """
    return folded_bytes(data, options, bind).data


def folded_bytes(
    data: Buffer,
    options: FoldOptions | None = None,
    bind: Mapping[str, object] | None = None,
    in_memory: bool = False,
) -> FoldedBytes:
    """As `fold_bytes`, with the module and the report.

    `in_memory` says that the program is one of MLIR in this process: it is verified already, and bytecode may have
    attributes that nothing uses, because nobody keeps it.
    """
    if bytes(data[:4]) != MAGIC:
        jax = "; xdsl_stablehlo.jax.fold folds what jax.export has read from its files"
        raise BytecodeError(f"neither a portable artifact nor MLIR bytecode{jax}", 0)
    with no_collections():
        return _folded(data, options, bind, in_memory)


@cache
def _context() -> Context:
    """Every dialect, each loaded once, and not again for each program."""
    ctx = Context()
    register_all_dialects(ctx)
    return ctx


def _folded(
    data: Buffer, options: FoldOptions | None, bind: Mapping[str, object] | None, in_memory: bool
) -> FoldedBytes:
    ctx = _context()
    version = artifact_version(data)
    source = None
    if version is None:
        module, source = vhlo_and_source(data, ctx)
    else:
        module = read_portable_artifact(data, ctx)
    if not in_memory:
        verify_module(module)
    if bind:
        bind_arguments(module, bind)
    report = fold_module(module, options)
    if not bind and not report.changed:
        return FoldedBytes(bytes(data), module, report)
    if source is None:
        written = serialize_portable_artifact(module, str(version), allow_other_dialects=True)
    elif in_memory:
        written = rewrite_bytecode(module, CODECS, source)
    else:
        written = write_bytecode(module, CODECS, source.file.producer, source.file.version, source.older)
    return FoldedBytes(written, module, report)
