"""Verification of whole modules: every op once, linear in the program, one line per error.

`xdsl.ir.Operation.verify` prints the module into a note for each error and walks the module to find the callee of each
call. Here a failed check is a `Diagnostic`, and functions are looked up in a table. Two more things are checked: values
are defined before they are used, and dense attributes hold as many elements as their types say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from operator import methodcaller
from typing import NamedTuple, Protocol, runtime_checkable

from xdsl.dialects import builtin
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator, SymbolTable
from xdsl.utils.exceptions import DiagnosticException, ParseError, VerifyException

from xdsl_stablehlo.dialects.base.definition import shardy
from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import SymbolViolation
from xdsl_stablehlo.dialects.stablehlo.symbols import Surroundings, surroundings
from xdsl_stablehlo.ir.branches import successors_of
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_array_attr, is_dense, name_of
from xdsl_stablehlo.ir.printable import printable
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.ir.signatures import OpSignature, signature_of
from xdsl_stablehlo.text.locations import Spot, origin_of, readable
from xdsl_stablehlo.values.elements import is_elements


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning, and its place."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    context: str = ""
    """The rest of the location: a name, and the places of calls."""
    kind: str = "error"

    @staticmethod
    def at(location: Attribute, message: str) -> Diagnostic:
        """`message` at the first place in a file that `location` names."""
        origin = origin_of(location)
        file, line, column, _ = origin.frames[0] if origin.frames else Spot("", 0, 0)
        return Diagnostic(message, file, line or 0, column or 0, origin.context)

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else self.file and f"{self.file}: "
        context = self.context and f" ({self.context})"
        return printable(f"{place}{self.kind}: {self.message}{context}")


@runtime_checkable
class DescribedError(Protocol):
    """An error that says what is wrong without the place: that of an evaluation."""

    description: str


@runtime_checkable
class ErrorInOp(Protocol):
    """An error in an op."""

    op: Operation | None


@runtime_checkable
class ErrorWithOthers(Protocol):
    """An error with others that follow from it."""

    also: Sequence[tuple[Operation, str]]


def diagnostics_of_error(error: Exception) -> list[Diagnostic]:
    """The lines to print for an error in a program, the cause first. Raises any other error again."""
    if isinstance(error, ParseError):
        place = error.span.get_location()
        message = error.msg.strip().splitlines()[0] if error.msg.strip() else "syntax error"
        return [Diagnostic(message, place.file, place.line, place.col)]
    if not isinstance(error, DiagnosticException | ValueError):
        raise error
    text = error.description if isinstance(error, DescribedError) else str(error)
    message = next((line.strip() for line in text.splitlines() if line.strip()), type(error).__name__)
    op = error.op if isinstance(error, ErrorInOp) else None
    first = Diagnostic(message) if op is None else Diagnostic.at(op.location, message)
    following = error.also if isinstance(error, ErrorWithOthers) else ()
    return [first, *(Diagnostic.at(op.location, text) for op, text in following)]


class ProgramWarning(UserWarning):
    """A warning of a pass about an op that it leaves as it is, for `warnings.warn`."""

    def __init__(self, op: Operation, message: str):
        super().__init__(f"'{name_of(op)}' op {message}")
        self.op = op


@default_environment()
def verify_module(module: builtin.ModuleOp) -> None:
    """See `xdsl_stablehlo.verify_module`."""
    with deep_recursion():
        for diagnostic in diagnostics(module):
            raise VerifyException(str(diagnostic))


def diagnostics(module: Operation) -> Iterator[Diagnostic]:
    """The errors in `module`: at most one for each function, as MLIR reports them."""
    verifier = _Verifier()
    quiet = True
    for diagnostic in verifier.isolated(module):
        quiet = False
        yield diagnostic
    if quiet:
        yield from verifier.of_symbols


def every_error(isolated: Operation, symbols: Mapping[str, Operation]) -> Iterator[Diagnostic]:
    """All errors in a function or a module, however many it has, where its ops may refer to `symbols`."""
    verifier = _Verifier(symbols)
    yield from verifier.isolated(isolated)
    yield from verifier.of_symbols


class _Failure(Exception):
    """Ends the verification of an op that is isolated from above."""

    def __init__(self, op: Operation, message: str, of_symbol: bool = False):
        super().__init__(message)
        self.of_symbol = of_symbol
        self.diagnostic = Diagnostic.at(op.location, _one_line(op, message))


_VISIBILITIES = ("public", "private", "nested")
_ARGUMENT = re.compile(r"(operand|result) '\w+' at positions? (\d+)(?: to \d+)? does not verify:\s*")
_MISSING = re.compile(r"(?:property|attribute) '(\w+)' expected in operation '[\w.]+'")


def _one_line(op: Operation, message: str) -> str:
    """An error in MLIR's words: the op first, operands by number."""
    message = _MISSING.sub(r"requires attribute '\1'", _ARGUMENT.sub(r"\1 #\2 ", message.strip()))
    message = " ".join(line.strip() for line in message.splitlines())
    name = name_of(op)
    return readable(message if message.startswith(f"'{name}' op ") else f"'{name}' op {message}")


class _Verifier:
    """Walks ops from the outside in.

    An op may read `_visible` values, and those of blocks that dominate the block of `_places` in their region.
    """

    def __init__(self, symbols: Mapping[str, Operation] | None = None) -> None:
        """With `symbols`, which take the place of those of the outermost op, verification goes on after an error."""
        self._given, self._every = symbols, symbols is not None
        self._failures: list[_Failure] = []
        self.of_symbols: list[Diagnostic] = []
        """Errors about symbols that are not defined: MLIR reports them only in a module without other errors."""
        self._visible: set[SSAValue] = set()
        self._places: dict[Region, tuple[Dominators, Block]] = {}
        self._symbols: Mapping[str, Operation] = symbols or {}
        self._verified: set[OpSignature] = set()
        self._traits: dict[type[Operation], StructuralTraits] = {}
        self._special: Mapping[type[Operation], Callable[..., str | None]] = {
            CallOp: self._call,
            FuncOp: _function,
            builtin.ModuleOp: _module,
            ReturnOp: _return,
        }

    def isolated(self, op: Operation) -> Iterator[Diagnostic]:
        """The errors in an op that sees no value from outside. Isolated ops in it are verified separately."""
        visible, places, symbols = self._visible, self._places, self._symbols
        self._visible, self._places = set(), {}
        inner: list[Operation] = []
        try:
            if isinstance(op, builtin.ModuleOp):
                given, self._given = self._given, None
                self._symbols = _symbols(op) if given is None else given
            self._own(op)
            self._regions(op, inner)
        except _Failure as failure:
            self._failures.append(failure)
        failures, self._failures = self._failures, []
        for failure in failures:
            if failure.of_symbol:
                self.of_symbols.append(failure.diagnostic)
            else:
                yield failure.diagnostic
        for isolated in inner:
            yield from self.isolated(isolated)
        self._visible, self._places, self._symbols = visible, places, symbols

    def _op(self, op: Operation, traits: StructuralTraits, inner: list[Operation]) -> None:
        for index, operand in enumerate(op.operands):
            if operand not in self._visible and not self._dominates(operand):
                raise _Failure(op, f"operand #{index} does not dominate this use")
        if traits.is_isolated:
            inner.append(op)
        else:
            self._own(op)
            if op.regions:
                self._regions(op, inner)
        self._visible.update(op.results)

    def _own(self, op: Operation) -> None:
        """The errors that the op's own verifier finds, which is asked once for each signature."""
        signature = _signature(op)
        if signature in self._verified:
            return
        for value in chain(op.properties.values(), op.attributes.values()):
            if is_dense(value):
                count, size = prod(value.get_shape()), value.type.element_type.compile_time_size
                if len(value.data.data) != count * size:
                    error = f"dense elements hold {len(value)} values where '{value.type}' has {count}"
                    raise _Failure(op, error)
        around = Surroundings(self._symbols)
        token = surroundings.set(around)
        try:
            message = self._special.get(type(op), methodcaller("verify_"))(op)
            if message is None:
                _check_shardings(op)
        except VerifyException as error:
            message = str(op.explain(error) if isinstance(op, HloOp) else error)
            raise _Failure(op, message, isinstance(error, SymbolViolation)) from None
        except Exception as error:  # a verifier that trusted what is wrong further inside
            self._regions(op, [])
            raise _Failure(op, f"could not be verified: {type(error).__name__}: {error}") from None
        finally:
            surroundings.reset(token)
        if message is not None:
            raise _Failure(op, message)
        if signature is not None and not around.were_seen:
            self._verified.add(signature)

    def _regions(self, op: Operation, inner: list[Operation]) -> None:
        for region in op.regions:
            first = region.first_block
            if first is None:
                continue
            if first.next_block is None:
                self._block(first, op, inner)
                continue
            # Each block sees the values of those that dominate it.
            dominators = Dominators(region)
            for block in region.blocks:
                self._places[region] = dominators, block
                self._block(block, op, inner)
            del self._places[region]

    def _dominates(self, value: SSAValue) -> bool:
        """Whether the block that defines `value` comes before one that the op at hand stands in."""
        owner = value.owner
        block = owner if isinstance(owner, Block) else owner.parent
        place = None if block is None or block.parent is None else self._places.get(block.parent)
        return place is not None and block is not None and place[0].strictly_dominates(block, place[1])

    def _block(self, block: Block, parent: Operation, inner: list[Operation]) -> None:
        last = block.last_op
        needs_terminator = not parent.has_trait(NoTerminator)
        if last is None:
            if needs_terminator:
                raise _Failure(parent, "empty block: expect at least a terminator")
            return
        self._visible.update(block.args)
        for op in block.ops:
            traits = self._traits.get(type(op)) or self._traits.setdefault(type(op), StructuralTraits.of(op))
            try:
                if traits.is_terminator and op is not last:
                    raise _Failure(op, "must be the last operation in the parent block")
                self._op(op, traits, inner)
            except _Failure as failure:
                if not self._every:
                    raise
                self._failures.append(failure)
                self._visible.update(op.results)
        if needs_terminator and not last.has_trait(IsTerminator):
            raise _Failure(last, "block with no terminator, has this op at its end")
        self._visible.difference_update(block.args, *(op.results for op in block.ops))

    def _call(self, op: CallOp) -> str | None:
        callee = op.properties.get("callee")
        if not isinstance(callee, builtin.SymbolRefAttr) or op.regions:
            op.verify_()
            return None
        wrong = _not_dictionaries(op)
        if wrong is not None:
            return wrong
        name = callee.string_value()
        function = self._symbols.get(name)
        if not isinstance(function, FuncOp) or not isinstance(
            t := function.properties.get("function_type"), builtin.FunctionType
        ):
            return f"'{name}' does not reference a valid function"
        inputs, outputs = t.inputs.data, t.outputs.data
        if len(inputs) != len(op.arguments):
            return "incorrect number of operands for callee"
        for index, (expected, argument) in enumerate(zip(inputs, op.arguments, strict=True)):
            if expected != argument.type:
                return (
                    f"operand type mismatch: expected operand type '{expected}', "
                    f"but provided '{argument.type}' for operand number {index}"
                )
        if len(outputs) != len(op.results):
            return "incorrect number of results for callee"
        for index, (expected, result) in enumerate(zip(outputs, op.results, strict=True)):
            if expected != result.type:
                return (
                    f"result type mismatch at index {index}: "
                    f"'{result.type}' where the callee returns '{expected}'"
                )
        return None


class StructuralTraits(NamedTuple):
    """Whether ops of a class see no value from outside, and whether they end blocks."""

    is_isolated: bool
    is_terminator: bool

    @staticmethod
    def of(op: Operation) -> StructuralTraits:
        is_terminator = op.has_trait(IsTerminator, value_if_unregistered=False)
        return StructuralTraits(op.has_trait(IsolatedFromAbove, value_if_unregistered=False), is_terminator)


def _signature(op: Operation) -> OpSignature | None:
    """The signature of an op whose verdict depends on nothing else unless its verifier looks around. Of the elements of
    constants only their number counts."""
    if not isinstance(op, HloOp):
        return None
    value = op.properties.get("value") if isinstance(op, ConstantOp) else None
    if is_elements(value) and len(op.results) == 1 and not (op.operands or op.regions or op.attributes):
        types = id(value.type), id(op.results[0].type)
        return type(op), type(value), len(value.data.data), *op.properties, *types
    return signature_of(op)


_SHARDY = "sdy."


def _check_shardings(op: Operation) -> None:
    """Check Shardy's attributes, which any op may have. Raises `VerifyException`."""
    listed = (op.arg_attrs, op.res_attrs) if isinstance(op, FuncOp) else ()
    entries = [entry.data for each in listed if each is not None for entry in each]
    if not any(name.startswith(_SHARDY) for names in (op.attributes, *entries) for name in names):
        return
    constraints = shardy()
    constraints.check_attributes(op)
    if isinstance(op, FuncOp):
        t = op.function_type
        for what, attributes, types in (("arg", op.arg_attrs, t.inputs), ("result", op.res_attrs, t.outputs)):
            if attributes is not None:
                constraints.check_value_attributes(op, [entry.data for entry in attributes], types.data, what)


def _module(op: builtin.ModuleOp) -> str | None:
    op.verify_()
    if op.body.block.args:
        return "region should have no arguments"
    for name in op.attributes:
        if "." not in name and name not in ("sym_name", "sym_visibility"):
            return f"can only contain attributes with dialect-prefixed names, found: '{name}'"
    return None


def _not_dictionaries(op: Operation) -> str | None:
    """Attributes of arguments and results are a dictionary for each."""
    for name in ("arg_attrs", "res_attrs"):
        value = op.properties.get(name)
        if value is not None and not (
            is_array_attr(value) and all(isinstance(entry, builtin.DictionaryAttr) for entry in value)
        ):
            return f"attribute '{name}' failed to satisfy constraint: Array of dictionary attributes"
    return None


def _function(op: FuncOp) -> str | None:
    wrong = _not_dictionaries(op)
    if wrong is not None:
        return wrong
    op.verify_()
    t, visibility = op.function_type, op.sym_visibility
    parent = op.parent_op()
    if parent is not None and not parent.has_trait(SymbolTable, value_if_unregistered=False):
        return "symbol's parent must have the SymbolTable trait"
    for what, attributes, types in (
        ("argument", op.arg_attrs, t.inputs),
        ("result", op.res_attrs, t.outputs),
    ):
        if attributes is not None and len(attributes) != len(types):
            return (
                f"expects {what} attribute array to have the same number of elements as the number of "
                f"function {what}s, got {len(attributes)}, but expected {len(types)}"
            )
        if attributes is not None and any("." not in name for entry in attributes for name in entry.data):
            return f"{what}s may only have dialect attributes"
    if visibility is not None and visibility.data not in _VISIBILITIES:
        return f"visibility expected to be one of {list(_VISIBILITIES)}, but got '{visibility.data}'"
    if op.is_declaration and (visibility is None or visibility.data == "public"):
        return "symbol declaration cannot have public visibility"
    return None


def _return(op: ReturnOp) -> str | None:
    function = op.parent_op()
    if not isinstance(function, FuncOp):
        return "expects parent op 'func.func'"
    if op.results or op.regions or op.properties:
        op.verify_()
    outputs, name = function.function_type.outputs.data, function.sym_name.data
    if len(outputs) != len(op.operands):
        return f"has {len(op.operands)} operands, but enclosing function (@{name}) returns {len(outputs)}"
    for index, (expected, operand) in enumerate(zip(outputs, op.operands, strict=True)):
        if expected != operand.type:
            return (
                f"type of return operand {index} ('{operand.type}') doesn't match "
                f"function result type ('{expected}') in function @{name}"
            )
    return None


def _symbols(module: builtin.ModuleOp) -> Mapping[str, Operation]:
    symbols: dict[str, Operation] = {}
    for op in chain(*[block.ops for region in module.regions for block in region.blocks]):
        name = op.get_attr_or_prop("sym_name")
        if isinstance(name, builtin.StringAttr):
            if name.data in symbols:
                raise _Failure(op, f"redefinition of symbol named '{name.data}'")
            symbols[name.data] = op
    return symbols


# Dominance between the blocks of a region, in time nearly linear in blocks and branches.
#
# Semi-dominators with path compression (Lengauer and Tarjan 1979), immediate dominators from them (Georgiadis 2005).


class Dominators:
    """The dominators of a region's blocks. A block that cannot be reached is dominated by every block."""

    def __init__(self, region: Region):
        order, parents = _depth_first(region)
        numbers = {block: i for i, block in enumerate(order)}
        predecessors: list[list[int]] = [[] for _ in order]
        for number, block in enumerate(order):
            for successor in successors_of(block):
                predecessors[numbers[successor]].append(number)
        immediate = _immediate(parents, predecessors)
        # Each block has an interval that contains those of the blocks it dominates, whose numbers are higher.
        size, begin, free = [1] * len(order), [0] * len(order), [1] * len(order)
        for number in range(len(order) - 1, 0, -1):
            size[immediate[number]] += size[number]
        for number in range(1, len(order)):
            begin[number] = free[immediate[number]]
            free[immediate[number]] += size[number]
            free[number] = begin[number] + 1
        self._spans = {block: (begin[i], begin[i] + size[i]) for i, block in enumerate(order)}

    def strictly_dominates(self, first: Block, second: Block) -> bool:
        """Whether every way to `second` goes through `first`, which is another block."""
        if first is second:
            return False
        inner = self._spans.get(second)
        if inner is None:
            return True
        outer = self._spans.get(first)
        return outer is not None and outer[0] <= inner[0] < outer[1]


def _depth_first(region: Region) -> tuple[list[Block], list[int]]:
    """The blocks that can be reached in depth-first order, and the number of each one's parent."""
    order: list[Block] = []
    parents: list[int] = []
    seen: set[Block] = set()
    stack = [] if region.first_block is None else [(region.first_block, 0)]
    while stack:
        block, parent = stack.pop()
        if block in seen:
            continue
        seen.add(block)
        number = len(order)
        order.append(block)
        parents.append(parent)
        stack.extend((successor, number) for successor in reversed(successors_of(block)))
    return order, parents


def _immediate(parents: Sequence[int], predecessors: Sequence[Sequence[int]]) -> list[int]:
    """The immediate dominator of each number, by number."""
    count = len(parents)
    semi, label, ancestor = list(range(count)), list(range(count)), list(parents)
    for number in range(count - 1, 0, -1):
        for predecessor in predecessors[number]:
            semi[number] = min(semi[number], semi[_lowest(predecessor, number, ancestor, label, semi)])
    immediate = list(parents)
    for number in range(1, count):
        while immediate[number] > semi[number]:
            immediate[number] = immediate[immediate[number]]
    return immediate


def _lowest(start: int, last: int, ancestor: list[int], label: list[int], semi: list[int]) -> int:
    """The number with the lowest semi-dominator on the way up from `start` among those above `last`."""
    if start <= last:
        return start
    path = [start]
    while ancestor[path[-1]] > last:
        path.append(ancestor[path[-1]])
    for lower, upper in zip(reversed(path[:-1]), reversed(path[1:])):
        if semi[label[upper]] < semi[label[lower]]:
            label[lower] = label[upper]
        ancestor[lower] = ancestor[upper]
    return label[start]
