"""What the command-line tools share: reading, running passes, and errors in one line.

A tool is a function from its arguments to an exit code, run by `run_tool`. Whatever a user can get wrong ends there as
one line on standard error and exit code 1.
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import MISSING, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, TextIO, get_type_hints

from xdsl_stablehlo.ir.printable import printable
from xdsl_stablehlo.ir.runtime import deep_recursion, start
from xdsl_stablehlo.values.files import NewContent, abandon

from .options import PassSpec, UsageError, nearest, read_list

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.passes import ModulePass

    from xdsl_stablehlo.programs.verification import Diagnostic

MAGIC = b"ML\xefR"
"""What MLIR bytecode begins with."""

SPLIT_MARKER = "// -----"
DEEP_STACK = 1 << 29
DEEP_FRAMES = 400_000
"""What a run gets that did not fit into the usual stack: deeply nested regions."""


KEPT = 1 << 24
"""Characters of a program that are kept for messages about it; a larger one is read from its file again."""

IGNORED_OPTIONS = {"canonicalize": ("test_convergence",)}
"""Options of upstream's passes that mean nothing here, where a pass always goes on until nothing changes."""


class ToolError(Exception):
    """A user's mistake that is no place in a program: one line."""


@dataclass
class Chunk:
    """A program to be worked on: text, or bytecode. `line` is the number of lines before it in its file."""

    data: str | bytes
    name: str
    line: int = 0
    exported: bytes | None = None
    """The file of `jax.export` that the bytecode is from."""

    def release(self) -> str | bytes:
        """The data, which are forgotten here if they are many: a program of many megabytes need not stay when it has
        been read."""
        data = self.data
        if len(data) > KEPT:
            self.data = ""
        return data

    def excerpt(self, diagnostic: Diagnostic) -> list[str]:
        """The line that an error is about, and a caret under the place; nothing where that is not known."""
        if isinstance(self.data, bytes) or diagnostic.file != self.name or not diagnostic.line:
            return []
        from .excerpts import excerpt, source_line

        skipped = self.line if self.data else 0
        line = source_line(self.data, self.name, diagnostic.line - skipped)
        return [] if line is None else excerpt(line, diagnostic.column)


def run_tool(tool: Callable[[Sequence[str]], int], arguments: Sequence[str] | None = None) -> int:
    """The exit code of `tool`. Nothing is left to Python's own report but errors of the tool itself.

    A reader that goes away ends it with 141, Ctrl-C with 130, everything else that goes wrong with 1.
    """
    given = sys.argv[1:] if arguments is None else arguments
    _replace_closed_streams()
    try:
        try:
            return _outcome(tool, given)
        finally:
            _flush_errors()
            sys.stdout.flush()
    except BrokenPipeError:
        _drop(sys.stdout)
        return 141
    except OSError as error:
        _drop(sys.stdout)
        complain(f"error: cannot write to {error.filename or 'standard output'}: {error.strerror or error}")
        return 1


def _outcome(tool: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    try:
        return _deep(lambda: tool(arguments))
    except (UsageError, ToolError) as error:
        complain(f"error: {error}")
    except MemoryError:
        complain("error: the program needs more memory than there is")
    except RecursionError:
        complain("error: regions are nested too deeply")
    except KeyboardInterrupt:
        abandon()
        _stop_showing_progress()
        return 130
    return 1


def _stop_showing_progress() -> None:
    """Leave the terminal clean, if folding has begun."""
    progress = sys.modules.get("xdsl_stablehlo.folding.report.progress")
    if progress is not None:
        progress.stop_showing()


def main_of(tool: Callable[[Sequence[str]], int]) -> NoReturn:
    """Run `tool` on the arguments of this process, and end it."""
    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores one
            signal.signal(number, _end_by)
    _leave(run_tool(tool))


def _end_by(number: int, frame: object) -> None:
    """End as a signal does by itself, only without half written files."""
    abandon()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _leave(code: int) -> NoReturn:
    """End the process. After Ctrl-C at once: the thread that still works is not waited for."""
    if code == 130:
        os._exit(code)
    sys.exit(code)


def complain(line: object) -> None:
    """A line on standard error, if anybody can read it."""
    try:
        print(printable(str(line)), file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)


def _flush_errors() -> None:
    """What else was written to standard error. Python would fail on its way out where that cannot go anywhere."""
    try:
        sys.stderr.flush()
    except OSError:
        _drop(sys.stderr)


def _drop(stream: TextIO) -> None:
    """Send what a stream still holds, and all that follows, nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _replace_closed_streams() -> None:
    """Give streams that were closed (None in Python) an end that refuses, and whose number no other file gets."""
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(os.open(os.devnull, os.O_WRONLY), "r")))
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.open(os.devnull, os.O_RDONLY), "w")))
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(os.open(os.devnull, os.O_RDONLY), "w")))


class Destination:
    """Where results go: standard output as they come, or a file, which changes only when all have come.

    Raises `ToolError` for a file that cannot be written, and leaves it as it was.
    """

    def __init__(self, path: str | None):
        self._path = None if path == "-" else path
        self._content: NewContent | None = None

    def __enter__(self) -> Destination:
        return self

    def __exit__(self, *error: object) -> None:
        if self._content is not None:
            self._content.discard()

    @contextmanager
    def stream(self) -> Generator[BinaryIO]:
        """What bytes are written to."""
        try:
            if self._path is None:
                sys.stdout.flush()
                yield sys.stdout.buffer
                sys.stdout.buffer.flush()
                return
            self._content = self._content or NewContent(self._path)
            yield self._content.stream
        except OSError as error:
            if self._path is None:
                raise
            raise self._refused(error) from None

    @contextmanager
    def text(self) -> Generator[TextIO]:
        """What text is written to: UTF-8; bytes that were none come out as they came in."""
        with self.stream() as stream:
            text = io.TextIOWrapper(stream, "utf-8", "surrogateescape", newline="")
            try:
                yield text
                text.flush()
            finally:
                with suppress(OSError):
                    text.detach()

    def end(self, failed: bool) -> None:
        """Nothing more comes. A file is not touched where a part of the work `failed`."""
        content, self._content = self._content, None
        if content is None:
            return
        if failed:
            content.discard()
            complain(f"error: '{self._path}' is not written: not every program could be")
            return
        try:
            content.commit()
        except OSError as error:
            raise self._refused(error) from None

    def _refused(self, error: OSError) -> ToolError:
        return ToolError(f"cannot write '{self._path}': {error.strerror or error}")


def _deep(work: Callable[[], int]) -> int:
    """`work()`, on a large stack of its own, which nested regions need."""
    result: list[int] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True)
    with deep_recursion(DEEP_FRAMES):
        try:
            start(thread, DEEP_STACK)
        except RuntimeError:  # no room for such a stack
            thread = None
        else:
            thread.join()
    if thread is None:
        return work()
    if failure:
        raise failure[0]
    return result[0]


def read_input(path: str | None) -> tuple[bytes, str]:
    """The bytes of a file, or of standard input for None and `-`, and the name to use in locations."""
    try:
        if path is None or path == "-":
            return sys.stdin.buffer.read(), "-"
        with open(path, "rb") as file:
            return file.read(), path
    except OSError as error:
        name = f"input file '{path}'" if path not in (None, "-") else "standard input"
        raise ToolError(f"cannot open {name}: {error.strerror}") from None


def _contained(data: bytes) -> bytes | None:
    """The bytecode in the container that `jax.export` makes, if `data` is one."""
    from xdsl_stablehlo.bytecode.format.codec import BytecodeError
    from xdsl_stablehlo.bytecode.format.sections import module_bytes

    try:
        return bytes(module_bytes(data))
    except BytecodeError:
        return None


def _escape(error: UnicodeError) -> tuple[str, int]:
    r"""Bytes that are not UTF-8 as MLIR spells them in strings, `\FF`; in comments they may be what they like."""
    assert isinstance(error, UnicodeDecodeError)
    return "".join([f"\\{byte:02X}" for byte in error.object[error.start : error.end]]), error.end


codecs.register_error("xdsl-stablehlo.escape", _escape)


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


def new_context(allow_unregistered: bool = False) -> Context:
    """A context with every dialect of this project, and xDSL's own where the names are free."""
    from xdsl.context import Context
    from xdsl.dialects import get_all_dialects

    from xdsl_stablehlo.programs.registry import register_all_dialects

    context = Context(allow_unregistered)
    register_all_dialects(context)
    ours = set(context.registered_dialect_names)
    for name, factory in get_all_dialects().items():
        if name not in ours:
            context.register_dialect(name, factory)
    return context


def load(chunk: Chunk, context: Context, keep: bool = True) -> ModuleOp:
    """The module of a chunk, which loses its data unless they are to be kept.

    Raises xDSL's `ParseError`, or the error of the bytecode reader.
    """
    data = chunk.data if keep else chunk.release()
    if isinstance(data, bytes):
        from xdsl_stablehlo.transforms.vhlo.artifacts import read_vhlo

        return read_vhlo(data, context)
    from xdsl_stablehlo.text import parse_module

    return parse_module("\n" * chunk.line + data, context, chunk.name)


def load_program(chunk: Chunk, context: Context, keep: bool = True) -> ModuleOp:
    """As `load`; what is in a portable artifact is StableHLO."""
    from xdsl_stablehlo.transforms.vhlo.artifacts import artifact_version, read_portable_artifact

    data = chunk.data
    if isinstance(data, bytes) and artifact_version(data) is not None:
        if not keep:
            chunk.release()
        return read_portable_artifact(data, context)
    return load(chunk, context, keep)


def diagnostics_of(error: Exception) -> list[Diagnostic]:
    """The lines to print for an error that is about a program. Raises any other error."""
    from xdsl_stablehlo.programs.verification import diagnostics_of_error

    return diagnostics_of_error(error)


@contextmanager
def warnings_of_programs() -> Generator[list[Diagnostic]]:
    """Collects what passes warn of; all other warnings of Python are shown as ever."""
    from xdsl_stablehlo.programs.verification import Diagnostic, ProgramWarning

    found: list[Diagnostic] = []
    with warnings.catch_warnings():
        show = warnings.showwarning

        def collect(message: Warning | str, *rest: Any, **more: Any) -> None:
            if isinstance(message, ProgramWarning):
                found.append(replace(Diagnostic.at(message.op.location, str(message)), kind="warning"))
            else:
                show(message, *rest, **more)

        warnings.simplefilter("always", ProgramWarning)
        warnings.showwarning = collect
        yield found


def errors_in(module: ModuleOp) -> list[Diagnostic]:
    """What the verifier finds."""
    from xdsl_stablehlo.programs.verification import diagnostics

    return list(diagnostics(module))


def report(chunk: Chunk, found: Sequence[Diagnostic], compare: bool) -> bool:
    """Print errors and warnings, or where they are not those annotated in the text; whether that is a failure."""
    if compare:
        return disagrees(chunk, found)
    for diagnostic in found:
        complain(diagnostic)
        for line in chunk.excerpt(diagnostic):
            complain(line)
    return any(diagnostic.kind == "error" for diagnostic in found)


def disagrees(chunk: Chunk, emitted: Sequence[Diagnostic]) -> bool:
    """Print where errors, warnings and annotations disagree; whether they do."""
    from .expectations import disagreements, expectations

    text = "" if isinstance(chunk.data, bytes) else "\n" * chunk.line + chunk.data
    said = [(diagnostic.kind, diagnostic.line, diagnostic.message) for diagnostic in emitted]
    found = list(disagreements(expectations(text), said, chunk.name))
    for disagreement in found:
        complain(disagreement)
    return bool(found)


def pass_named(spec: PassSpec) -> ModulePass:
    """The pass that a command line asks for, with its options. Raises `ToolError`."""
    kind = pass_class(spec.name)
    hints, names = get_type_hints(kind), {field.name for field in fields(kind)}
    values: dict[str, Any] = {}
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
        optional = {
            f.name for f in fields(kind) if f.default is not MISSING or f.default_factory is not MISSING
        }
        missing = ", ".join(sorted(names - optional - values.keys())).replace("_", "-")
        raise ToolError(f"{spec.name} needs the option {missing}") from None


def pass_class(name: str) -> type[ModulePass]:
    """The class of a pass, ours or one of xDSL. Raises `ToolError`."""
    from xdsl_stablehlo.programs.registry import PASSES, pass_factory

    if name in PASSES:
        return pass_factory(name)()
    from xdsl.transforms import get_all_passes

    factory = get_all_passes().get(name)
    if factory is None:
        raise ToolError(f"'{name}' is not a pass{nearest(name, (*PASSES, *get_all_passes()))}")
    return factory()


def _converted(owner: str, name: str, text: str | None, hint: str) -> Any:
    """The value of an option whose field has the type `hint`."""
    shown = name.replace("_", "-")
    if "tuple" in hint:
        items = read_list(text or "")
        return tuple(int(item) if "int" in hint else item for item in items)
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


def all_pass_names() -> Mapping[str, object]:
    """The names that can be given as flags."""
    from xdsl_stablehlo.programs.registry import PASSES

    return {**PASSES, "canonicalize": None, "cse": None, "dce": None}
