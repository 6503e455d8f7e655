"""Upstream's portable artifacts: read, written again, made of their programs, and compared with the C++ library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from xdsl.context import Context
from xdsl.utils.exceptions import ParseError

from tests.campaigns.hostile.pool import Worker, ready
from tests.helpers.upstream.artifacts import CPP_FILE, cpp_read, cpp_version, cpp_write, written_as
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.bytecode.format import open_file
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.dialects.vhlo.versions import Version, VersionError
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    BytecodeError,
    read_portable_artifact,
    read_vhlo,
    serialize_portable_artifact,
)

from .chunks import chunks
from .outcome import Outcome

FROM_THE_FUTURE = "invalid_vhlo_future"
"""A file of a version that does not exist: it has to be refused."""


@cache
def _context() -> Context:
    ctx = Context()
    register_dialects(ctx)
    return ctx


def _artifacts(upstream: Path) -> Iterator[tuple[Path, str]]:
    """The artifacts that hold the whole op set of a version, with that version."""
    for path in sorted((upstream / "tests" / "vhlo").glob("stablehlo_legalize_to_vhlo.*.mlir.bc")):
        match = re.search(r"\.(\d+)_(\d+)_(\d+)\.", path.name)
        assert match is not None
        yield path, ".".join(match.groups())


def _difference(got: bytes, expected: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(got, expected)) if a != b), min(len(got), len(expected)))
    return f"{len(got)} bytes where {len(expected)} are expected, the first difference at {at}"


def _same(name: str, got: bytes, expected: bytes) -> Outcome:
    return Outcome(name, got == expected, "" if got == expected else _difference(got, expected))


def rewritten(upstream: Path) -> Iterator[Outcome]:
    """A1, A2: every artifact is read, and written again byte by byte with all numbers made anew."""
    for path in sorted((upstream / "tests" / "vhlo").glob("*.bc")):
        data = path.read_bytes()
        try:
            module = read_vhlo(data, _context())
        except BytecodeError as error:
            yield Outcome(
                path.name, FROM_THE_FUTURE in path.name and "unregistered" in str(error), str(error)
            )
            continue
        file = open_file(data)
        yield _same(path.name, write_bytecode(module, CODECS, file.producer, file.version), data)


def serialized(upstream: Path) -> Iterator[Outcome]:
    """A3, A4: the program of version X written for X is the artifact of X, from its text and from the artifact."""
    for path, version in _artifacts(upstream):
        data = path.read_bytes()
        text = path.with_suffix("").read_text()
        of_text = parse_module(text, _context(), path.name)
        of_artifact = read_portable_artifact(data, _context())
        for source, module in (("text", of_text), ("artifact", of_artifact)):
            written = serialize_portable_artifact(module, version, strip_debug_info=True)
            yield _same(f"{version} from its {source}", written, data)


def with_cpp(upstream: Path) -> Iterator[Outcome]:
    """A5: every artifact written for every version that the C++ library knows, by both: verdict and bytes."""
    newest = Version.parse(cpp_version())
    targets = [Version(0, minor) for minor in range(9, 21)]
    targets += [Version(1, minor) for minor in range(newest.minor + 1)]
    for path, version in _artifacts(upstream):
        if Version.parse(version) > newest:
            continue
        data = path.read_bytes()
        stablehlo = cpp_read(data)
        module = read_portable_artifact(data, _context())
        for target in targets:
            theirs = cpp_write(stablehlo, str(target))
            ours = written_as(module, newest, target)
            name = f"{version} for {target}"
            if theirs is None or ours is None:
                seen = "" if ours is theirs else f"C++ {theirs and 'writes'}, we {ours and 'write'}"
                yield Outcome(name, ours is theirs, seen)
            else:
                yield _same(name, ours, theirs)


def bytes_with_locations(folder: Path) -> Iterator[Outcome]:
    """Every piece of a lit file that C++ writes, at its newest version: the same bytes, locations included."""
    newest = Version.parse(cpp_version())
    worker = Worker(get_context("spawn"), _cpp_newest)
    try:
        for chunk in [chunk for path in sorted(folder.rglob("*.mlir")) for chunk in chunks(path)]:
            worker.give(chunk.text, chunk)
            while worker not in ready([worker]):
                pass
            theirs = worker.answer()
            if not isinstance(theirs, bytes):
                yield Outcome(chunk.name, True, refused=True)  # or did not survive it
                continue
            try:
                ours = written_as(parse_module(chunk.text, _context(), CPP_FILE), newest, newest)
            except (ParseError, VersionError) as error:
                yield Outcome(chunk.name, False, str(error))
            else:
                yield (
                    Outcome(chunk.name, False, "we refuse")
                    if ours is None
                    else _same(chunk.name, ours, theirs)
                )
    finally:
        worker.close()


def _cpp_newest(text: str) -> bytes | None:
    return cpp_write(text, cpp_version())
