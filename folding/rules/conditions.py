"""The parts of conditions and conclusions of rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from xdsl.ir import Attribute, SSAValue

from xdsl_stablehlo.interpreter.numerics.conversion import NUMBERS, number
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.storage import varying_part

from ..facts.known import Known, static_shape
from ..facts.lattice import ALONE, IntegerFact, IntegerKind, Interval, fact_of, span
from ..facts.transfer import kind_of
from ..terms.deferred import same_value
from ..tuning import SCANNED

# ---- kinds of elements ----


def element_type(value: SSAValue) -> Attribute | None:
    """The type of the elements of a tensor."""
    return value.type.element_type if is_tensor_type(value.type) else None


# ---- numbers ----


LONE = "lone"
"""The name of zeros, infinities and NaNs of floats: kinds of a single number."""


@lru_cache(1 << 10)
def names_of(element: Attribute, content: bytes) -> frozenset[str]:
    """The names of the number of this type that has these bytes, as `number` knows them. One of them is `LONE` if its
    kind is one of `ALONE`."""
    found = [(name, number(name, element)) for name in NUMBERS]
    names = [name for name, array in found if array is not None and array.tobytes() == content]
    lone = fact_of(np.frombuffer(content, dtype_of(element)), element) in ALONE
    return frozenset(names + [LONE] * lone)


def is_number(k: Known, value: SSAValue, name: str) -> bool:
    """Whether all elements of a value are known to be the number of this name, to the bit."""
    found = k.element(value)
    if found is None or not is_tensor_type(value.type):
        return False
    wanted = number(name, value.type.element_type)
    return wanted is not None and wanted.tobytes() == found.tobytes()


def constant_like(value: SSAValue, element: Array | None) -> Array | None:
    """A constant of the static type of `value` and one element everywhere; None where a size is not known."""
    shape = static_shape(value)
    return None if element is None or shape is None else np.broadcast_to(element, shape)


def small_constant(k: Known, value: SSAValue) -> Array | None:
    """The element of a splat, of rank 0, or the array of a constant that is stored in few elements."""
    element = k.element(value)
    if element is not None or not k.is_known(value):
        return element
    array = k.array(value)
    return array if array is not None and varying_part(array).size <= SCANNED else None


def equal(k: Known, a: SSAValue, b: SSAValue) -> bool:
    """Whether two values of one type are the same to the bit: one value, or constants that are alike."""
    if k.same(a, b):
        return True
    if a.type != b.type or not (k.is_known(a) and k.is_known(b)):
        return False
    left, right = small_constant(k, a), small_constant(k, b)
    return left is not None and right is not None and same_value(left, right)


def same_uniform(k: Known, a: SSAValue, b: SSAValue) -> bool:
    """Whether all elements of two values are one that is known."""
    one, other = k.element(a), k.element(b)
    return one is not None and other is not None and same_value(one, other)


def same_elements(a: SSAValue, b: SSAValue) -> bool:
    """Whether two tensors have one element type."""
    return element_type(a) == element_type(b)


def range_of(k: Known, value: SSAValue) -> IntegerFact | None:
    """The fact about integers or booleans, at least that of their type; None for other elements."""
    kind = kind_of(value)
    return None if kind is None else k.integers(value) or kind.everything()


@dataclass(frozen=True)
class Guard:
    """Comparisons of exact integers that all have to hold, whatever values have: `C + D < width` or `y <= x`.

    The text is an expression of Python. It is evaluated on what is known of values when a rule is tried,
    and on arrays and bit vectors of z3 when it is proved. Constants are values of which all is known.
    """

    text: str
    """One or more with commas between them; `width`, `least` and `most` are those of the integer type."""

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The variables and constants that it is about."""
        return tuple(dict.fromkeys(re.findall(r"\b[a-zA-Z]\b", self.text)))

    @cached_property
    def _test(self) -> Callable[..., tuple[object, ...]]:
        return eval(f"lambda abs, width, least, most, {', '.join(self.letters)}: ({self.text},)")

    def verdicts(
        self, numbers: Mapping[str, object], kind: IntegerKind | None, size: Callable[[Any], object] = abs
    ) -> tuple[object, ...]:
        """Each comparison, of any numbers that can be computed with; `size` is the number without its sign."""
        limits = (0, 0, 0) if kind is None else (kind.width, kind.least, kind.most)
        return self._test(size, *limits, *[numbers[letter] for letter in self.letters])

    def holds(self, k: Known, found: Mapping[str, SSAValue | Array], like: SSAValue) -> bool:
        """Whether it holds of values, of which facts are known, and of arrays of elements as `like` has them."""
        spans: dict[str, Interval] = {}
        for letter in self.letters:
            value = found[letter]
            if isinstance(value, SSAValue):
                known = span(k.elements(value), kind_of(value))
            else:
                element = element_type(like)
                known = None if element is None else span(fact_of(value, element), kind_of(like))
            if known is None:
                return False
            spans[letter] = known
        return all(self.verdicts(spans, kind_of(like)))
