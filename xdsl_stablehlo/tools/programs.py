"""Programs in tools: reading them, their passes, and reports of their errors.

`--verify-diagnostics` compares the errors with the annotations of a file:

// expected-error@below {{some words of the message}}
// expected-error-re@+2 {{words with {{[0-9]+}} a pattern}}
"""

from __future__ import annotations

import codecs
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import partial
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_stablehlo.bytecode.format import BytecodeError, module_bytes
from xdsl_stablehlo.ir.printable import nearest, printable
from xdsl_stablehlo.programs.registry import PASSES, pass_factory, register_all_dialects
from xdsl_stablehlo.programs.universe import added
from xdsl_stablehlo.programs.verification import Diagnostic, ProgramWarning, diagnostics, diagnostics_of_error
from xdsl_stablehlo.text import parse_module

from .command_line.passes import advice
from .command_line.reading import CommandLine, PassSpec, ToolError, read_list
from .driver import complain, writing

if TYPE_CHECKING:
    from xdsl_stablehlo.folding.options import JudgesFold
    from xdsl_stablehlo.workbench.running import Item, ItemResult

    from ..jax.calls import ExportedFile

MAGIC = b"ML\xefR"
"""The first bytes of MLIR bytecode."""
SPLIT_MARKER = "// -----"
KEPT = 1 << 24
"""The largest text that is kept in memory for error messages; a larger one is read again from its file."""
EXPORTED_SUFFIX = ".jax_export"
"""The suffix of files of `jax.export` that are written; they are read under any name."""
FOLDING = "stablehlo-constant-fold"
"""The pass that flags about folding are for."""
IGNORED_OPTIONS = {"canonicalize": ("test_convergence",)}
"""Options of upstream's passes without a meaning here: our passes always run to a fixed point."""


@dataclass
class Chunk:
    """A program as text or bytecode. `line` is the number of lines before it in its file."""

    data: str | bytes
    name: str
    line: int = 0
    exported: bytes | None = None
    """The file of `jax.export` that holds the bytecode."""

    @property
    def version(self) -> str | None:
        """The version of a portable artifact; None for text, which waits for no reader, and other bytecode."""
        if isinstance(self.data, str):
            return None
        from xdsl_stablehlo.transforms.vhlo.artifacts import artifact_version

        version = artifact_version(self.data)
        return None if version is None else str(version)

    def release(self) -> str | bytes:
        """Return the data; large data are not kept here after that."""
        data = self.data
        if len(data) > KEPT:
            self.data = ""
        return data

    def excerpt(self, diagnostic: Diagnostic) -> list[str]:
        """The source line of an error, and a caret under its column; empty if the place is not known."""
        if isinstance(self.data, bytes) or diagnostic.file != self.name or not diagnostic.line:
            return []
        skipped = self.line if self.data else 0
        line = source_line(self.data, self.name, diagnostic.line - skipped)
        return [] if line is None else excerpt(line, diagnostic.column)


def programs_of(line: CommandLine) -> Iterator[Chunk]:
    """The programs in the input of a command line, which is read now, and in memory once."""
    return chunks(*read_input(line.inputs[0] if line.inputs else None), "split-input-file" in line.switches)


def read_input(path: str | None) -> tuple[bytes, str]:
    """The bytes of a file, or of standard input for None and `-`, and the name for locations."""
    try:
        if path is None or path == "-":
            return sys.stdin.buffer.read(), "-"
        with open(path, "rb") as file:
            return file.read(), path
    except OSError as error:
        name = f"input file '{path}'" if path not in (None, "-") else "standard input"
        raise ToolError(f"cannot open {name}: {error.strerror}") from None


def chunks(data: bytes, name: str, split: bool) -> Iterator[Chunk]:
    """The programs in `data`: one, or those between lines `// -----`."""
    if data[:4] == MAGIC:
        yield Chunk(data, name)
        return
    try:
        text = data.decode()
    except UnicodeDecodeError:
        module = _contained(data)
        if module is not None:
            yield Chunk(module, name, exported=data)
            return
        if b"\0" in data:
            raise ToolError(f"{name}: neither text nor MLIR bytecode") from None
        text = data.decode(errors="xdsl-stablehlo.escape")
    del data
    parts = text.split(SPLIT_MARKER) if split else [text]
    del text
    parts.reverse()
    line = 0
    while parts:
        lines = parts[-1].count("\n")
        yield Chunk(parts.pop(), name, line)
        line += lines


def _contained(data: bytes) -> bytes | None:
    """The bytecode in the container that `jax.export` makes, if `data` is one."""
    try:
        return bytes(module_bytes(data))
    except BytecodeError:
        return None


def _escape(error: UnicodeError) -> tuple[str, int]:
    r"""Spell bytes that are not UTF-8 as MLIR does in strings, `\FF`."""
    assert isinstance(error, UnicodeDecodeError)
    return "".join([f"\\{byte:02X}" for byte in error.object[error.start : error.end]]), error.end


codecs.register_error("xdsl-stablehlo.escape", _escape)


def new_context(allow_unregistered: bool = False) -> Context:
    """A context with every dialect of this project, and those of others whose names are free: files, plugins, xDSL."""
    context = Context(allow_unregistered)
    register_all_dialects(context)
    ours = set(context.registered_dialect_names)
    for name, factory in added().all_dialects.items():
        if name not in ours:
            context.register_dialect(name, factory)
    return context


def load(chunk: Chunk, context: Context, keep: bool = True, as_vhlo: bool = False) -> ModuleOp:
    """The module of a chunk, whose data are released unless `keep` is set; a portable artifact as StableHLO or VHLO.

    Raises xDSL's `ParseError`, or `InvalidError` for bytecode that cannot be read.
    """
    is_vhlo = as_vhlo or chunk.version is None
    data = chunk.data if keep else chunk.release()
    if isinstance(data, str):
        return parse_module("\n" * chunk.line + data, context, chunk.name)
    from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact, read_vhlo

    try:
        return (read_vhlo if is_vhlo else read_portable_artifact)(data, context)
    except BytecodeError as error:
        raise InvalidError([Diagnostic(str(error), chunk.name)]) from None


def load_verified(chunk: Chunk, context: Context, keep: bool = True) -> ModuleOp:
    """As `load`. Raises `InvalidError` for a program that is not valid."""
    module = load(chunk, context, keep)
    verify(module)
    return module


def reported_program(path: str | None, allow_unregistered: bool = False) -> ModuleOp | None:
    """The one program of a file; None if it has errors, which are reported."""
    (chunk,) = chunks(*read_input(path), split=False)
    try:
        return load_verified(chunk, new_context(allow_unregistered))
    except Exception as error:
        report(chunk, diagnostics_of(error), compare=False)
        return None


def exported_file(data: bytes | None, module: ModuleOp) -> ExportedFile:
    """The calling convention of the program that is written. Raises `ToolError` if JAX is not installed."""
    try:
        from ..jax.calls import ExportedFile

        return ExportedFile.of(data, module)
    except ModuleNotFoundError as error:
        install = "pip install 'xdsl-stablehlo[jax]'"
        raise ToolError(f"writing {EXPORTED_SUFFIX} files needs '{error.name}': {install}") from None


def fold_options(line: CommandLine) -> list[tuple[str, str | None]]:
    """The options of the folding pass that flags give."""
    given = {"report": line.values.get("fold-report"), "report_html": line.values.get("fold-report-html")}
    options = [(name, path) for name, path in given.items() if path is not None]
    how = line.values.get("verify-fold", "")
    if how not in ("", "prove"):
        raise ToolError(f"'{how}' is not a value for --verify-fold: prove")
    return [*options, ("verify", None)] if "verify-fold" in line.values and not how else [*options]


def judge_of_folds(line: CommandLine) -> JudgesFold | None:
    """The validator, with little work for what it does not prove, if flags ask for proofs."""
    if line.values.get("verify-fold") != "prove" and "prove" not in line.switches:
        return None
    from xdsl_stablehlo.workbench.validation import ValidationOptions, validate

    return partial(validate, options=ValidationOptions(inputs=20, work_budget=1 << 30, sizes=False))


class InvalidError(Exception):
    """A program in which the verifier finds errors."""

    def __init__(self, diagnostics: Sequence[Diagnostic]):
        super().__init__(str(diagnostics[0]))
        self.diagnostics = diagnostics


def diagnostics_of(error: Exception) -> Sequence[Diagnostic]:
    """The diagnostics of an error in a program. Raises any other error."""
    return error.diagnostics if isinstance(error, InvalidError) else diagnostics_of_error(error)


def verify(module: ModuleOp) -> None:
    """Raise `InvalidError` if the verifier finds errors."""
    found = list(diagnostics(module))
    if found:
        raise InvalidError(found)


def report(chunk: Chunk, found: Sequence[Diagnostic], compare: bool) -> bool:
    """Print diagnostics, or their differences from the annotations; return whether that is a failure."""
    if compare:
        text = "" if isinstance(chunk.data, bytes) else "\n" * chunk.line + chunk.data
        emitted = [(diagnostic.kind, diagnostic.line, diagnostic.message) for diagnostic in found]
        wrong = list(disagreements(expectations(text), emitted, chunk.name))
        for disagreement in wrong:
            complain(disagreement)
        return bool(wrong)
    for diagnostic in found:
        complain(diagnostic)
        for line in chunk.excerpt(diagnostic):
            complain(line)
    return any(diagnostic.kind == "error" for diagnostic in found)


def pass_named(spec: PassSpec) -> ModulePass:
    """The pass of a command line, with its options. Raises `ToolError`."""
    kind = pass_class(spec.name)
    hints, names = get_type_hints(kind), {field.name for field in fields(kind)}
    values: dict[str, object] = {}
    for name, text in spec.options:
        if name in IGNORED_OPTIONS.get(spec.name, ()):
            continue
        if name not in names and (name := f"{name}_") not in names:  # an option named like a Python keyword
            shown, options = name[:-1].replace("_", "-"), [n.rstrip("_").replace("_", "-") for n in names]
            raise ToolError(f"{spec.name}: no such option {shown}{nearest(shown, options)}")
        values[name] = _converted(spec.name, name, text, str(hints[name]))
    try:
        return kind(**values)
    except TypeError:
        required = {f.name for f in fields(kind) if f.default is f.default_factory is MISSING}
        missing = ", ".join(sorted(required - values.keys())).replace("_", "-")
        raise ToolError(f"{spec.name} needs the option {missing}") from None


def pass_class(name: str) -> type[ModulePass]:
    """The class of a pass: ours, of a file, of a plugin, or xDSL's. Raises `ToolError`."""
    if name in PASSES:
        return pass_factory(name)()
    factory = added().all_passes.get(name)
    if factory is None:
        raise ToolError(f"'{name}' is not a pass{advice(name, [*PASSES, *added().all_passes])}")
    return factory()


def _converted(owner: str, name: str, text: str | None, hint: str) -> object:
    """The value of an option whose field has the type `hint`."""
    shown = name.replace("_", "-")
    if "tuple" in hint:
        return tuple(int(item) if "int" in hint else item for item in read_list(text or ""))
    if "bool" in hint:
        if text not in (None, "true", "false", "1", "0"):
            raise ToolError(f"{owner}: '{text}' is not a value for the switch {shown}")
        return text in (None, "true", "1")
    if text is None:
        raise ToolError(f"{owner}: the option {shown} needs a value")
    try:
        return int(text) if "int" in hint else float(text) if "float" in hint else text
    except ValueError:
        raise ToolError(f"{owner}: '{text}' is not a number for the option {shown}") from None


def each_program(programs: Iterable[Chunk], line: CommandLine, work: Callable[[Chunk], None]) -> bool:
    """Work on programs; report the errors and warnings; return whether any program failed."""
    found: list[Diagnostic] = []
    failed, show = False, warnings.showwarning

    def collect(message: Warning | str, *rest: Any, **more: Any) -> None:
        if isinstance(message, ProgramWarning):
            found.append(replace(Diagnostic.at(message.op.location, str(message)), kind="warning"))
        else:
            show(message, *rest, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("always", ProgramWarning)
        warnings.showwarning = collect
        for chunk in programs:
            found.clear()
            try:
                work(chunk)
            except Exception as error:
                found += diagnostics_of(error)
            failed |= report(chunk, found, "verify-diagnostics" in line.switches)
    return failed


# ---- many programs ----

RUNNING = ("jobs", "shard", "keep")
"""The flags of work on many programs, on which no result depends."""


def each_result(
    line: CommandLine, items: Iterable[Item], work: Callable[[Item], ItemResult]
) -> Iterator[tuple[Item, ItemResult]]:
    """Each item with its result, computed as `--jobs`, `--shard` and `--keep` say. Raises `ToolError`."""
    from xdsl_stablehlo.workbench.running import run_here

    shard = shard_of(line)
    folder, jobs = line.values.get("keep"), line.count("jobs", 0, least=1)
    if folder is not None:
        with writing(f"into '{folder}'"):
            Path(folder).mkdir(parents=True, exist_ok=True)
    yield from run_here(items, work, jobs=jobs, folder=Path(folder) if folder else None, shard=shard)


def shard_of(line: CommandLine) -> tuple[int, int]:
    """The part of the work that `--shard=I/N` asks for, I and N. Raises `ToolError`."""
    text = line.values.get("shard", "0/1")
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text, re.ASCII)
    if found is None or int(found[1]) >= int(found[2]):
        raise ToolError(f"'{text[:40]}' is not a value for --shard: 0/8 to 7/8 are 8 parts")
    return int(found[1]), int(found[2])


# ---- the line under an error ----

WIDEST = 100
"""The largest number of characters of a line that are shown, around the place."""

_CUT = "..."


def source_line(text: str, name: str, number: int) -> str | None:
    """Line `number`, from 1, of a program's text, or of its file if the text was released; None if there is none."""
    try:
        with StringIO(text) if text else open(name, encoding="utf-8", errors="surrogateescape") as lines:
            return next(islice(lines, number - 1, None), None)
    except (OSError, ValueError):
        return None


def excerpt(line: str, column: int) -> list[str]:
    """A line, with a caret under column `column`, from 1; empty for a blank line."""
    parts = line[: column - 1], line[column - 1 :].rstrip()
    before, after = [printable(part.expandtabs(1)) for part in parts]
    if not before.strip() and not after:
        return []
    if len(before) > WIDEST // 2 and len(before) + len(after) > WIDEST:
        before = _CUT + before[len(_CUT) - WIDEST // 2 :]
    room = WIDEST - len(before)
    if len(after) > room:
        after = after[: room - len(_CUT)] + _CUT
    return [before + after, " " * len(before) + "^"]


# ---- what a file expects ----

_EXPECTED = r"//.*?expected-(error|warning|remark|note)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}\s*$"

_ECHO = (
    r"failed to infer returned types|failed parsing \w+ dimension numbers|failed to parse \w+ parameter"
    r"|^expected '\]'$|expected type list$"
)
"""Messages that MLIR prints in addition to another error. Here the first message stands for both."""


class Expectation(NamedTuple):
    """One expected diagnostic. `line` is 0 for one without a place."""

    kind: str
    line: int
    text: str
    pattern: str

    def matches(self, kind: str, line: int, message: str) -> bool:
        """Whether a diagnostic is the expected one."""
        return self.kind == kind and self.line == line and re.search(self.pattern, message) is not None


def expectations(text: str) -> list[Expectation]:
    """The annotations in `text`. `above` and `below` mean the next line that has none."""
    lines = text.split("\n")
    found = {number: match for number, line in enumerate(lines, 1) if (match := re.search(_EXPECTED, line))}
    expected = list[Expectation]()
    for number, match in found.items():
        kind, is_pattern, where, words = match.groups()
        # Words of a pattern have regular expressions between `{{` and `}}`.
        parts = re.split(r"\{\{(.*?)\}\}", words) if is_pattern else [words]
        pattern = "".join(part if index % 2 else re.escape(part) for index, part in enumerate(parts))
        expected.append(Expectation(kind, _line(where, number, found), words, pattern))
    return expected


def _line(where: str | None, number: int, annotated: dict[int, re.Match[str]]) -> int:
    if where not in ("above", "below"):
        return 0 if where == "unknown" else number + int(where or 0)
    step = 1 if where == "below" else -1
    while (number := number + step) in annotated:
        pass
    return number


def disagreements(
    expected: list[Expectation], emitted: list[tuple[str, int, str]], name: str
) -> Iterator[str]:
    """Expected diagnostics that are missing, and unexpected ones. `emitted` are kinds, lines and messages."""
    met = [bool(emitted) and re.search(_ECHO, expectation.text) is not None for expectation in expected]
    for kind, line, message in emitted:
        fitting = [i for i, expectation in enumerate(expected) if expectation.matches(kind, line, message)]
        if not fitting:
            yield f"{name}:{line}: error: unexpected {kind}: {message}"
        else:
            met[next((i for i in fitting if not met[i]), fitting[0])] = True
    for is_met, expectation in zip(met, expected):
        if not is_met:
            yield (
                f'{name}:{expectation.line}: error: expected {expectation.kind} "{expectation.text}" '
                "was not produced"
            )
