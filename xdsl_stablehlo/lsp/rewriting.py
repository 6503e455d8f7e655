"""Functions written anew: formatted, folded, with a value or an argument that is a constant now. No comment is lost.

The printer knows no comments: each is put before the op that it stood before, or behind the op on its line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import FileLineColLoc, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue
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
from .reading import Reading, line_starts, statement_around, without_locations
from .sections import Extent, aliases_in

_STRING = r'"(?:[^"\\\n]++|\\.)*+"'
_COMMENT = re.compile(rf"{_STRING}|(//[^\n]*)")
_BRACKET = re.compile(rf"->|{_STRING}|[()<>\[\]{{}},]")
_LOCATION_AT_END = re.compile(r"\bloc\(.*\)\s*\Z")


class RewriteRefusal(ValueError, UserError):
    """A function that is not written anew, with the reason."""


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
    functions = _functions_only(reading, program)
    if _is_more_than_ops(reading, program):
        raise RewriteRefusal("it has aliases or locations, which the printer would write out")
    return _written(reading, functions, program)


def _functions_only(reading: Reading, program: OpenProgram) -> Sequence[Operation]:
    if not reading.part.is_function or not program.is_valid(reading) or not reading.roots:
        raise RewriteRefusal("it has errors")
    return reading.roots


def _is_more_than_ops(reading: Reading, program: OpenProgram) -> bool:
    text = reading.part.text
    return without_locations(text) != text or any(
        name in program.section.aliases for name, _ in aliases_in(text)
    )


def _written(reading: Reading, ops: Sequence[Operation], program: OpenProgram) -> str:
    """The text of ops in the place of those of a part, with its comments."""
    copies = [op.clone() for op in ops]
    module = ModuleOp(copies)
    lines = [line[2:] for line in print_module(module).split("\n")[1:-2]]
    try:
        again = parse_module("\n".join(lines), program.context)
    except ParseError:
        raise RewriteRefusal("it is printed in a form that is not read") from None
    places = _places(module, reading)
    numbers = [_line_of(op) for op in ops_within(again.body)]
    if len(places) != len(numbers) or not again.is_structurally_equivalent(module):
        raise RewriteRefusal("the printer would change it")
    anchors = [
        (place, line) for place, line in zip(places, numbers) if place is not None and line is not None
    ]
    _insert(lines, _comments(reading), sorted(anchors), reading)
    if Counter(map(_bare, _texts(reading.part.text))) != Counter(map(_bare, _texts("\n".join(lines)))):
        raise RewriteRefusal("comments would be lost")
    indent = " " * program.column(reading.part.extents[0].start)
    return "\n".join([f"{indent if i and line else ''}{line}" for i, line in enumerate(lines)])


def _places(module: ModuleOp, reading: Reading) -> list[int | None]:
    return [reading.position(op.location) for op in ops_within(module.body)]


def _line_of(op: Operation) -> int | None:
    return op.location.line.data - 1 if isinstance(op.location, FileLineColLoc) else None


def _texts(text: str) -> list[str]:
    return [match[1] for match in _COMMENT.finditer(text) if match[1]]


def _bare(comment: str) -> str:
    return comment.rstrip()


def _comments(reading: Reading) -> list[_Comment]:
    text = reading.part.text
    starts = line_starts(text)
    found: list[_Comment] = []
    for match in _COMMENT.finditer(text):
        if match[1]:
            line = text.count("\n", 0, match.start())
            is_behind = bool(text[starts[line] : match.start()].strip())
            found.append(_Comment(match.start(), match[1].rstrip(), line if is_behind else -1))
    return found


def _insert(
    lines: list[str], comments: Sequence[_Comment], anchors: Sequence[tuple[int, int]], reading: Reading
) -> None:
    """Put comments into printed lines. `anchors` are the places that ops had, and the lines that they have now."""
    behind: dict[int, list[str]] = {}
    before: dict[int, list[str]] = {}
    text = reading.part.text
    for comment in comments:
        own = [line for place, line in anchors if place < comment.position]
        same = [
            line
            for place, line in anchors
            if place < comment.position and text.count("\n", 0, place) == comment.line
        ]
        if comment.line >= 0 and same:
            behind.setdefault(same[-1], []).append(comment.text)
            continue
        following = [line for place, line in anchors if place > comment.position]
        after_last = max(own, default=0) + 1
        # At the end of a region there is no op that follows in it: the comment stays behind the last one.
        ends = re.match(r"[^\n]*\s*(?://[^\n]*\s*)*\}", text[comment.position :])
        line = following[0] if following and not ends else min(after_last, len(lines) - 1)
        before.setdefault(line, []).append(comment.text)
    for i in range(len(lines) - 1, -1, -1):
        if i in behind:
            lines[i] += f" {' '.join(behind[i])}" if len(behind[i]) == 1 else f" {behind[i][0]}"
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
    return _replaced(found, text, constant_text(tensor))


def _replaced(found: FoundValue, text: str, constant: str) -> Edit:
    extent = statement_around(text, found.definition.op_start)
    if extent is None:
        raise RewriteRefusal("its op is on the line of the function")
    statement = text[extent.start : extent.end]
    others = [
        place
        for place, op in found.reading.ops.items()
        if extent.holds(place) and op is not found.value.owner and not _is_within(op, found.value.owner)
    ]
    if others:
        raise RewriteRefusal("another op stands on its line")
    indent = statement[: len(statement) - len(statement.lstrip())]
    comments = _texts(statement)
    single = len(comments) == 1 and statement.count("\n") == 0
    location = _LOCATION_AT_END.search(re.sub(r"//[^\n]*\Z", "", statement))
    new = f"{indent}{found.definition.name} = {constant}{' ' + location[0].strip() if location else ''}"
    lines = [f"{new} {comments[0]}"] if single else [*[f"{indent}{each}" for each in comments], new]
    start = found.reading.part.place(extent.start)
    return Edit(Extent(start, start + len(statement)), "\n".join(lines))


def _is_within(op: Operation, outer: object) -> bool:
    return isinstance(outer, Operation) and outer.is_ancestor(op)


def constant_text(tensor: Tensor) -> str:
    """`stablehlo.constant dense<..> : type`."""
    printed = print_module(ModuleOp([ConstantOp(attribute_of(tensor.array, tensor.type), tensor.type)]))
    return printed.split("\n")[1].partition(" = ")[2]


# ---- binding ----


def bound_argument(program: OpenProgram, reading: Reading, argument: SSAValue, literal: str) -> list[Edit]:
    """A function in which an argument is a constant. `literal` is what stands in `dense<..>`; nothing means zeros.

    Raises `RewriteRefusal`.
    """
    t, block = argument.type, argument.owner
    function = (
        block.parent_op()
        if isinstance(argument, BlockArgument) and not isinstance(block, Operation)
        else None
    )
    definition = reading.written.get(argument)
    if not isinstance(function, FuncOp) or definition is None or not is_tensor_type(t):
        raise RewriteRefusal("it is not an argument of a function, or no tensor")
    known = program.globals.get(f"@{function.sym_name.data}")
    if known is not None and known.uses:
        raise RewriteRefusal(f"@{function.sym_name.data} is called, so its arguments cannot be bound")
    constant = f"stablehlo.constant dense<{literal or _zero(argument)}> : {t}"
    try:
        parse_module(constant, program.context)
    except Exception as error:
        message = str(error).strip().splitlines()[-1].strip()
        raise RewriteRefusal(f"dense<{literal[:40]}> is no '{t}': {message}") from None
    text = reading.part.text
    start, end, body = _argument_extent(text, definition.place.start)
    rest = re.compile(r"[ \t]*(?://[^\n]*)?(?=\n([ \t]*))").match(text, body)
    insert = reading.part.place(body if rest is None else rest.end())
    indent = "  " if rest is None else rest[1]
    following = "\n" if rest is None else ""
    return [
        Edit(Extent(reading.part.place(start), reading.part.place(end)), ""),
        Edit(Extent(insert, insert), f"\n{indent}{definition.name} = {constant}{following}"),
    ]


def _zero(argument: SSAValue) -> str:
    zeros = Tensor.of(0, argument.type.element_type) if is_tensor_type(argument.type) else None
    return "0" if zeros is None else constant_text(zeros).partition("<")[2].partition(">")[0]


def _argument_extent(text: str, start: int) -> tuple[int, int, int]:
    """The text of an argument with the comma that goes with it, and where the body of its function begins."""
    depth, end, body, before = 0, -1, -1, -1
    opening = text.index("(")
    for match in _BRACKET.finditer(text, opening):
        token = match[0]
        if token in ("(", "<", "[", "{"):
            if token == "{" and depth == 0 and not _is_dictionary(text, match.start()):
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


def _is_dictionary(text: str, position: int) -> bool:
    """Whether a brace is that of attributes and not of the body."""
    return re.search(r"attributes\s*\Z", text[:position]) is not None
