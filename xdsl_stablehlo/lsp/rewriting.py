"""Functions written anew: formatted, folded, with a constant in the place of a value or an argument; other names.

The printer knows no comments, and none is lost: each is put before the op that it stood before, or behind the op on
its line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import FileLineColLoc, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult
from xdsl.utils.exceptions import ParseError

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.ir.graphs import ops_within
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import UserError
from xdsl_stablehlo.programs.symbols import mentioned_by
from xdsl_stablehlo.text import parse_module, print_module
from xdsl_stablehlo.values.elements import attribute_of

from .documents import FoundValue, OpenProgram
from .knowledge import FunctionKnowledge
from .names import NamedPlaces
from .reading import Reading, statement_around, without_locations
from .sections import STRING, Extent, aliases_in

_COMMENT = re.compile(rf"{STRING}|(//[^\n]*)")
_BRACKET = re.compile(rf"->|{STRING}|[()<>\[\]{{}},]")
_LOCATION_AT_END = re.compile(r"\bloc\(.*\)\s*\Z")


class RewriteRefusal(ValueError, UserError):
    """A function that is not written anew, or a name that is not given, with the reason."""


class Edit(NamedTuple):
    """A new text for some part of the file."""

    extent: Extent
    text: str


class _Comment(NamedTuple):
    """A comment at a position. `line` is that of the ops before it, if there are any; otherwise -1."""

    position: int
    text: str
    line: int


def formatted(program: OpenProgram) -> Iterator[Edit]:
    """The functions of a section as the printer writes them; those that it would take something from stay."""
    for reading in program.readings:
        try:
            text = _printed_again(reading, program)
        except RewriteRefusal:
            continue
        if text != reading.part.text:
            yield Edit(reading.part.extents[0], text)


def _printed_again(reading: Reading, program: OpenProgram) -> str:
    functions, text = _functions_only(reading, program), reading.part.text
    has_aliases = any(name in program.section.aliases for name, _ in aliases_in(text))
    if has_aliases or without_locations(text) != text:
        raise RewriteRefusal("it has aliases or locations, which the printer would write out")
    return _written(reading, functions, program)


def _functions_only(reading: Reading, program: OpenProgram) -> Sequence[Operation]:
    if not reading.part.is_function or not program.is_valid(reading) or not reading.roots:
        raise RewriteRefusal("it has errors")
    return reading.roots


def _written(reading: Reading, ops: Sequence[Operation], program: OpenProgram) -> str:
    """The text of ops in the place of those of a part, with its comments."""
    module = ModuleOp([op.clone() for op in ops])
    lines = [line[2:] for line in print_module(module).split("\n")[1:-2]]
    try:
        again = parse_module("\n".join(lines), program.context)
    except ParseError:
        raise RewriteRefusal("it is printed in a form that is not read") from None
    if not again.is_structurally_equivalent(module):
        raise RewriteRefusal("the printer would change it")
    anchors = [
        (place, op.location.line.data - 1)
        for before, op in zip(ops_within(module.body), ops_within(again.body), strict=True)
        if (place := reading.position(before.location)) is not None
        and isinstance(op.location, FileLineColLoc)
    ]
    comments = _comments(reading.part.text)
    _insert(lines, comments, sorted(anchors), reading.part.text)
    written = _comments("\n".join(lines))
    if Counter([each.text for each in comments]) != Counter([each.text for each in written]):
        raise RewriteRefusal("comments would be lost")
    indent = " " * program.column(reading.part.extents[0].start)
    return "\n".join([f"{indent if i and line else ''}{line}" for i, line in enumerate(lines)])


def _comments(text: str) -> list[_Comment]:
    found: list[_Comment] = []
    for match in _COMMENT.finditer(text):
        if match[1]:
            start = text.rfind("\n", 0, match.start()) + 1
            line = text.count("\n", 0, start) if text[start : match.start()].strip() else -1
            found.append(_Comment(match.start(), match[1].rstrip(), line))
    return found


def _insert(
    lines: list[str], comments: Sequence[_Comment], anchors: Sequence[tuple[int, int]], text: str
) -> None:
    """Put comments into printed lines. `anchors` are the places that ops had, and the lines that they have now."""
    behind: dict[int, list[str]] = {}
    before: dict[int, list[str]] = {}
    for comment in comments:
        own = [(place, line) for place, line in anchors if place < comment.position]
        same = [line for place, line in own if text.count("\n", 0, place) == comment.line]
        if same:
            behind.setdefault(same[-1], []).append(comment.text)
            continue
        following = [line for place, line in anchors if place > comment.position]
        after_last = max([line for _, line in own], default=0) + 1
        # At the end of a region there is no op that follows in it: the comment stays behind the last one.
        ends = re.match(r"[^\n]*\s*(?://[^\n]*\s*)*\}", text[comment.position :])
        line = following[0] if following and not ends else min(after_last, len(lines) - 1)
        before.setdefault(line, []).append(comment.text)
    for i in range(len(lines) - 1, -1, -1):
        if i in behind:
            lines[i] += f" {behind[i][0]}"
            lines[i:i] = behind[i][1:]
        if i in before:
            inside = lines[i].strip().startswith("}")
            indent = " " * (len(lines[i]) - len(lines[i].lstrip()) + 2 * inside)
            lines[i:i] = [f"{indent}{comment}" for comment in before[i]]


# ---- folding ----


def folded_function(
    program: OpenProgram, reading: Reading, function: FuncOp, knowledge: FunctionKnowledge
) -> Edit:
    """The part of a function with the function folded. It may take long. Raises `RewriteRefusal`."""
    if _functions_only(reading, program) != [function]:
        raise RewriteRefusal("another op stands behind the function")
    folded = functions_of(knowledge.fates.folded)[function.sym_name.data]
    names = {name for op in ops_within(folded.body) for name in mentioned_by(op)}
    if not names <= program.symbols.keys():
        raise RewriteRefusal("it would call functions that are not in the file")
    copy = folded.clone()
    if function.sym_visibility is not None:
        copy.properties["sym_visibility"] = function.sym_visibility
    return Edit(reading.part.extents[0], _written(reading, [copy], program))


def folded_value(found: FoundValue, tensor: Tensor) -> Edit:
    """The statement of a value with a constant in the place of its op. Raises `RewriteRefusal`."""
    value, text = found.value, found.reading.part.text
    if not isinstance(value, OpResult) or len(value.owner.results) != 1 or tensor.type != value.type:
        raise RewriteRefusal("it is one of several results, or its type is not static")
    extent = statement_around(text, found.definition.op_start)
    if extent is None:
        raise RewriteRefusal("its op is on the line of the function")
    statement = text[extent.start : extent.end]
    on_lines = [op for place, op in found.reading.ops.items() if extent.holds(place)]
    if not all(value.owner.is_ancestor(op) for op in on_lines):
        raise RewriteRefusal("another op stands on its line")
    indent = statement[: len(statement) - len(statement.lstrip())]
    comments = [match[1] for match in _COMMENT.finditer(statement) if match[1]]
    single = len(comments) == 1 and statement.count("\n") == 0
    location = _LOCATION_AT_END.search(re.sub(r"//[^\n]*\Z", "", statement))
    new = f"{indent}{found.definition.name} = {constant_text(tensor)}{' ' + location[0].strip() if location else ''}"
    lines = [f"{new} {comments[0]}"] if single else [*[f"{indent}{each}" for each in comments], new]
    return Edit(found.reading.part.moved(extent), "\n".join(lines))


def constant_text(tensor: Tensor) -> str:
    """`stablehlo.constant dense<..> : type`."""
    printed = print_module(ModuleOp([ConstantOp(attribute_of(tensor.array, tensor.type), tensor.type)]))
    return printed.split("\n")[1].partition(" = ")[2]


# ---- binding ----


def bound_argument(found: FoundValue, literal: str) -> list[Edit]:
    """The edits that make an argument of a function a constant, with `literal` in its `dense<..>`; nothing means zeros.

    Raises `RewriteRefusal`.
    """
    t, program, part = found.value.type, found.program, found.reading.part
    function = found.value.block.parent_op() if isinstance(found.value, BlockArgument) else None
    if not isinstance(function, FuncOp) or not is_tensor_type(t):
        raise RewriteRefusal("it is not an argument of a function, or no tensor")
    known = program.globals.get(f"@{function.sym_name.data}")
    if known is not None and known.uses:
        raise RewriteRefusal(f"@{function.sym_name.data} is called, so its arguments cannot be bound")
    constant = f"stablehlo.constant dense<{literal or _zero(t.element_type)}> : {t}"
    try:
        parse_module(constant, program.context)
    except Exception as error:
        message = str(error).strip().splitlines()[-1].strip()
        raise RewriteRefusal(f"dense<{literal[:40]}> is no '{t}': {message}") from None
    start, end, body = _argument_extent(part.text, found.definition.place.start)
    rest = re.compile(r"[ \t]*(?://[^\n]*)?(?=\n([ \t]*))").match(part.text, body)
    insert = part.place(body if rest is None else rest.end())
    indent = "  " if rest is None else rest[1]
    following = "\n" if rest is None else ""
    return [
        Edit(part.moved(Extent(start, end)), ""),
        Edit(Extent(insert, insert), f"\n{indent}{found.definition.name} = {constant}{following}"),
    ]


def _zero(element_type: Attribute) -> str:
    return constant_text(Tensor.of(0, element_type)).partition("<")[2].partition(">")[0]


def _argument_extent(text: str, start: int) -> tuple[int, int, int]:
    """The text of an argument with the comma that goes with it, and where the body of its function begins."""
    depth, end, body, before = 0, -1, -1, -1
    opening = text.index("(")
    for match in _BRACKET.finditer(text, opening):
        token = match[0]
        if token in ("(", "<", "[", "{"):
            if token == "{" and depth == 0 and not re.search(r"attributes\s*\Z", text[: match.start()]):
                body = match.end()
                break
            depth += 1
        elif token in (")", ">", "]", "}"):
            depth -= 1
            if depth == 0 and end < 0 and match.start() > start:
                end = match.start()
        elif token == "," and depth == 1 and match.start() < start:
            before = match.start()
        elif token == "," and depth == 1 and end < 0:
            end = match.start()
    if body < 0 or end < 0 or "//" in text[opening:body]:
        raise RewriteRefusal("the head of its function is not written as usual")
    if before >= 0:
        return before, end, body
    after = re.compile(r",\s*").match(text, end)
    return start, after.end() if after else end, body


# ---- other names ----

_NAMES = {
    "%": re.compile(r"(?:\d+|[a-zA-Z$._-][\w$.-]*)\Z", re.ASCII),
    "^": re.compile(r"(?:\d+|[a-zA-Z$._-][\w$.-]*)\Z", re.ASCII),
    "@": re.compile(r"[a-zA-Z_][\w$.]*\Z", re.ASCII),
    "#": re.compile(r"[a-zA-Z_][\w$]*\Z", re.ASCII),
    "!": re.compile(r"[a-zA-Z_][\w$]*\Z", re.ASCII),
}
"""Names after the sign that they begin with. Those of aliases have no dot: what has one is of a dialect."""


def renamed(program: OpenProgram, named: NamedPlaces, new: str) -> list[Edit]:
    """The edits that give another name to what is called `named`. Raises `RewriteRefusal`."""
    sign, old = named.name[0], named.name[1:]
    new = new.removeprefix(sign)
    if not _NAMES[sign].match(new):
        raise RewriteRefusal(f"'{sign}{new}' is not a name")
    if not named.definitions:
        raise RewriteRefusal(f"'{sign}{old}' is not defined in this file")
    if new != old and f"{sign}{new}" in _taken(program, named):
        raise RewriteRefusal(f"'{sign}{new}' is there already")
    return [Edit(place, f"{sign}{new}" if sign in "%^" else new) for place in named.places]


def _taken(program: OpenProgram, named: NamedPlaces) -> set[str]:
    if named.name[0] in "@#!":
        return set(program.globals)
    reading = program.reading_at(named.definitions[0].start)
    return set() if reading is None else {definition.name for definition in reading.names.definitions}
