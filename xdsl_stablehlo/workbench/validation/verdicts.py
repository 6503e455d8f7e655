"""The options of a validation and its verdicts: proved, not refuted, refuted, allowed difference, or cannot."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeGuard

from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.ir.printable import Readable, counted
from xdsl_stablehlo.text.literals import dense_text
from xdsl_stablehlo.values.storage import is_uniform


@dataclass(frozen=True)
class FloatTolerance:
    """The allowed distance of floats: none (`bits`), what rounding explains (`rounding`), or `ulps` of the type.

    Examples:
        >>> FloatTolerance.of("ulp=3")
        FloatTolerance(mode='ulp', ulps=3)
    """

    mode: str = "rounding"
    ulps: int = 0

    @staticmethod
    def of(text: str) -> FloatTolerance:
        """Parse `bits`, `rounding` or `ulp=N`. Raises `ValueError` for anything else."""
        if text in ("bits", "rounding"):
            return FloatTolerance(text)
        found = re.fullmatch(r"ulp=(\d{1,9})", text, re.ASCII)
        if found is None:
            raise ValueError(f"'{text}' is not bits, rounding or ulp=N")
        return FloatTolerance("ulp", int(found[1]))

    @property
    def may_round(self) -> bool:
        """Whether differences that rounding explains are allowed."""
        return self.mode == "rounding"

    @property
    def distinguishes_nans(self) -> bool:
        """Whether NaNs of different bits are different."""
        return self.mode == "bits"


@dataclass(frozen=True)
class ValidationOptions:
    """The options of a validation.

    Examples:
        >>> ValidationOptions(floats=FloatTolerance.of("ulp=2"), inputs=50).floats.ulps
        2
    """

    floats: FloatTolerance = field(default_factory=FloatTolerance)
    inputs: int = 200
    """The number of random arguments that are tried after the directed ones."""
    work_budget: int = 1 << 35
    """Estimated nanoseconds that all evaluations for one function may take: the same on every machine."""
    seconds: float | None = None
    """Seconds of wall-clock time that one function may take. Verdicts then depend on the machine."""
    steps: int = 200_000
    """Ops that one evaluation may take."""
    bytes: int = 1 << 31
    """Bytes that one evaluation may hold."""
    seed: int = 0
    arguments: Sequence[int] | None = None
    """For each parameter of `after`, the index of that of `before`; None if they are the same."""
    results: Sequence[int] | None = None
    """For each result of `after`, the index of that of `before`; None if they are the same."""
    bound: Mapping[int, Tensor] = field(default_factory=dict[int, Tensor])
    """Constant arguments of `before` by index. Without `arguments`, `after` does not take them."""
    proofs: bool = True
    """Whether to look for a proof before trying arguments."""
    sizes: bool = True
    """Whether to look for a proof for more sizes than those of the shapes, which takes several times as long."""


class Kind(Enum):
    """The kinds of verdicts; the values are what the tool prints.

    Examples:
        >>> Kind("refuted")
        <Kind.REFUTED: 'refuted'>
    """

    PROVED = "proved"
    NOT_REFUTED = "not refuted"
    REFUTED = "refuted"
    ALLOWED = "allowed difference"
    CANNOT = "cannot"


@dataclass(frozen=True, repr=False)
class Counterexample(Readable):
    """Arguments for which two functions differ, and the first element that differs.

    Examples:
        >>> from xdsl_stablehlo.interpreter import Tensor
        >>> one, two = Tensor.of(1), Tensor.of(2)
        >>> print(Counterexample((one,), "result 0 is 1 before and 2 after", (one,), (two,)))
        for (dense<1> : tensor<i64>): result 0 is 1 before and 2 after
    """

    arguments: tuple[Any, ...]
    """The arguments of `before`: `Tensor`s, tuples and tokens."""
    difference: str
    """The place of the difference, and the values on both sides."""
    before: tuple[object, ...] | str
    """The results, or the reason why there are none."""
    after: tuple[object, ...] | str

    def __str__(self) -> str:
        return f"for ({shown_all(self.arguments)}): {self.difference}"


@dataclass(frozen=True, repr=False)
class Verdict(Readable):
    """The verdict on one function.

    Examples:
        >>> Verdict("main", Kind.NOT_REFUTED, inputs=50)
        <Verdict: @main: not refuted (50 inputs)>
    """

    function: str
    kind: Kind
    reason: str = ""
    """The proof, the sentence of the specification that allows the difference, or why there is no verdict."""
    inputs: int = 0
    """The number of arguments for which both sides were evaluated."""
    counterexample: Counterexample | None = None
    """The smallest arguments found for which the sides differ."""
    steps: tuple[str, ...] = ()
    """The equalities that a proof is made of, each behind the rule or the argument for it."""

    @property
    def is_proved(self) -> bool:
        return self.kind is Kind.PROVED

    @property
    def is_refuted(self) -> bool:
        return self.kind is Kind.REFUTED

    def __str__(self) -> str:
        name = [f"@{self.function}"] if self.function else []
        tried = f" ({counted(self.inputs, 'input')})" if self.kind is Kind.NOT_REFUTED else ""
        parts = [*name, self.kind.value + tried, self.reason, str(self.counterexample or "")]
        return ": ".join([part for part in parts if part])

    def to_json(self) -> dict[str, object]:
        """The verdict as an object of JSON."""
        found = self.counterexample
        fields: dict[str, object] = {
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


def is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    """Whether a value is that of a tuple."""
    return isinstance(value, tuple)


MOST_SHOWN = 1000
"""Tensors with more elements are shown in part."""

LONGEST = 400
"""The largest number of characters of one value."""


def shown(value: object) -> str:
    """A value as `stablehlo-translate --args` takes it; long ones are cut."""
    if is_tuple(value):
        return f"({shown_all(value)})"
    if not isinstance(value, Tensor):
        return f"a {type(value).__name__}"
    if value.array.size > MOST_SHOWN and not is_uniform(value.array):
        return repr(value).replace("\n", "")
    attribute = value.to_attr()
    text = dense_text(attribute)
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}..."
    return f"{text} : {attribute.type}"


def shown_all(values: Sequence[object]) -> str:
    """Values separated by commas."""
    return ", ".join(map(shown, values))
