"""Fuzzing that learns: programs that cover something new, or on which an implementation is wrong, are mutated further.

Programs are made in *chunks*, and eight chunks are a *generation*: what it mutates was kept before it began. So the
programs depend on the options and the seed alone, not on the number of processes or on time. The result of a chunk is a
file, named by all that it depends on: a run that was stopped goes on where it was, and folders of several runs are
merged by copying their `results` into one.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from io import BytesIO
from itertools import islice
from math import prod
from pathlib import Path
from random import Random

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo import __version__, print_module
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.interface.limits import allowing
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.graphs import values_of_module
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import first_line
from xdsl_stablehlo.programs.universe import load_files
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.files import new_content
from xdsl_stablehlo.values.storage import native_bits

from ..permitted.evaluation import Permitted, permitted
from ..permitted.spans import Freedom
from ..reducing import count_ops, read_program
from ..reducing.program import results_given
from ..running import FAILED, Item, ItemResult, run
from ..triage.implementations import implementation
from ..triage.rulings import ORDER, WRONG, Ruling, judged
from .api import fuzz, random_array
from .coverage import cells_of, coverage_page, html_table
from .generator import MOST_ELEMENTS, FuzzOptions
from .mutations import Material, mutated

CHUNK = 25
"""The number of programs in a chunk."""
GENERATION = 8
"""The number of chunks in a generation: as many processes can work at once."""
TRIES = 3
"""The number of mutants that are tried before a new program is made instead."""
BEST_OF = 2
"""A new program is the one of so many that covers most: to make one costs less than to judge it."""
GROWTH = 4
"""A mutant has at most so many times the ops that a new program may have."""
MOST_ARGUMENTS = 12
MOST_BYTES = 1 << 20
"""The largest array that a mutant may make: a size that it computes may be any number."""
MOST_STEPS = 1000
"""The largest number of ops that a mutant may evaluate: one that changes a loop may have no end."""
LEAST_SHARE = 0.15
"""New programs, and mutants, are at least this part of what is made."""
SMALL = 2000
"""The number of characters of a small program."""


@dataclass(frozen=True)
class GuidedOptions:
    """The options of a guided run: the programs that are made, and the implementations that are judged."""

    new: FuzzOptions
    """The options for new programs."""
    seed: int = 0
    against: tuple[str, ...] = ()
    """Implementations, as `implementation` takes them; without any, only coverage guides."""
    seconds: float = 60.0
    """The time limit of one run."""
    only_new: bool = False
    """Whether nothing is mutated: what guidance is compared with."""
    files: tuple[str, ...] = ()
    """Files that define custom calls and dialects."""


@dataclass(frozen=True)
class StoredProgram:
    """A program as text, and its arguments as an .npz file in base64."""

    text: str
    npz: str

    @staticmethod
    def of(module: ModuleOp, arguments: Sequence[Array]) -> StoredProgram:
        """The program of a module."""
        stream = BytesIO()
        np.savez(stream, *map(native_bits, arguments))
        return StoredProgram(print_module(module), b64encode(stream.getvalue()).decode())

    @property
    def name(self) -> str:
        """A hash of the content."""
        return Item.of(None, self.text, self.npz).name[:16]

    def arguments(self) -> list[Array]:
        """The arguments, with the element types of the program."""
        types = functions_of(_read(self.text))["main"].function_type.inputs.data
        with np.load(BytesIO(b64decode(self.npz))) as stored:
            arrays: list[Array] = [stored[name] for name in stored.files]
        dtypes = [dtype_of(t.element_type) for t in types if is_tensor_type(t)]
        return [
            array if array.dtype == dtype else array.view(dtype)
            for array, dtype in zip(arrays, dtypes, strict=True)
        ]

    def write(self, folder: Path, name: str) -> None:
        """Write both files. Raises `OSError`."""
        for suffix, content in ((".npz", b64decode(self.npz)), (".mlir", self.text.encode())):
            with new_content(folder / f"{name}{suffix}", sync=False) as stream:
                stream.write(content)


@lru_cache(128)
def _read(text: str) -> ModuleOp:
    """The module of a program, which must not be changed."""
    return read_program(text)


# ---- one program ----


@dataclass(frozen=True)
class Candidate:
    """A program to make: by a mutation of one with parts of another, or new."""

    number: int
    parent: StoredProgram | None = None
    other: StoredProgram | None = None
    """Where parts are taken from."""
    is_given: bool = False
    """Whether the parent itself is judged."""


@dataclass(frozen=True)
class MadeProgram:
    """A program that can be judged."""

    module: ModuleOp
    arguments: list[Array]
    allowed: Permitted
    how: tuple[str, ...]
    """The mutations."""

    @property
    def is_defined(self) -> bool:
        """Whether the specification says, and the arbiter knows, what every op gives."""
        return all(reason.freedom is Freedom.ALLOWED for reason in self.allowed.reasons)


@default_environment()
def made(candidate: Candidate, options: GuidedOptions, known: Set[str]) -> MadeProgram:
    """The program of a candidate: a mutant that is valid and defined; a new program where none was found."""
    parent = candidate.parent
    if parent is not None and candidate.is_given:
        module, arguments = _read(parent.text), parent.arguments()
        return MadeProgram(module, arguments, permitted(module, arguments), ("given",))
    if parent is not None:
        for attempt in range(TRIES):
            random = Random(f"{options.seed} {candidate.number} {attempt}")
            found = _mutant(parent, candidate.other, options, known, random)
            if found is not None:
                return found
    first = options.seed + candidate.number * (1 if options.only_new else BEST_OF)
    several = [fuzz(first + i, options.new) for i in range(1 if options.only_new else BEST_OF)]
    new = max(several, key=lambda each: len(cells_of(each.module) - known))
    return MadeProgram(new.module, new.arguments, permitted(new.module, new.arguments), ())


def _mutant(
    parent: StoredProgram,
    donor: StoredProgram | None,
    options: GuidedOptions,
    known: Set[str],
    random: Random,
) -> MadeProgram | None:
    """A valid, small and defined mutant, or None."""
    other = _read((donor or parent).text)
    before = _read(parent.text)
    module, how = mutated(before, random, Material(other, options.new, known))
    if not how or not is_small(module, before, options):
        return None
    arguments = _arguments(module, parent, options, random)
    try:
        with allowing(MOST_BYTES):
            allowed = permitted(module, arguments, steps=MOST_STEPS)
    except EvaluationError:
        return None
    made = MadeProgram(module, arguments, allowed, tuple(how))
    return made if made.is_defined else None


def is_small(module: ModuleOp, before: ModuleOp, options: GuidedOptions) -> bool:
    """Whether a mutant is small, or at least no larger than its parent."""
    types = [value.type for value in values_of_module(module)]
    sizes = [abs(prod(t.get_shape())) for t in types if is_tensor_type(t)]
    inputs = functions_of(module)["main"].function_type.inputs.data
    return (
        count_ops(module) <= max(GROWTH * options.new.size, count_ops(before))
        and max(sizes, default=0) <= MOST_ELEMENTS
        and len(inputs) <= MOST_ARGUMENTS
        and all(map(is_tensor_type, inputs))
    )


def _arguments(module: ModuleOp, parent: StoredProgram, options: GuidedOptions, r: Random) -> list[Array]:
    """The arguments of the parent where they fit; some are drawn again."""
    types = functions_of(module)["main"].function_type.inputs.data
    arguments, before = list[Array](), parent.arguments()
    for i, t in enumerate(types):
        assert is_tensor_type(t)
        fits = i < len(before) and before[i].shape == t.get_shape()
        if fits and before[i].dtype == dtype_of(t.element_type) and r.random() < 0.8:
            arguments.append(before[i])
        else:
            with quiet():
                arguments.append(random_array(t, r, options.new))
    return arguments


# ---- a chunk: the work for `running.run` ----


@dataclass(frozen=True)
class Candidates:
    """Some programs to make and judge."""

    candidates: tuple[Candidate, ...]
    options: GuidedOptions
    known: frozenset[str]
    """The cells that are covered already."""
    stream: str
    """The seeds of candidates."""


def judge_chunk(item: Item) -> ItemResult:
    """The counts of new programs and of mutants, the rulings, and the programs worth keeping, as JSON.

    An error of ours loses only the program that it is about.
    """
    chunk: Candidates = item.payload
    load_files(chunk.options.files)
    known, kept, failed = set(chunk.known), list[ItemResult](), list[str]()
    rulings: dict[str, Counter[str]] = {}
    counts = [0, 0]
    for candidate in chunk.candidates:
        try:
            program = made(candidate, chunk.options, known)
            cells, given = cells_of(program.module) - known, list(_rulings(program, chunk.options))
        except Exception as error:
            failed.append(f"{candidate.number}: {type(error).__name__}: {error}")
            continue
        known |= cells
        wrong: dict[str, str] = {}
        for name, ruling in given:
            rulings.setdefault(name, Counter())[ruling.ruling] += 1
            if ruling.ruling == WRONG:
                wrong[name] = f"{ruling.difference} ({_op_of(program.module, ruling)})"
        counts[bool(program.how)] += 1
        if cells or wrong:
            stored = StoredProgram.of(program.module, program.arguments)
            about = {
                "number": candidate.number,
                "how": list(program.how),
                "cells": sorted(cells),
                "wrong": wrong,
                "defined": program.is_defined,
            }
            kept.append({"text": stored.text, "npz": stored.npz, **about})
    return {
        "stream": chunk.stream,
        "made": counts,
        "rulings": {name: dict(counts) for name, counts in rulings.items()},
        "programs": kept,
        **({FAILED: "; ".join(failed)} if failed else {}),
    }


def _rulings(program: MadeProgram, options: GuidedOptions) -> Iterator[tuple[str, Ruling]]:
    for spelled in options.against:
        each = implementation(spelled)
        try:
            yield (
                each.name,
                judged(each, program.module, program.arguments, options.seconds, lambda: program.allowed),
            )
        except (EvaluationError, ValueError) as error:
            yield each.name, Ruling(Freedom.OPEN.value, first_line(error))


def _op_of(module: ModuleOp, ruling: Ruling) -> str:
    """The op that gives a wrong result; `program` where no result is named."""
    words = ruling.place.split()
    if len(words) < 2 or words[0] != "result":
        return "program"
    owner = results_given(functions_of(module)["main"])[int(words[1])].owner
    return owner.name.removeprefix("stablehlo.") if isinstance(owner, Operation) else "argument"


# ---- the corpus ----


@dataclass
class KeptProgram:
    """A program of the corpus, and how often it was chosen."""

    program: StoredProgram
    wrong: tuple[str, ...]
    chosen: int = 0


@dataclass
class Corpus:
    """The programs that are mutated, what they cover, and the kinds of wrong results with their numbers."""

    kept: list[KeptProgram] = field(default_factory=list[KeptProgram])
    cells: set[str] = field(default_factory=set[str])
    kinds: Counter[str] = field(default_factory=Counter[str])
    gains: list[float] = field(default_factory=lambda: [1.0, 1.0])
    """The number of cells that a new program adds, and a mutant, of late."""

    def learn(self, results: Sequence[ItemResult]) -> None:
        """Keep the programs of a generation that cover something new, or are wrong in a new way."""
        found, counts = [0, 0], [0, 0]
        for result in results:
            for is_mutant, count in enumerate(result.get("made", ())):
                counts[is_mutant] += count
            for is_mutant, cells in self._add(result):
                found[is_mutant] += cells
        for i in (0, 1):
            if counts[i]:
                self.gains[i] = (self.gains[i] + found[i] / counts[i]) / 2

    def _add(self, result: ItemResult) -> Iterator[tuple[bool, int]]:
        """Add a chunk; yield for each program whether it is a mutant, and the number of its new cells."""
        for each in result.get("programs", ()):
            wrong = tuple([f"{name}: {kind}" for name, kind in sorted(each["wrong"].items())])
            new = set(each["cells"]) - self.cells
            if each["defined"] and (new or any(kind not in self.kinds for kind in wrong)):
                self.kept.append(KeptProgram(StoredProgram(each["text"], each["npz"]), wrong))
            self.cells |= new
            self.kinds.update(wrong)
            yield bool(each["how"]), len(new)

    @property
    def share(self) -> float:
        """The part of the programs that should be new: more where new programs cover more than mutants."""
        new, mutants = self.gains
        return min(max(new / (new + mutants or 1.0), LEAST_SHARE), 1 - LEAST_SHARE)

    def candidates(self, numbers: Sequence[int], only_new: bool, random: Random) -> list[Candidate]:
        """The next program to make. Parents are small programs that were chosen least, and those with rare findings."""
        if not self.kept or only_new:
            return [Candidate(number) for number in numbers]
        rare = [sum(8 / self.kinds[kind] for kind in each.wrong) for each in self.kept]
        sizes = [1 + len(each.program.text) / SMALL for each in self.kept]
        weights = [
            (1 + more) / (1 + each.chosen) / size
            for each, more, size in zip(self.kept, rare, sizes, strict=True)
        ]
        parents = random.choices(self.kept, weights, k=len(numbers))
        others = random.choices(self.kept, k=len(numbers))
        made = list[Candidate]()
        for number, parent, other in zip(numbers, parents, others, strict=True):
            if random.random() < self.share:
                made.append(Candidate(number))
                continue
            parent.chosen += 1
            made.append(Candidate(number, parent.program, other.program))
        return made


def guided(
    options: GuidedOptions,
    folder: Path,
    count: int,
    *,
    given: Sequence[StoredProgram] = (),
    executor: Executor,
    shard: tuple[int, int] = (0, 1),
    progress: Callable[[Corpus, int], None] = lambda _, __: None,
) -> Corpus:
    """Make `count` programs, in whole chunks, and keep the results of chunks in `results` in a folder.

    The programs that are `given` are judged first, and are mutated, too. With `shard=(i, n)`, only part i of n of the
    chunks is made, each part with a corpus of its own. `progress` is called after each generation with the number of
    programs so far. Raises `OSError`.
    """
    corpus, total = Corpus(), 0
    part, parts = shard
    stream = f"{options.seed} {part}/{parts}"

    def items(chunks: Iterable[Sequence[Candidate]], what: str) -> Iterator[Item]:
        known = frozenset(corpus.cells)
        for candidates in chunks:
            named = [f"{c.number} {c.is_given} {_name(c.parent)} {_name(c.other)}" for c in candidates]
            content = (__version__, repr(options), what, *named, *sorted(known))
            yield Item.of(Candidates(tuple(candidates), options, known, what), *content)

    def judge(chunks: Iterable[Sequence[Candidate]], what: str) -> None:
        nonlocal total
        results = list(run(list(items(chunks, what)), judge_chunk, folder / "results", executor=executor))
        corpus.learn(results)
        total += sum(sum(result.get("made", ())) for result in results)
        progress(corpus, total)

    first = [Candidate(i, program, is_given=True) for i, program in enumerate(given)]
    if first:
        judge([first[i : i + CHUNK] for i in range(0, len(first), CHUNK)], "given")
    mine = iter(range(part, -(-count // CHUNK), parts))
    generation = 0
    while chunks := list(islice(mine, GENERATION)):
        random = Random(f"{stream} {generation}")
        # Always drawn for a whole generation: a longer run begins as a shorter one does.
        whole = [chunks[0] + parts * i for i in range(GENERATION)]
        numbers = [chunk * CHUNK + i for chunk in whole for i in range(CHUNK)]
        planned = corpus.candidates(numbers, options.only_new, random)
        judge([planned[i * CHUNK : (i + 1) * CHUNK] for i in range(len(chunks))], stream)
        generation += 1
    return corpus


def _name(program: StoredProgram | None) -> str:
    return "" if program is None else program.name


# ---- the folder ----

EXAMPLES = 3
"""The number of programs of each kind of finding that a run writes."""


@dataclass(frozen=True)
class Summary:
    """The contents of a folder."""

    programs: int
    """The number of programs that were judged."""
    kept: int
    cells: frozenset[str]
    rulings: Mapping[str, Counter[str]]
    """The number of each ruling, by implementation."""
    kinds: Mapping[str, Sequence[StoredProgram]]
    """The first programs of each kind of wrong results: `xla: another integer (popcnt)`."""
    counts: Mapping[str, int]
    """The number of programs of each kind."""
    failed: Sequence[str]
    """Why chunks were not judged."""


def write_corpus(folder: Path) -> Summary:
    """Write `programs`, `findings` and `index.html` of all that is in `results`, by whatever runs. Raises `OSError`."""
    results = [json.loads(path.read_bytes()) for path in sorted((folder / "results").glob("*.json"))]
    rulings: dict[str, Counter[str]] = {}
    programs: dict[str, StoredProgram] = {}
    wrong: dict[str, list[tuple[str, int, StoredProgram]]] = {}
    cells = set[str]()
    for result in results:
        for name, counts in result.get("rulings", {}).items():
            rulings.setdefault(name, Counter()).update(counts)
        for each in result.get("programs", ()):
            stored = StoredProgram(each["text"], each["npz"])
            cells.update(each["cells"])
            if each["cells"]:
                programs[stored.name] = stored
            for name, kind in each["wrong"].items():
                wrong.setdefault(f"{name}: {kind}", []).append((result["stream"], each["number"], stored))
    kinds = {kind: _first(found) for kind, found in sorted(wrong.items())}
    examples = {each.name: each for found in kinds.values() for each in found}
    for name, stored in (("programs", programs), ("findings", examples)):
        (folder / name).mkdir(parents=True, exist_ok=True)
        for each in stored.values():
            # The name is that of the content: files that are there are the same.
            if not (folder / name / f"{each.name}.mlir").exists():
                each.write(folder / name, each.name)
    summary = Summary(
        sum(sum(result.get("made", ())) for result in results),
        len(programs),
        frozenset(cells),
        dict(sorted(rulings.items())),
        kinds,
        {kind: len(found) for kind, found in wrong.items()},
        [str(result[FAILED]) for result in results if FAILED in result],
    )
    with new_content(folder / "index.html", sync=False) as stream:
        stream.write(coverage_page(cells, _notes(summary)).encode())
    return summary


def _first(found: Sequence[tuple[str, int, StoredProgram]]) -> list[StoredProgram]:
    """The first programs of each stream, so that a longer run only adds to them."""
    taken, counts = list[StoredProgram](), Counter[str]()
    for stream, _, program in sorted(found, key=lambda each: each[:2]):
        counts[stream] += 1
        if counts[stream] <= EXAMPLES:
            taken.append(program)
    return taken


def _notes(summary: Summary) -> str:
    """The number of programs, and the kinds of wrong results with their first program."""
    parts = [
        f"<p>{summary.programs} programs, of which {summary.kept} cover something that others do not.</p>\n"
    ]
    if summary.rulings:
        rulings = {
            escape(name): "".join([f"<td>{counts[each]}</td>" for each in ORDER])
            for name, counts in summary.rulings.items()
        }
        parts.append(f"<h2>Rulings</h2>\n{html_table(rulings.items(), ORDER)}\n")
    if summary.kinds:
        kinds = {
            f'<a href="findings/{found[0].name}.mlir">{escape(kind)}</a>': f"<td>{summary.counts[kind]}</td>"
            for kind, found in summary.kinds.items()
        }
        heading = "Wrong results, by kind and op, with the number of programs"
        parts.append(f"<h2>{heading}</h2>\n{html_table(kinds.items())}\n")
    return "".join(parts)
