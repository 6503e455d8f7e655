"""What the command-line tools share: reading, running passes, and errors in one line.

A tool is a function from its arguments to an exit code, run by `run_tool`. Whatever a user can get wrong ends there as
one line on standard error and exit code 1.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, get_type_hints

from ..runtime import deep_recursion, start
from .options import PassSpec, UsageError, read_list

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation
    from xdsl.passes import ModulePass

    from ..verification import Diagnostic

MAGIC = b"ML\xefR"
"""What MLIR bytecode begins with."""

SPLIT_MARKER = "// -----"
DEEP_STACK = 1 << 29
DEEP_FRAMES = 400_000
"""What a run gets that did not fit into the usual stack: deeply nested regions."""


class ToolError(Exception):
    """A user's mistake that is no place in a program: one line."""


@dataclass
class Chunk:
    """A program to be worked on: text, or bytecode. `line` is the number of lines before it in its file."""

    data: str | bytes
    name: str
    line: int = 0

    def release(self) -> str | bytes:
        """The data, which are forgotten here: a program of many megabytes need not stay when it has been read."""
        data, self.data = self.data, ""
        return data


def run_tool(tool: Callable[[Sequence[str]], int], arguments: Sequence[str] | None = None) -> int:
    """The exit code of `tool`. Nothing is left to Python's own report but errors of the tool itself."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return _deep(lambda: tool(given))
    except (UsageError, ToolError) as error:
        print(f"error: {error}", file=sys.stderr)
    except MemoryError:
        print("error: the program needs more memory than there is", file=sys.stderr)
    except RecursionError:
        print("error: regions are nested too deeply", file=sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 1


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
        raise ToolError(f"cannot open input file '{path}': {error.strerror}") from None


def _contained(data: bytes) -> bytes | None:
    """The bytecode in the container that `jax.export` makes, if `data` is one."""
    from ..bytecode.container import module_bytes
    from ..bytecode.primitives import BytecodeError

    try:
        return bytes(module_bytes(data))
    except BytecodeError:
        return None


def chunks(data: bytes, name: str, split: bool) -> Iterator[Chunk]:
    """The programs in `data`: one, or those between lines `// -----`."""
    if data[:4] == MAGIC:
        yield Chunk(data, name)
        return
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        module = _contained(data)
        if module is not None:
            yield Chunk(module, name)
            return
        line = data.count(b"\n", 0, error.start) + 1
        raise ToolError(f"{name}:{line}: neither UTF-8 text nor MLIR bytecode") from None
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

    from ..registry import register_all_dialects

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
        from ..bytecode.api import read_vhlo

        return read_vhlo(data, context)
    from ..text import parse_module

    return parse_module("\n" * chunk.line + data, context, chunk.name)


def diagnostic_of(error: Exception) -> Diagnostic | None:
    """The line to print for an error that is about a program; None for any other error."""
    from xdsl.utils.exceptions import DiagnosticException, ParseError

    from ..verification import Diagnostic

    if isinstance(error, ParseError):
        place = error.span.get_location()
        message = error.msg.strip().splitlines()[0] if error.msg.strip() else "syntax error"
        return Diagnostic(message, place.file, place.line, place.col)
    op = getattr(error, "op", None)
    if not isinstance(error, DiagnosticException | ValueError):
        return None
    message = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return Diagnostic(message) if op is None else Diagnostic.at(op.location, message)


def diagnostics_of(error: Exception) -> list[Diagnostic]:
    """The lines to print for an error that is about a program, that of the cause first; none for any other error."""
    from ..verification import Diagnostic

    first = diagnostic_of(error)
    following: Iterable[tuple[Operation, str]] = getattr(error, "also", ())
    return [] if first is None else [first, *(Diagnostic.at(op.location, text) for op, text in following)]


def disagrees(chunk: Chunk, errors: Sequence[Diagnostic]) -> bool:
    """Print where errors and annotations disagree; whether they do."""
    from .expectations import disagreements, expectations

    text = "" if isinstance(chunk.data, bytes) else "\n" * chunk.line + chunk.data
    emitted = [("error", error.line, error.message) for error in errors]
    found = list(disagreements(expectations(text), emitted, chunk.name))
    for disagreement in found:
        print(disagreement, file=sys.stderr)
    return bool(found)


def pass_named(spec: PassSpec) -> ModulePass:
    """The pass that a command line asks for, with its options. Raises `ToolError`."""
    kind = _pass_class(spec.name)
    hints, names = get_type_hints(kind), {field.name for field in fields(kind)}
    values: dict[str, Any] = {}
    for name, text in spec.options:
        if spec.name == "canonicalize" and name == "test_convergence":
            continue
        if name not in names and (name := f"{name}_") not in names:  # an option named like a Python keyword
            raise ToolError(f"{spec.name}: no such option {name[:-1].replace('_', '-')}")
        values[name] = _converted(spec.name, name, text, str(hints[name]))
    try:
        return kind(**values)
    except TypeError:
        optional = {
            f.name for f in fields(kind) if f.default is not MISSING or f.default_factory is not MISSING
        }
        missing = ", ".join(sorted(names - optional - values.keys())).replace("_", "-")
        raise ToolError(f"{spec.name} needs the option {missing}") from None


def _pass_class(name: str) -> type[ModulePass]:
    from ..registry import PASSES, pass_factory

    if name in PASSES:
        return pass_factory(name)()
    from xdsl.transforms import get_all_passes

    factory = get_all_passes().get(name)
    if factory is None:
        raise ToolError(f"'{name}' is not a pass")
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
    from ..registry import PASSES

    return {**PASSES, "canonicalize": None, "cse": None, "symbol-dce": None, "dce": None}
