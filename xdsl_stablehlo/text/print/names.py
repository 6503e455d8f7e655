"""The names of a printed module: those of values, `%0` and `%0#1`, and aliases of attributes and types, `#map`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xdsl.dialects.builtin import CallSiteLoc, DictionaryAttr, FusedLoc, NameLoc, NoneAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, ParametrizedAttribute, Region, SSAValue
from xdsl.irdl import IRDLOperation, ResultDef

from xdsl_stablehlo.ir.guards import is_array_attr, is_integer_type, is_tensor_type

_NAMED_RESULTS = ("chlo.", "stablehlo.", "vhlo.")
"""Dialects whose ops have MLIR's names for their results."""


class Names:
    """The names of all values in an operation, without the `%`.

    `groups` holds, for the first value of each name, how many share it.
    """

    def __init__(self, root: Operation, keep: bool = True, generic: bool = False):
        self.texts: dict[SSAValue, str] = {}
        self.groups: dict[SSAValue, int] = {}
        self._keep, self._generic = keep, generic
        self._value, self._argument, self._conflict = 0, 0, 0
        self._used: set[str] = set()
        self._taken: list[str] = []
        self._name_results(root)
        self._name_regions(root)

    def _name_regions(self, root: Operation) -> None:
        """Name what is in the regions of `root`. A name is free again where the region that has it ends."""
        stack: list[tuple[Region | None, tuple[int, int, int], list[str]]]
        stack = [(region, (0, 0, 0), []) for region in root.regions]
        while stack:
            region, counters, taken = stack.pop()
            if region is None:
                for name in taken:
                    self._used.remove(name)
                continue
            self._value, self._argument, self._conflict = counters
            self._taken = []
            self._name_region(region)
            counters = (self._value, self._argument, self._conflict)
            stack.append((None, counters, self._taken))
            stack.extend(
                (inner, counters, []) for block in region.blocks for op in block.ops for inner in op.regions
            )

    def _name_region(self, region: Region) -> None:
        parent = region.parent
        is_loop = parent is not None and parent.name == "stablehlo.while" and not self._generic
        special = "iterArg" if is_loop else ""
        for block in region.blocks:
            self._name_arguments(block, block is region.first_block, special)
            for op in block.ops:
                self._name_results(op)

    def _name_arguments(self, block: Block, is_entry: bool, special: str) -> None:
        for argument in block.args:
            hint = (argument.name_hint if self._keep else None) or special
            if not hint and is_entry:
                hint = f"arg{self._argument}"
                self._argument += 1
            self.texts[argument] = self._unique(hint) if hint else self._next()

    def _name_results(self, op: Operation) -> None:
        results = op.results
        if not results:
            return
        hints = [result.name_hint if self._keep else None for result in results]
        if len(hints) > 1 and not any(hints) and not self._generic:
            hints = _defined_names(op)
        starts = [0] + [i for i in range(1, len(hints)) if hints[i] and hints[i] != hints[i - 1]]
        for start, end in zip(starts, [*starts[1:], len(results)], strict=True):
            hint = hints[start]
            if hint is None and op.name == "stablehlo.constant" and not self._generic:
                hint = "c" if _holds_integers(results[0].type) else "cst"
            name = self._unique(hint) if hint else self._next()
            self.groups[results[start]] = end - start
            if end - start == 1:
                self.texts[results[start]] = name
            else:
                for index in range(start, end):
                    self.texts[results[index]] = f"{name}#{index - start}"

    def _next(self) -> str:
        self._value += 1
        return str(self._value - 1)

    def _unique(self, name: str) -> str:
        unique = name
        while unique in self._used:
            unique = f"{name}_{self._conflict}"
            self._conflict += 1
        self._used.add(unique)
        self._taken.append(unique)
        return unique

    def add(self, value: SSAValue) -> str:
        """A name for a value from outside of the operation."""
        text = self.texts[value] = self._unique(value.name_hint) if value.name_hint else self._next()
        return text


def _holds_integers(t: Attribute) -> bool:
    return is_tensor_type(t) and is_integer_type(t.element_type)


def _defined_names(op: Operation) -> list[str | None]:
    """The names that the definition of an op with several results gives them."""
    if isinstance(op, IRDLOperation) and op.name.startswith(_NAMED_RESULTS):
        definitions = op.get_irdl_definition().results
        if len(definitions) > 1 and all(type(definition) is ResultDef for _, definition in definitions):
            return [name for name, _ in definitions]
    return [None] * len(op.results)


ALIASED = {"sparse_tensor.encoding": "sparse"}
"""Attributes that MLIR gives names to, and which."""


def attribute_aliases(root: Operation) -> dict[Attribute, str]:
    """The names of the attributes of `ALIASED` that types and attributes in `root` hold. Elements are not looked at."""
    names: dict[Attribute, str] = {}
    seen: set[int] = set()
    for op in root.walk():
        for block in (block for region in op.regions for block in region.blocks):
            _name([argument.type for argument in block.args], seen, names)
        _name([*op.result_types, *op.properties.values(), *op.attributes.values()], seen, names)
    return names


def _name(pending: list[Attribute], seen: set[int], names: dict[Attribute, str]) -> None:
    """Name what is in some attributes. Each object is looked at once: there may be large ones among them."""
    while pending:
        attribute = pending.pop(0)
        if id(attribute) in seen:
            continue
        seen.add(id(attribute))
        word = ALIASED.get(attribute.name)
        if word is not None and attribute not in names:
            number = sum(1 for name in names.values() if name.startswith(f"#{word}"))
            names[attribute] = f"#{word}{number or ''}"
        elif isinstance(attribute, ParametrizedAttribute):
            pending += attribute.parameters
        elif is_array_attr(attribute):
            pending += attribute.data
        elif isinstance(attribute, DictionaryAttr):
            pending += attribute.data.values()


class LocationAliases:
    """The aliases for all locations of an operation. `early` ones are defined before it, `late` ones behind it."""

    def __init__(self, root: Operation):
        met: dict[Attribute, bool] = {}
        for op in root.walk():
            self._visit(op.location, met, True)
            if isinstance(op, FuncOp) and op.body.first_block is not None:
                for argument in op.body.first_block.args:
                    self._visit(argument.location, met, False)
        ordered = sorted(met, key=_depth)
        self.names = {location: f"#loc{i or ''}" for i, location in enumerate(ordered)}
        self.early = [(self.names[location], location) for location in ordered if not met[location]]
        self.late = [(self.names[location], location) for location in ordered if met[location]]

    def _visit(self, location: Attribute, met: dict[Attribute, bool], late: bool) -> None:
        known = met.get(location)
        if known is None or (known and not late):
            met[location] = late
            for child in _children(location):
                self._visit(child, met, late)

    def definition(self, location: Attribute, text: Callable[[Attribute], str]) -> str:
        """The location in full, the locations in it by their names."""
        name = self.names
        if isinstance(location, NameLoc) and not isinstance(location.location, NoneAttr):
            return f"loc({text(location.desc)}({name[location.location]}))"
        if isinstance(location, CallSiteLoc):
            return f"loc(callsite({name[location.callee]} at {name[location.caller]}))"
        if isinstance(location, FusedLoc):
            metadata = "" if isinstance(location.metadata, NoneAttr) else f"<{text(location.metadata)}>"
            return f"loc(fused{metadata}[{', '.join(name[child] for child in _children(location))}])"
        return text(location)


def _children(location: Attribute) -> Iterator[Attribute]:
    if isinstance(location, NameLoc):
        if not isinstance(location.location, NoneAttr):
            yield location.location
    elif isinstance(location, CallSiteLoc):
        yield location.callee
        yield location.caller
    elif isinstance(location, FusedLoc) and is_array_attr(location.locations):
        yield from location.locations.data


def _depth(location: Attribute) -> int:
    """How many locations are nested in each other."""
    return max((1 + _depth(child) for child in _children(location)), default=0)
