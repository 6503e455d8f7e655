"""What is known of the values that a loop carries: what holds at first, and after each iteration if it held before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeAlias

from xdsl.ir import SSAValue

from .lattice import Elements, FloatKinds, IntegerFact, IntegerKind, join
from .transfer import kind_of

ROUNDS = 2
"""How often the body is looked at before all that still changes is given up."""

Carried: TypeAlias = "dict[SSAValue, Elements]"

Following: TypeAlias = "Callable[[Carried], list[Elements]]"
"""What the body hands on to the next iteration where its arguments are as assumed."""


def invariant(
    arguments: Sequence[SSAValue], first: Sequence[Elements], following: Following
) -> list[Elements]:
    """What holds of each carried value before every iteration, and behind the last one."""
    assumed, kinds = list(first), [kind_of(argument) for argument in arguments]
    for attempt in count():
        after = following(dict(zip(arguments, assumed)))
        wider = [join(a, b, kind) for a, b, kind in zip(assumed, after, kinds)]
        if wider == assumed:
            break
        assumed = [_widened(a, b, kind, attempt >= ROUNDS) for a, b, kind in zip(assumed, wider, kinds)]
    return assumed


def _widened(before: Elements, after: Elements, kind: IntegerKind | None, last: bool) -> Elements:
    """`after`, without what would go on changing: bounds that moved are given up, what moves to the `last` altogether.

    So each further look at the body gives up something, or is the last one.
    """
    if before == after or after is None:
        return after
    if isinstance(after, FloatKinds) or kind is None or not isinstance(before, IntegerFact):
        return None if last else after
    if last:
        return kind.everything()
    low = after.low if after.low == before.low else kind.least
    high = after.high if after.high == before.high else kind.most
    return kind.refined(IntegerFact(low, high, after.zeros, after.ones))
