"""The locations that xDSL lacks: a range of a file, as JAX writes it (`loc("f.py":1:2 to 3:9)`), and a whole line.

And what locations of every kind say to people: a place in a file, the calls that led there, and a name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeGuard, TypeVar, cast, get_args

from xdsl.dialects import builtin
from xdsl.ir import Attribute, BlockArgument, BuiltinAttribute, Operation, ParametrizedAttribute, Region
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span

from xdsl_stablehlo.ir.guards import is_array_attr
from xdsl_stablehlo.ir.making import parameters_of
from xdsl_stablehlo.ir.printable import printable

A = TypeVar("A", bound=ParametrizedAttribute)


@irdl_attr_definition
class FileLineColRange(ParametrizedAttribute, BuiltinAttribute):
    """From a line and column to a line and column of one file."""

    name = "stablehlo.file_line_range"
    filename: builtin.StringAttr = param_def()
    line: builtin.IntAttr = param_def()
    column: builtin.IntAttr = param_def()
    end_line: builtin.IntAttr = param_def()
    end_column: builtin.IntAttr = param_def()

    def print_builtin(self, printer: Printer) -> None:
        with printer.in_location():
            printer.print_string_literal(self.filename.data)
            printer.print_string(f":{self.line.data}:{self.column.data} to ")
            same_line = self.end_line == self.line
            printer.print_string(f"{'' if same_line else self.end_line.data}:{self.end_column.data}")


@irdl_attr_definition
class FileLineLoc(ParametrizedAttribute, BuiltinAttribute):
    """A line of a file, or the file itself."""

    name = "stablehlo.file_line"
    filename: builtin.StringAttr = param_def()
    line: builtin.IntAttr | builtin.NoneAttr = param_def()

    def print_builtin(self, printer: Printer) -> None:
        with printer.in_location():
            printer.print_string_literal(self.filename.data)
            if isinstance(self.line, builtin.IntAttr):
                printer.print_string(f":{self.line.data}")


LOCATIONS: tuple[type[Attribute], ...] = (*get_args(builtin.LocationAttr), FileLineColRange, FileLineLoc)
"""The kinds of locations, those of xDSL first."""


def is_location(a: object) -> TypeGuard[builtin.LocationAttr]:
    """A location of any kind."""
    return type(a) in LOCATIONS


class Spot(NamedTuple):
    """A place in a file; in `function`, where the location says so."""

    file: str
    line: int | None
    column: int | None
    function: str = ""

    def __str__(self) -> str:
        numbers = "".join([f":{number}" for number in (self.line, self.column) if number is not None])
        return f"{self.file}{numbers}"


class Origin(NamedTuple):
    """The content of a location: the op's name (JAX's: `jit(f)/layer/mul`) and its place, the innermost call first."""

    name: str = ""
    frames: tuple[Spot, ...] = ()

    @property
    def place(self) -> str:
        """`file:line:column`, or nothing."""
        return str(self.frames[0]) if self.frames else ""

    @property
    def callers(self) -> tuple[str, ...]:
        """Where the call to that place is, and the call to there, as `file:line:column in function`."""
        return tuple(
            [f"{frame} in {frame.function}" if frame.function else str(frame) for frame in self.frames[1:]]
        )

    @property
    def context(self) -> str:
        """A short text of all but the place, or nothing: `jit(f)/mul, called from a.py:3:1, b.py:7:5, ...`."""
        called = ", ".join([str(frame) for frame in self.frames[1 : 1 + CALLERS_SHOWN]])
        called += ", ..." if len(self.frames) > 1 + CALLERS_SHOWN else ""
        return ", ".join([part for part in (self.name, called and f"called from {called}") if part])


CALLERS_SHOWN = 3
MOST_FRAMES = 100


def origin_of(location: Attribute) -> Origin:
    """The content of a location of any kind. Of fused ones the first that is in a file counts.

    The outermost name is that of the op; a name around a place in a call stack is that of a function.
    """
    name, frames = "", list[Spot]()
    # Each with the function that it is in, "" where a call stack does not say; None outside of call stacks.
    pending: list[tuple[Attribute, str | None]] = [(location, None)]
    while pending and len(frames) < MOST_FRAMES:
        at, function = pending.pop()
        match at:
            case builtin.FileLineColLoc() | FileLineColRange():
                frames.append(Spot(at.filename.data, at.line.data, at.column.data, function or ""))
            case FileLineLoc():
                line = at.line.data if isinstance(at.line, builtin.IntAttr) else None
                frames.append(Spot(at.filename.data, line, None, function or ""))
            case builtin.NameLoc() if function is None and not name:
                name = at.desc.data
                pending.append((at.location, None))
            case builtin.NameLoc():
                pending.append((at.location, at.desc.data))
            case builtin.CallSiteLoc():
                pending += [(at.caller, ""), (at.callee, "")]
            case builtin.FusedLoc() if is_array_attr(at.locations):
                parts = [origin_of(part) for part in at.locations]
                best = next((part for part in parts if part.frames), None) or next(iter(parts), Origin())
                name = name or best.name or next((part.name for part in parts if part.name), "")
                frames += best.frames
            case _:
                pass
    return Origin(name, tuple(frames))


def place_of(location: Attribute) -> str:
    """`file:line:column: ` of a location that says it, otherwise nothing."""
    place = origin_of(location).place
    return place and f"{place}: "


def unverified(kind: type[A], *parameters: Attribute) -> A:
    """An attribute of `kind` with these parameters. xDSL's own check is left out: it refuses locations from here."""
    attr, put = kind.__new__(kind), object.__setattr__
    for name, parameter in zip(parameters_of(kind), parameters, strict=True):
        put(attr, name, parameter)
    return attr


def file_location(file: builtin.StringAttr, line: int, column: int) -> builtin.FileLineColLoc:
    """`loc("f.mlir":3:9)`: the attribute of which a program has most."""
    location, put = builtin.FileLineColLoc.__new__(builtin.FileLineColLoc), object.__setattr__
    line_number = builtin.IntAttr.__new__(builtin.IntAttr)
    put(line_number, "data", line)
    put(location, "filename", file)
    put(location, "line", line_number)
    put(location, "column", _column(column))
    return location


_column = lru_cache(1 << 10)(builtin.IntAttr)


PackedLocation: TypeAlias = builtin.LocationAttr | int
"""A location, as an integer where it is a line and a column of a file: almost every op that was read has a location of
its own, hardly any is looked at, and as an attribute one takes 180 bytes, a sixth of the op."""

_NUMBERS, _FILES = defaultdict[str, int](count().__next__), dict[int, builtin.StringAttr]()
MOST_FILES = 1 << 12
_LINE_BITS, _COLUMN_BITS = 28, 20
"""With the file 60 bits, which take 32 bytes."""


def packed_location(file: builtin.StringAttr, line: int, column: int) -> PackedLocation:
    """The place in a file; as an attribute where the numbers are too large."""
    number = _NUMBERS[file.data]
    _FILES.setdefault(number, file)
    if number >= MOST_FILES or line >> _LINE_BITS or column >> _COLUMN_BITS:
        return file_location(file, line, column)
    return (number << _LINE_BITS | line) << _COLUMN_BITS | column


def unpacked_location(place: PackedLocation) -> builtin.LocationAttr:
    """The attribute of a place."""
    if not isinstance(place, int):
        return place
    file_and_line, column = place >> _COLUMN_BITS, place & (1 << _COLUMN_BITS) - 1
    return file_location(_FILES[file_and_line >> _LINE_BITS], file_and_line & (1 << _LINE_BITS) - 1, column)


class PlacedOp:
    """An op that keeps its location as it was given."""

    if TYPE_CHECKING:
        placed: PackedLocation
    else:

        @property
        def location(self) -> builtin.LocationAttr:
            return unpacked_location(self.placed)

        @location.setter
        def location(self, place: PackedLocation) -> None:
            self.placed = place


def set_location(op: Operation, place: PackedLocation) -> None:
    """Give an op its location."""
    if isinstance(op, PlacedOp):
        op.placed = place
    else:
        op.location = unpacked_location(place)


def strip_locations(op: Operation) -> None:
    """Make every location in `op`, of ops and block arguments, unknown."""
    unknown = builtin.UnknownLoc()
    for each in (op, *located_in(op.regions)):
        each.location = unknown


def located_in(regions: Iterable[Region]) -> Iterator[Operation | BlockArgument]:
    """The ops and the arguments of blocks in some regions."""
    for region in regions:
        for block in region.blocks:
            yield from block.args
            for op in block.ops:
                yield op
                yield from located_in(op.regions)


TextSpan = Span[str] if TYPE_CHECKING else Span  # which is generic from xDSL 0.74 on

LONGEST = 1000
"""A longer message is cut in its middle: its beginning names the op, its end what the specification asks for."""

AROUND = 120
"""The number of characters of a line that are shown on either side of an error."""


def readable(message: str) -> str:
    """`message`, not longer than `LONGEST`, and without what would steer a terminal."""
    if len(message) > LONGEST:
        half = LONGEST // 2
        message = f"{message[:half]} ... {message[-half:]}"
    return "\n".join(map(printable, message.split("\n")))


class Place(TextSpan):
    """A span that shows of its first line what stands around it."""

    def print_with_context(self, msg: str | None = None) -> str:
        start, source = self.start, self.input
        first = max(source.get_start_of_line(start), start - AROUND)
        last = min(source.get_end_of_line(start), start + AROUND)
        line = readable(source.content[first:last].removesuffix("\r"))
        indent = " " * (start - first)
        lines = [str(self.get_location()), line, indent + "^" * max(min(self.end, last) - start, 1)]
        if msg is not None:
            lines.append(indent + msg)
        return "\n".join(lines) + "\n"


def made_readable(error: ParseError) -> ParseError:
    """The same error with a readable message and place."""
    error.msg = readable(error.msg)
    error.span = Place(error.span.start, error.span.end, cast("Input[str]", error.span.input))
    return error


def fused_location(locations: Sequence[Attribute], metadata: Attribute) -> Attribute:
    """Several locations as one, without repetitions and unknown ones; fused ones with the same metadata are opened.

    No location but metadata is an unknown one that has them.
    """
    different: dict[Attribute, None] = {}
    for location in locations:
        if (
            isinstance(location, builtin.FusedLoc)
            and location.metadata == metadata
            and is_array_attr(location.locations)
        ):
            different.update(dict.fromkeys(location.locations.data))
        elif not isinstance(location, builtin.UnknownLoc):
            different[location] = None
    if len(different) > 1 or not isinstance(metadata, builtin.NoneAttr):
        return unverified(builtin.FusedLoc, builtin.ArrayAttr(different or [builtin.UnknownLoc()]), metadata)
    return next(iter(different), builtin.UnknownLoc())
