"""The functions of a module by name, and who refers to them: a table of our own, because xDSL's look-up is linear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, SymbolRefAttr
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, ParametrizedAttribute, Region

from xdsl_stablehlo.ir.graphs import ops_within, postorder
from xdsl_stablehlo.ir.guards import is_array_attr

from .constants import is_constant


def is_private(func: FuncOp) -> bool:
    """Whether nothing outside of the module can call `func`."""
    visibility = func.sym_visibility
    return visibility is not None and visibility.data == "private"


class CallGraph:
    """The calls between functions, and other mentions of functions."""

    def __init__(self, functions: dict[str, FuncOp]):
        self.functions = functions
        self.sites: dict[str, list[CallOp]] = {}
        """The calls of each function, in program order."""
        self.escaping: set[str] = set()
        """Names that are mentioned by something other than a `func.call` in a function."""
        self.mentions: dict[str, set[str]] = {}
        """The same names by the function that mentions them; by "" outside of functions."""
        self.callees: dict[str, dict[str, None]] = {}
        """By function, those that it calls or mentions."""
        self.ops = 0
        """The number of ops of the module, itself included."""
        self.nested: list[ModuleOp] = []
        """The modules directly in the module."""
        self.loose = False
        """Whether there are ops outside of functions and nested modules."""
        self.unread = False
        """Whether some op has no result that is read."""
        self.kinds: set[type[Operation]] = set()
        """The classes of its ops."""
        self._callers: dict[str, set[str]] | None = None

    @staticmethod
    def of(module: ModuleOp) -> CallGraph:
        """The call graph of the functions directly in `module`."""
        graph = CallGraph({})
        graph.ops = 1
        for op in ops_in(module.body.block):
            function = ""
            if type(op) is FuncOp:
                function = op.sym_name.data
                graph.functions[function] = op
                graph.callees[function] = {}
            elif type(op) is ModuleOp:
                graph.nested.append(op)
            else:
                graph.loose = True
            graph._note(op, "")
            for region in op.regions:
                for inner in ops_within(region):
                    graph._note(inner, function)
        return graph

    def _note(self, op: Operation, function: str) -> None:
        self.ops += 1
        kind = type(op)
        self.kinds.add(kind)
        if op.results and not self.unread:
            self.unread = is_unused(op)
        if is_constant(kind):
            return
        if function and type(op) is CallOp:
            name = op.callee.string_value()
            self.sites.setdefault(name, []).append(op)
            self.callees[function][name] = None
            return
        if (op.properties or op.attributes) and (names := {*mentioned_by(op)}):
            self.escaping |= names
            self.mentions.setdefault(function, set()).update(names)
            if function:
                self.callees[function].update(dict.fromkeys(names))

    def callers(self, name: str) -> set[str]:
        """The functions that called or mentioned `name` before anything was folded."""
        if self._callers is None:
            self._callers = {}
            for caller, called in self.callees.items():
                for callee in called:
                    self._callers.setdefault(callee, set()).add(caller)
        return self._callers.get(name, set())

    def callers_first(self) -> list[FuncOp]:
        """The functions, each after all its callers, except in recursion."""
        names = postorder(self.functions, lambda name: self.callees.get(name, ()))
        return [self.functions[name] for name in names if name in self.functions][::-1]


def left_alone(module: ModuleOp, before: CallGraph, calls_went: bool) -> Iterator[FuncOp]:
    """The private functions of `module` that were mentioned `before` folding and are not any more.

    Erase each before asking for the next one, which may only be mentioned by it. `calls_went` says whether calls have
    been erased that are not counted.
    """
    while calls_went or before.escaping & before.functions.keys():
        graph = CallGraph.of(module)
        named = graph.escaping | graph.sites.keys()
        alone = [
            func
            for name, func in graph.functions.items()
            if is_private(func) and name not in named and (name in before.escaping or name in before.sites)
        ]
        if not alone:
            return
        yield from alone


def is_unused(op: Operation) -> bool:
    """Whether nothing reads a result of `op`."""
    return True not in [result.first_use is not None for result in op.results]


def ops_in(block: Block) -> Iterator[Operation]:
    """The ops directly in a block, in order; the current one may be moved or erased, or get others before it."""
    op = block.first_op
    while op is not None:
        following = op.next_op
        yield op
        op = following


def ops_of(regions: Sequence[Region]) -> Iterator[Operation]:
    """The ops directly in regions, in order."""
    return chain.from_iterable([ops_in(block) for region in regions for block in region.blocks])


def ops_backwards(region: Region) -> Iterator[Operation]:
    """The ops directly in a region, the last one first; the current one may be erased."""
    return chain.from_iterable([reversed(block.ops) for block in reversed(region.blocks)])


def nesting(region: Region) -> int:
    """The depth of nested regions, with the region itself."""
    depth, regions = 0, [region]
    while regions:
        depth += 1
        regions = [inner for outer in regions for op in ops_of((outer,)) for inner in op.regions]
    return depth


@cache
def may_mention_symbols(kind: type[Attribute]) -> bool:
    """Whether attributes of this class can hold the name of a function."""
    if issubclass(kind, SymbolRefAttr | ArrayAttr | DictionaryAttr):
        return True
    return issubclass(kind, ParametrizedAttribute) and kind.name.startswith(("stablehlo", "chlo"))


def mentioned_by(op: Operation) -> Iterator[str]:
    """The names of symbols that the attributes of an op mention."""
    pending = [*op.properties.values(), *op.attributes.values()]
    while pending:
        attribute = pending.pop()
        if not may_mention_symbols(type(attribute)):
            continue
        if isinstance(attribute, SymbolRefAttr):
            yield attribute.root_reference.data
        elif is_array_attr(attribute):
            pending += attribute.data
        elif isinstance(attribute, DictionaryAttr):
            pending += attribute.data.values()
        elif isinstance(attribute, ParametrizedAttribute):
            pending += attribute.parameters
