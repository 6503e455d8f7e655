"""The functions of a module by name, and who refers to them: a table of our own, because xDSL's look-up is linear."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, SymbolRefAttr
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute


def functions_of(module: Operation | None) -> dict[str, FuncOp]:
    """The functions directly in `module`, by name."""
    if module is None or not module.regions:
        return {}
    ops = [op for block in module.regions[0].blocks for op in block.ops]
    return {op.sym_name.data: op for op in ops if isinstance(op, FuncOp)}


def is_private(func: FuncOp) -> bool:
    """Whether nothing outside of the module can call `func`."""
    visibility = func.sym_visibility
    return visibility is not None and visibility.data == "private"


@dataclass
class CallGraph:
    """Who calls whom, and which functions are referred to in any other way."""

    functions: dict[str, FuncOp]
    sites: dict[str, list[CallOp]] = field(default_factory=dict[str, "list[CallOp]"])
    """The calls of each function, in program order."""
    escaping: set[str] = field(default_factory=set[str])
    """Names that something other than a `func.call` in a function mentions."""
    callees: dict[str, dict[str, None]] = field(default_factory=dict[str, "dict[str, None]"])
    _callers: dict[str, set[str]] | None = None

    @staticmethod
    def of(module: ModuleOp) -> CallGraph:
        """The call graph of the functions directly in `module`."""
        graph = CallGraph(functions_of(module))
        for op in module.body.block.ops:
            if isinstance(op, FuncOp):
                called = graph.callees[op.sym_name.data] = {}
                for inner in op.body.walk():
                    graph._note(inner, called)
            for inner in () if isinstance(op, FuncOp) else op.walk():
                graph._note(inner, None)
        return graph

    def _note(self, op: Operation, called: dict[str, None] | None) -> None:
        if called is not None and isinstance(op, CallOp):
            name = op.callee.string_value()
            self.sites.setdefault(name, []).append(op)
            called[name] = None
        elif op.properties or op.attributes:
            for attribute in (*op.properties.values(), *op.attributes.values()):
                self.escaping.update(symbols_in(attribute))

    def callers(self, name: str) -> set[str]:
        """The functions that called `name` before anything was folded."""
        if self._callers is None:
            self._callers = {}
            for caller, called in self.callees.items():
                for callee in called:
                    self._callers.setdefault(callee, set()).add(caller)
        return self._callers.get(name, set())

    def callers_first(self) -> list[FuncOp]:
        """The functions in an order in which each one comes after all its callers, but for recursion."""
        order: list[FuncOp] = []
        seen: set[str] = set()
        for root in self.functions:
            stack: list[tuple[str, Iterator[str]]] = []
            if root not in seen:
                seen.add(root)
                stack.append((root, iter(self.callees.get(root, ()))))
            while stack:
                name, rest = stack[-1]
                following = next((n for n in rest if n in self.functions and n not in seen), None)
                if following is None:
                    order.append(self.functions[name])
                    stack.pop()
                else:
                    seen.add(following)
                    stack.append((following, iter(self.callees.get(following, ()))))
        return order[::-1]


def symbols_in(attribute: Attribute) -> Iterator[str]:
    """The names of symbols that an attribute mentions."""
    if isinstance(attribute, SymbolRefAttr):
        yield attribute.root_reference.data
    elif isinstance(attribute, ArrayAttr):
        for element in cast("ArrayAttr[Attribute]", attribute).data:
            yield from symbols_in(element)
    elif isinstance(attribute, DictionaryAttr):
        for element in attribute.data.values():
            yield from symbols_in(element)
    elif isinstance(attribute, ParametrizedAttribute) and attribute.name.startswith(("stablehlo", "chlo")):
        for element in attribute.parameters:
            yield from symbols_in(element)
