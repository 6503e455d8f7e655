"""Runs setup for files of weights, tensor by tensor: a split in a folder, and the derived weights in `.safetensors`.

Each value that crosses is computed by itself, from the weights that it needs, and written at once. So memory holds no
more than one of them needs. A value whose computation takes more than a limit is computed in blocks of rows, where its
ops allow it.

A run writes into `NAME.partial`, whose header says what is written, and for which weights; `NAME.partial.done` lists
what is complete. A run that was interrupted is taken up where both fit. Only a complete file gets its name.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from math import prod
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.fold.bind import ArgumentIndex, BindingError, argument_names
from xdsl_stablehlo.interpreter import Program, Tensor
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.printable import UserError
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS, read_vhlo, write_bytecode
from xdsl_stablehlo.values.arrays import (
    INDEX,
    ArrayFileError,
    StoredArray,
    as_stored,
    new_header,
    read_metadata,
    stored_arrays,
)
from xdsl_stablehlo.values.behind import CallsBehind
from xdsl_stablehlo.values.element_types import Array, dtype_of, is_native
from xdsl_stablehlo.values.files import new_content

from .api import Split, program_of
from .cut import all_read_by, ops_behind, terminator_of
from .report import SHOWN_NAMES
from .rows import ChosenRows, Segment, bytes_of, segments_of, weight_behind

SETUP_FILE, MAIN_FILE, SPLIT_FILE = "setup.mlir.bc", "main.mlir.bc", "split.json"

SETUP_HASH = "mhlo.setup_hash"
"""The attribute of the module main, and the key in the metadata of its weights, that say to which setup they belong."""

PROJECT = "xdsl-stablehlo"
"""Its version is written down, because the bits that it computes may change with it."""

LIMIT = 1 << 24
"""Bytes of what one value is computed from, above which it is computed in blocks. Blocks of 4 to 64 MiB stay in caches,
or in memory that was touched before: whole weights of 90 MB take twice the time."""

SUFFIXES = (".safetensors", ".npz")

CHUNK = 1 << 24
"""Bytes that are copied and hashed at a time."""

HASHED = 4
"""Weights that are hashed at a time."""


def setup_hash(path: str | os.PathLike[str]) -> str | None:
    """The setup that a file of derived weights, or the first file of an index, was computed by; None where it does not
    say it."""
    if os.fspath(path).endswith(INDEX):
        path = next(iter(stored_arrays(path).values())).path
    return read_metadata(path).get(SETUP_HASH)


class SplitError(ValueError, UserError):
    """A folder without a split, or weights that do not fit it: one line."""


@default_environment()
def save_split(found: Split, folder: str | os.PathLike[str]) -> None:
    """Write both programs, and `split.json`, into a folder. Raises `OSError`."""
    where = Path(folder)
    where.mkdir(parents=True, exist_ok=True)
    setup = bytes(write_bytecode(found.setup, CODECS))
    digest = hashlib.sha256(setup).hexdigest()
    main = found.main.clone()
    main.attributes[SETUP_HASH] = StringAttr(digest)
    said = {
        "version": version(PROJECT),
        "setup": digest,
        "weights": found.weights,
        **json.loads(found.report.to_json()),
    }
    for name, data in (
        (SETUP_FILE, setup),
        (MAIN_FILE, bytes(write_bytecode(main, CODECS))),
        (SPLIT_FILE, json.dumps(said, indent=2).encode()),
    ):
        with new_content(where / name) as file:
            file.write(data)


class Derived(NamedTuple):
    """A value that setup computes."""

    name: str
    value: SSAValue
    sources: tuple[str, ...]
    """The weights that it is computed from."""

    @property
    def form(self) -> tuple[np.dtype[np.generic], tuple[int, ...]]:
        """Its dtype and shape."""
        return dtype_of(ranked(self.value).element_type), ranked(self.value).get_shape()


@dataclass(frozen=True)
class SavedSetup:
    """The setup of a folder."""

    module: ModuleOp
    digest: str
    weights: list[str]
    derived: list[Derived]

    @staticmethod
    def read(folder: str | os.PathLike[str], ctx: Context) -> SavedSetup:
        """The setup in a folder. Raises `SplitError` where there is none, or its files do not belong together."""
        where = Path(folder)
        try:
            data = (where / SETUP_FILE).read_bytes()
            said = json.loads((where / SPLIT_FILE).read_text())
            digest, weights, crossing = said["setup"], said["weights"], said["crossing"]
        except OSError as error:
            raise SplitError(f"cannot read the split in '{folder}': {error.strerror}") from None
        except (KeyError, TypeError, ValueError):
            raise SplitError(f"'{where / SPLIT_FILE}' does not describe a split") from None
        if digest != hashlib.sha256(data).hexdigest():
            raise SplitError(f"'{where / SETUP_FILE}' and '{where / SPLIT_FILE}' do not belong together")
        module = read_vhlo(data, ctx)
        results = terminator_of(functions_of(module)["main"].body.block).operands
        derived = [
            Derived(each["name"], value, tuple(each["sources"]))
            for each, value in zip(crossing, results, strict=True)
        ]
        return SavedSetup(module, digest, weights, derived)


@dataclass
class SetupRun:
    """The result of a run of setup."""

    computed: list[str] = field(default_factory=list[str])
    copied: list[str] = field(default_factory=list[str])
    """Weights that are passed on."""
    kept: list[str] = field(default_factory=list[str])
    """Derived weights that an earlier run had computed from the same weights."""
    blocks: int = 0
    """Blocks in which values were computed."""
    bytes: int = 0

    def __str__(self) -> str:
        blocks = f", in {self.blocks} blocks" if self.blocks else ""
        return (
            f"{len(self.computed)} computed{blocks}, {len(self.copied)} passed on, {len(self.kept)} kept:"
            f" {self.bytes} bytes"
        )


@default_environment()
def run_setup(
    setup: SavedSetup,
    weights: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    since: str | os.PathLike[str] | None = None,
    limit: int = LIMIT,
    shard_bytes: int | None = None,
    engine: str | None = None,
) -> SetupRun:
    """Compute the derived weights of the file `weights`, and write them to `output`, a `.safetensors` or `.npz` file.

    What a complete file `since` has for the same source tensors is copied from it. `shard_bytes` is the size of a file
    from which on several are written, `NAME-00001-of-00002.safetensors` and an index. `engine` is the name of what
    computes in the place of the interpreter, always whole values.
    Raises `SplitError` for weights that are missing or do not fit, and for an output that is no such file or among the
    weights; `ArrayFileError` for files that cannot be read.
    """
    path = Path(output)
    if path.suffix not in SUFFIXES:
        raise SplitError(f"'{os.fspath(output)}' ends neither in {' nor in '.join(SUFFIXES)}")
    arrays = stored_arrays(weights)
    sources = _sources(setup, arrays)
    with ThreadPoolExecutor(HASHED) as pool:
        digests = dict(zip(sources, pool.map(_digest, sources.values()), strict=True))
    shards = _shards(setup, path, shard_bytes, digests)
    index = [path.with_name(path.stem + INDEX)] if len(shards) > 1 else []
    written = {each.resolve() for each in [*[shard.path for shard in shards], *index]}
    if not written.isdisjoint(map(_resolved, [weights, *[array.path for array in arrays.values()]])):
        raise SplitError(f"'{os.fspath(output)}' would replace the weights: the result needs another name")
    run = _Run(setup, sources, limit, engine)
    if path.suffix == ".npz":
        run.archive(path)
        return run.report
    earlier = {} if since is None else _since(since, setup, digests)
    if index and not written.isdisjoint([_resolved(array.path) for array in earlier.values()]):
        raise SplitError(f"'{path}' would replace what is still read: the result needs another name")
    for shard in shards:
        run.write(shard, earlier)
    for each in index:
        places = {name: shard.path.name for shard in shards for name in shard.begins}
        said = {"metadata": {"total_size": run.report.bytes}, "weight_map": places}
        with new_content(each) as file:
            file.write(json.dumps(said, indent=2).encode())
    return run.report


def _resolved(path: str | os.PathLike[str]) -> Path:
    return Path(path).resolve()


def _sources(setup: SavedSetup, arrays: Mapping[str, StoredArray]) -> dict[str, StoredArray]:
    """The weights that setup reads, by their names in it."""
    func = functions_of(setup.module)["main"]
    index = ArgumentIndex(argument_names(func), "setup")
    found: dict[str, StoredArray] = {}
    for key, array in arrays.items():
        try:
            position = index.position(key)
        except BindingError:
            continue  # the file may hold more
        declared = ranked(func.args[position])
        dtype = dtype_of(declared.element_type)
        fits = array.dtype == dtype or as_stored(array.dtype, dtype)
        if not fits or array.shape != declared.get_shape():
            raise SplitError(f"'{key}' is {array.dtype}{list(array.shape)}, and setup takes {declared}")
        found[setup.weights[position]] = array
    needed = dict.fromkeys(name for each in setup.derived for name in each.sources)
    missing = [name for name in needed if name not in found]
    if missing:
        others = f", nor for {len(missing) - 1} others" if len(missing) > 1 else ""
        taken = {each.name for each in found.values()}
        few = [f"'{name}'" for name in arrays if name not in taken][:SHOWN_NAMES]
        instead = f"; setup does not know {', '.join(few)}" if few else ""
        raise SplitError(f"there is no array for {missing[0]}{others}{instead}")
    return {name: found[name] for name in needed}


def _since(
    path: str | os.PathLike[str], setup: SavedSetup, digests: Mapping[str, str]
) -> dict[str, StoredArray]:
    """The values of an earlier file that the same setup computed from weights with these digests."""
    arrays = stored_arrays(path)
    digest = setup_hash(path)
    if digest is None:
        raise SplitError(f"'{os.fspath(path)}' holds no derived weights")
    if digest != setup.digest:
        raise SplitError(f"'{os.fspath(path)}' was computed by another setup")
    then: dict[str, str] = {}
    for said in map(read_metadata, {array.path for array in arrays.values()}):
        if said.get("version") == version(PROJECT):
            then.update(json.loads(said.get("sources", "{}")))
    return {
        each.name: arrays[each.name]
        for each in setup.derived
        if each.name in arrays and all(then.get(name) == digests[name] for name in each.sources)
    }


def _digest(array: StoredArray) -> str:
    """The hash of an array in a file."""
    digest = hashlib.sha256()
    for chunk in _chunks(array):
        digest.update(chunk)
    return digest.hexdigest()


def _chunks(array: StoredArray) -> Iterator[bytes | memoryview]:
    """The bytes of an array in a file."""
    left = prod(array.shape) * array.dtype.itemsize
    if array.offset is None:
        yield _bytes_of(np.asarray(array))
        return
    with open(array.path, "rb") as file:
        file.seek(array.offset)
        while left:
            data = file.read(min(left, CHUNK))
            if not data:
                raise ArrayFileError(f"cannot read '{array.name}' from {array.path}: the file is too short")
            left -= len(data)
            yield data


class Shard(NamedTuple):
    """One file of the result."""

    path: Path
    header: bytes
    begins: Mapping[str, int]
    size: int

    @property
    def partial(self) -> Path:
        """The file while it is written."""
        return self.path.with_name(self.path.name + ".partial")

    @property
    def done(self) -> Path:
        """The file with the names of what is complete in it."""
        return self.path.with_name(self.path.name + ".partial.done")

    def is_complete(self) -> bool:
        """Whether the file is there as it is to be."""
        return _begins_with(self.path, self.header) and os.path.getsize(self.path) == self.size

    def begin(self) -> set[str]:
        """Make the file, or take up one that was begun; return the names of what is complete in it."""
        if _begins_with(self.partial, self.header) and self.done.exists():
            return set(self.done.read_text().splitlines()) & self.begins.keys()
        self.done.unlink(missing_ok=True)
        with open(self.partial, "wb") as file:
            file.write(self.header)
            file.truncate(self.size)
            _sync(file)
        self.done.touch()
        return set()

    def note(self, name: str, file: BinaryIO) -> None:
        """Note that a value is complete."""
        _sync(file)
        with open(self.done, "ab") as done:
            done.write(f"{name}\n".encode())
            _sync(done)

    def end(self) -> None:
        """Give the complete file its name."""
        os.replace(self.partial, self.path)
        self.done.unlink(missing_ok=True)


def _begins_with(path: Path, header: bytes) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(header)) == header
    except OSError:
        return False


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _shards(
    setup: SavedSetup, output: Path, shard_bytes: int | None, digests: Mapping[str, str]
) -> list[Shard]:
    """The files of the result, in which values are in order."""
    groups: list[list[Derived]] = [[]]
    for each in setup.derived:
        filled = sum([bytes_of(other.value) for other in groups[-1]])
        if shard_bytes is not None and groups[-1] and filled + bytes_of(each.value) > shard_bytes:
            groups.append([])
        groups[-1].append(each)
    shards: list[Shard] = []
    for number, group in enumerate(groups, 1):
        sources = {name: digests[name] for each in group for name in each.sources}
        said = {SETUP_HASH: setup.digest, "version": version(PROJECT), "sources": json.dumps(sources)}
        header, begins = new_header({each.name: each.form for each in group}, said)
        name = f"{output.stem}-{number:05}-of-{len(groups):05}{output.suffix}"
        path = output.with_name(name) if len(groups) > 1 else output
        shards.append(
            Shard(path, header, begins, len(header) + sum([bytes_of(each.value) for each in group]))
        )
    return shards


class _Run:
    """The computation of derived weights from the weights in files."""

    def __init__(self, setup: SavedSetup, sources: Mapping[str, StoredArray], limit: int, engine: str | None):
        self.report = SetupRun()
        self._module, self._derived = setup.module, {each.name: each for each in setup.derived}
        arguments = zip(setup.weights, functions_of(setup.module)["main"].args, strict=True)
        self._stored: dict[SSAValue, StoredArray] = {
            argument: sources[name] for name, argument in arguments if name in sources
        }
        """The array of each weight that is read."""
        self._limit, self._engine = limit, engine

    def write(self, shard: Shard, earlier: Mapping[str, StoredArray]) -> None:
        """Write one file, of whose values some are in files that were written `earlier`."""
        self.report.bytes += shard.size - len(shard.header)
        if shard.is_complete():
            self.report.kept += shard.begins
            return
        done = shard.begin()
        self.report.kept += [name for name in shard.begins if name in done]
        wanted = [self._derived[name] for name in shard.begins if name not in done]
        with open(shard.partial, "r+b") as file, CallsBehind() as behind:
            for each, chunks in self._results(wanted, earlier):
                behind.call(0, file.seek, shard.begins[each.name])
                for chunk in chunks:
                    behind.call(len(chunk), file.write, chunk)
                behind.call(0, shard.note, each.name, file)
        shard.end()

    def archive(self, path: Path) -> None:
        """Write a `.npz` file."""
        with new_content(path) as file, zipfile.ZipFile(file, "w") as archive:
            for each, chunks in self._results(self._derived.values(), {}):
                dtype, shape = each.form
                with archive.open(f"{each.name}.npy", "w", force_zip64=True) as member:
                    kind = dtype if is_native(dtype) else np.dtype(f"u{dtype.itemsize}")
                    said = np.lib.format.header_data_from_array_1_0(np.empty(0, kind))
                    np.lib.format.write_array_header_2_0(member, {**said, "shape": shape})
                    for chunk in chunks:
                        member.write(chunk)
                        self.report.bytes += len(chunk)

    def _results(
        self, wanted: Iterable[Derived], earlier: Mapping[str, StoredArray]
    ) -> Iterator[tuple[Derived, Iterator[bytes | memoryview]]]:
        """The bytes of each value; those that are computed from the same ops come together."""
        left = dict.fromkeys(wanted)
        while left:
            each = next(iter(left))
            together, segments, stored = [each], None, earlier.get(each.name)
            if stored is not None:
                self.report.kept.append(each.name)
            elif not isinstance(each.value.owner, Operation):
                self.report.copied.append(each.name)
                stored = self._stored[each.value]
            elif self._engine is None:
                segments = segments_of(each.value, self._limit, self._compute)
            if stored is not None:
                found = [_chunks(stored)]
            elif segments is not None:
                found = [self._blocks(segments)]
            else:
                cone = _computing(each.value)
                new = [other for other in left if other is not each and other.name not in earlier]
                together += [other for other in new if not cone.isdisjoint(_computing(other.value))]
                arrays = self._compute([other.value for other in together])
                found = [map(_bytes_of, [array]) for array in arrays]
            for other, chunks in zip(together, found, strict=True):
                self.report.computed += [other.name] if stored is None else []
                yield other, chunks
                del left[other]

    def _blocks(self, segments: Sequence[Segment]) -> Iterator[memoryview]:
        """The bytes of a value, block by block."""
        given = dict.fromkeys(part.value for segment in segments for part in segment.given)
        held = [value for value in given if self._in_file(value) is None]
        held = list(dict.fromkeys([*held, *[value for segment in segments for value in segment.whole]]))
        arrays = dict(zip(held, self._compute(held), strict=True))
        for segment in segments:
            programs: dict[int, Program] = {}
            for begin, end in segment.blocks():
                if end - begin not in programs:
                    programs[end - begin] = Program.of(segment.program(end - begin))
                given = [self._rows(part, segment.share(part, begin, end), arrays) for part in segment.given]
                self.report.blocks += 1
                whole = [arrays[value] for value in segment.whole]
                yield _bytes_of(_array(programs[end - begin](*given, *whole)[0]))

    def _compute(self, values: Sequence[SSAValue]) -> list[Array]:
        """The elements of values of setup."""
        wanted = [value for value in values if isinstance(value.owner, Operation)]
        ops = ops_behind(wanted)
        made = {result for op in ops for result in op.results}
        reads = list(dict.fromkeys(v for op in ops for v in all_read_by(op) if v not in made))
        found: dict[SSAValue, Array] = {}
        if wanted:
            program = Program.of(program_of(self._module, reads, ops, wanted), engine=self._engine)
            found = dict(zip(wanted, map(_array, program(*map(self._whole, reads))), strict=True))
        return [found[value] if value in found else self._whole(value) for value in values]

    def _in_file(self, value: SSAValue) -> StoredArray | None:
        """The array with the elements of a value; None where its rows cannot be read from a file."""
        weight = weight_behind(value)
        stored = None if weight is None else self._stored[weight]
        if stored is None or stored.offset is None:
            return None
        return replace(stored, shape=ranked(value).get_shape())

    def _whole(self, value: SSAValue) -> Array:
        """The elements of a weight."""
        return _as_declared(np.asarray(self._stored[value]), value)

    def _rows(self, part: ChosenRows, rows: range | Array, held: Mapping[SSAValue, Array]) -> Array:
        """Some rows of a value that memory holds, or else of a weight."""
        stored = self._in_file(part.value)
        if stored is not None and part.value not in held:
            return _as_declared(stored.rows(rows, part.axis), part.value)
        if isinstance(rows, range) and rows.step == 1:
            index = slice(rows.start, rows.stop)
        else:
            index = np.asarray(rows)
        return held[part.value][(*[slice(None)] * part.axis, index)]


def _as_declared(array: Array, value: SSAValue) -> Array:
    """The elements of a weight, whose bits a file may hold as integers."""
    dtype = dtype_of(ranked(value).element_type)
    return array if array.dtype == dtype else array.view(dtype)


def _computing(value: SSAValue) -> set[Operation]:
    """The ops that a value is computed from, without constants."""
    return {op for op in ops_behind([value]) if not is_constant(type(op))}


def _bytes_of(array: Array) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


def _array(result: object) -> Array:
    assert isinstance(result, Tensor)
    return result.borrowed()
