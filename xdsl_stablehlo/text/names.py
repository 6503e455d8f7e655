"""The names of values in text, as MLIR gives them, and those that programs have."""

from __future__ import annotations

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation, ResultDef

from xdsl_stablehlo.ir.guards import is_integer_type, is_tensor_type

NAMED_RESULTS = ("chlo.", "stablehlo.", "vhlo.")
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
                t = results[0].type
                hint = "c" if is_tensor_type(t) and is_integer_type(t.element_type) else "cst"
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


def _defined_names(op: Operation) -> list[str | None]:
    """The names that the definition of an op with several results gives them."""
    if isinstance(op, IRDLOperation) and op.name.startswith(NAMED_RESULTS):
        definitions = op.get_irdl_definition().results
        if len(definitions) > 1 and all(type(definition) is ResultDef for _, definition in definitions):
            return [name for name, _ in definitions]
    return [None] * len(op.results)
