"""Names of locations, `#loc1 = loc(..)`, and of attributes that are long, in printed text: in MLIR's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xdsl.dialects.builtin import CallSiteLoc, DictionaryAttr, FusedLoc, NameLoc, NoneAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute

from xdsl_stablehlo.ir.guards import is_array_attr

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
