"""What a validation says of a function: proved, not refuted, refuted, an allowed difference, or that it cannot say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast

from xdsl_stablehlo.interpreter.tensor import Tensor
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.text.literals import dense_text
from xdsl_stablehlo.values.storage import is_uniform


class Kind(Enum):
    """The kinds of verdicts, by what the tool prints.

    Examples:
        >>> Kind("refuted")
        <Kind.REFUTED: 'refuted'>
    """

    PROVED = "proved"
    NOT_REFUTED = "not refuted"
    REFUTED = "refuted"
    ALLOWED = "allowed difference"
    CANNOT = "cannot"


@dataclass(frozen=True)
class Counterexample:
    """Arguments for which two functions give something else, and the first element in which they do.

    Examples:
        >>> from xdsl_stablehlo.interpreter import Tensor
        >>> one, two = Tensor.of(1), Tensor.of(2)
        >>> print(Counterexample((one,), "result 0 is 1 before and 2 after", (one,), (two,)))
        for (dense<1> : tensor<i64>): result 0 is 1 before and 2 after
    """

    arguments: tuple[Any, ...]
    """Those of `before`: `Tensor`s, and what else its parameters take."""
    difference: str
    """Where the results differ, and what stands there on both sides."""
    before: tuple[Any, ...] | str
    """The results, or why there are none."""
    after: tuple[Any, ...] | str

    def __str__(self) -> str:
        return f"for ({shown_all(self.arguments)}): {self.difference}"


@dataclass(frozen=True)
class Verdict:
    """What was found out about one function.

    Examples:
        >>> print(Verdict("main", Kind.NOT_REFUTED, inputs=50))
        @main: not refuted (50 inputs)
    """

    function: str
    kind: Kind
    reason: str = ""
    """How it is proved, which sentence of the specification allows the difference, or why nothing can be said."""
    inputs: int = 0
    """On how many arguments both sides were evaluated."""
    counterexample: Counterexample | None = None
    """The smallest arguments found for which the sides differ, if they do."""

    @property
    def is_refuted(self) -> bool:
        return self.kind is Kind.REFUTED

    def __str__(self) -> str:
        name = [f"@{self.function}"] if self.function else []
        parts = [": ".join([*name, self.kind.value])]
        if self.kind is Kind.NOT_REFUTED:
            parts[0] += f" ({counted(self.inputs, 'input')})"
        if self.reason:
            parts.append(self.reason)
        if self.counterexample is not None:
            parts.append(str(self.counterexample))
        return ": ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """The verdict as an object of JSON."""
        found = self.counterexample
        fields: dict[str, Any] = {
            "function": self.function,
            "verdict": self.kind.value,
            "reason": self.reason,
            "inputs": self.inputs,
        }
        if found is not None:
            fields["arguments"] = [shown(argument) for argument in found.arguments]
            fields["difference"] = found.difference
            fields["before"] = found.before if isinstance(found.before, str) else [*map(shown, found.before)]
            fields["after"] = found.after if isinstance(found.after, str) else [*map(shown, found.after)]
        return fields


MOST_SHOWN = 1000
"""Of tensors with more elements, some are shown."""

LONGEST = 400
"""Characters of one value in a line."""


def shown(value: Any) -> str:
    """A value as `stablehlo-translate --args` takes it, cut where it is long."""
    if isinstance(value, tuple):
        return f"({shown_all(cast('tuple[Any, ...]', value))})"
    if not isinstance(value, Tensor):
        return f"a {type(value).__name__}"
    if value.array.size > MOST_SHOWN and not is_uniform(value.array):
        return repr(value).replace("\n", "")
    attribute = value.to_attr()
    text = dense_text(attribute)
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}..."
    return f"{text} : {attribute.type}"


def shown_all(values: Sequence[Any]) -> str:
    """Values behind each other."""
    return ", ".join(map(shown, values))
