"""Ops of the user's own dialects: evaluated and folded by kernels of theirs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeVar

from xdsl.ir import Operation

from .custom_calls.registry import call_user
from .table import COMPUTED, KERNELS, Cost, Entry, Exactness

OwnOp = TypeVar("OwnOp", bound=Operation)


def register_kernel(
    op_class: type[OwnOp],
    make: Callable[[OwnOp], Callable[..., Any]],
    *,
    exactness: Exactness | Literal["exact", "rounded", "libm"] = Exactness.LIBM,
    effects: bool = False,
    cost: Cost = COMPUTED,
) -> None:
    """Evaluate ops of a class of your own, in the interpreter and in the folder.

    `make(op)` gives the kernel of an op: a function from the operands, as read-only arrays, to the array of the result,
    or to a tuple with one for each result, of the declared types.
    `exactness` says how near to what the op computes elsewhere the results are: `FoldOptions.exactness` decides whether
    they may become constants. An op with `effects` is never folded. `cost` is what an evaluation takes.
    """

    def kernel(op: Any) -> Callable[..., Any]:
        return partial(call_user, make(op))

    entry = Entry(kernel, cost, exactness=Exactness(exactness), effects=effects, storage=True, single=False)
    KERNELS[op_class] = entry
