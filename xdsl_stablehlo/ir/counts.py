"""The numbers of operands, results, successors and regions that the definition of an op demands.

xDSL's verifier checks the same and ends with another error; what reads files has to know before anything looks at
an op.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from xdsl import irdl
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation

from .guards import is_array_of_integers


class Count(NamedTuple):
    """The number of operands, results, successors or regions: `least`, and any multiple of `step` more, up to `most`.

    `segments` is the property whose numbers add up to it, "" where there is none.
    """

    what: str
    least: int
    step: int
    most: int | None
    segments: str

    def allows(self, found: int) -> bool:
        """Whether there may be so many."""
        spare = found - self.least
        if spare < 0 or (self.most is not None and found > self.most):
            return False
        return spare % self.step == 0 if self.step else not spare

    @property
    def expected(self) -> str:
        """The numbers that are allowed, in words."""
        if not self.step:
            return str(self.least)
        if self.most is not None:
            return f"{self.least} to {self.most}"
        if self.step == 1:
            return f"at least {self.least}"
        return f"{self.least} and a multiple of {self.step}" if self.least else f"a multiple of {self.step}"


_SEGMENTS: dict[str, type[irdl.AttrSizedOperandSegments | irdl.AttrSizedResultSegments]] = {
    "operands": irdl.AttrSizedOperandSegments,
    "results": irdl.AttrSizedResultSegments,
}
_SAME_SIZE: dict[str, type[irdl.IRDLOption]] = {
    "operands": irdl.SameVariadicOperandSize,
    "results": irdl.SameVariadicResultSize,
}


@lru_cache(maxsize=4096)
def counts_of_parts(op_class: type[Operation]) -> Sequence[Count]:
    """The counts that the definition of `op_class` states; none for ops that xDSL does not know."""
    if not issubclass(op_class, irdl.IRDLOperation) or issubclass(op_class, UnregisteredOp):
        return ()
    definition = op_class.get_irdl_definition()
    parts: dict[str, Sequence[tuple[str, object]]] = {
        "operands": definition.operands,
        "results": definition.results,
        "successors": definition.successors,
        "regions": definition.regions,
    }
    return [_count(what, [part for _, part in named], definition.options) for what, named in parts.items()]


def _count(what: str, parts: Sequence[object], options: Sequence[irdl.IRDLOption]) -> Count:
    variadic = [part for part in parts if isinstance(part, irdl.VariadicDef)]
    least = len(parts) - len(variadic)
    segmented, same_size = _SEGMENTS.get(what), _SAME_SIZE.get(what)
    segments = [each for each in options if segmented is not None and isinstance(each, segmented)]
    has_same_size = same_size is not None and any(isinstance(each, same_size) for each in options)
    most = len(parts) if variadic and all(isinstance(part, irdl.OptionalDef) for part in variadic) else None
    step = len(variadic) if has_same_size else min(len(variadic), 1)
    return Count(what, least, step, most, segments[0].attribute_name if segments else "")


@lru_cache(maxsize=4096)
def usual_counts(op_class: type[Operation]) -> tuple[int, ...]:
    """The numbers of operands, results, successors and regions that most ops of a class have, and may have."""
    counts = counts_of_parts(op_class)
    return () if any(count.segments for count in counts) else tuple([count.least for count in counts])


def miscounted(op: Operation, op_class: type[Operation] | None = None) -> str | None:
    """The first of the counts of `op` that its definition, or that of `op_class`, does not allow.

    As `1 operands where 2 are expected`.
    """
    op_class = op_class or type(op)
    found = (len(op.operands), len(op.results), len(op.successors), len(op.regions))
    if found == usual_counts(op_class):
        return None
    counts = counts_of_parts(op_class)
    for count, number in zip(counts, found):
        if not count.allows(number):
            return f"{number} {count.what} where {count.expected} are expected"
        if count.segments:
            sizes = op.properties.get(count.segments) or op.attributes.get(count.segments)
            if is_array_of_integers(sizes):
                total = sum(sizes.get_values())
                if total != number:
                    return f"{number} {count.what} where {count.segments} has {total}"
    return None
