"""Portable artifacts of the C++ library that jaxlib carries, and of this project's own programs."""

from __future__ import annotations

import importlib
import re
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.vhlo.versions import CURRENT, LegalizationError, Version
from xdsl_stablehlo.transforms.vhlo.artifacts import write_vhlo
from xdsl_stablehlo.transforms.vhlo.conversion import vhlo_module
from xdsl_stablehlo.transforms.vhlo.to_version import convert_to_version

HERE = Path(__file__).parents[2] / "xdsl_stablehlo" / "dialects" / "vhlo"
MINORS = [f"0.{n}.0" for n in range(9, 21)] + [f"1.{n}.0" for n in range(21)]
"""Every minor version of StableHLO up to the current one."""


@cache
def _cpp() -> Any:
    return importlib.import_module("jaxlib.mlir.dialects.stablehlo")


def cpp_version() -> str:
    """The newest version that both the C++ library and this project know."""
    return str(min(Version.parse(str(_cpp().get_current_version())), CURRENT))


def cpp_write(program: str | bytes, version: str) -> bytes | None:
    """The artifact that C++ makes of text or bytecode; None where it refuses."""
    try:
        return bytes(_cpp().serialize_portable_artifact_str(program, version))
    except Exception:  # the binding raises a bare Exception
        return None


def cpp_read(artifact: bytes) -> bytes:
    """The StableHLO bytecode that C++ makes of an artifact."""
    return bytes(_cpp().deserialize_portable_artifact_str(artifact))


CPP_FILE = "-"
"""The name of the file in the locations that C++ gives a text."""


def written_as(module: ModuleOp, newest: Version, target: Version) -> bytes | None:
    """`module` as a library whose current version is `newest` writes it for `target`; None where it refuses."""
    vhlo = vhlo_module(module)
    try:
        convert_to_version(vhlo, newest, as_upstream=True)
        in_default_use_order(vhlo)
        return write_vhlo(vhlo, str(target), as_upstream=True)
    except LegalizationError:
        return None


def program_of(version: str) -> str:
    """This project's program that uses the whole op set of `version`."""
    sections = re.split(r"^// since (\S+)\n", (HERE / "every_op.mlir").read_text(), flags=re.MULTILINE)[1:]
    pairs = zip(sections[::2], sections[1::2], strict=True)
    return "".join(text for since, text in pairs if _key(since) <= _key(version))


def _key(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


@cache
def known_good() -> dict[str, bytes]:
    """The artifacts that `program_of(version)` gave when the version was new, by version."""
    with tarfile.open(HERE / "artifacts.tar.xz") as archive:
        members = {m.name.removesuffix(".mlir.bc"): archive.extractfile(m) for m in archive.getmembers()}
        return {name: member.read() for name, member in members.items() if member is not None}


def in_default_use_order(root: Operation) -> None:
    """Give every value's uses the order that a module has which was just built."""
    order = {op: number for number, op in enumerate(root.walk())}
    for op in order:
        arguments = [argument for region in op.regions for block in region.blocks for argument in block.args]
        for value in (*op.results, *arguments):
            uses = sorted(value.uses, key=lambda use: (order[use.operation], use.index))
            for use in uses:
                value.remove_use(use)
            for use in uses:
                value.add_use(use)
