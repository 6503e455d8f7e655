"""Which custom calls can be evaluated, by target: those that are known here, and those that users register."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from xdsl.dialects.builtin import DictionaryAttr, StringAttr
from xdsl.ir import Operation

from ...errors import EvaluationError
from ..support.values import Value, call_user
from ..table import COMPUTED, Cost, Entry, Exactness, Kernel, python_value

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp

UserKernel: TypeAlias = Callable[..., Any]
"""From read-only arrays, and the call's attributes as keywords, to an array or a tuple of them."""

KNOWN: dict[str, Entry] = {}
"""The custom calls that the files beside this one evaluate."""

REGISTERED: dict[str, Entry] = {}
"""The custom calls that users have registered; they come before those that are known."""


def register_known(
    target: str,
    make: Callable[[CustomCallOp], Kernel],
    *,
    cost: Cost = COMPUTED,
    exactness: Exactness | Callable[[Any], Exactness] = Exactness.EXACT,
    effects: bool = False,
    callees: Callable[[CustomCallOp], tuple[str, ...]] | None = None,
    undefined: Callable[..., str | None] | None = None,
    asserts: bool = False,
) -> None:
    """State how calls of `target` are evaluated: `make(op)` gives a kernel that gives a tuple of results."""
    KNOWN[target] = Entry(
        make,
        cost,
        exactness=exactness,
        effects=effects,
        callees=callees,
        undefined=undefined,
        asserts=asserts,
        storage=True,
        single=False,
    )


def register_custom_call(
    name: str,
    kernel: UserKernel,
    *,
    exactness: Exactness | str = Exactness.LIBM,
    effects: bool = False,
    with_op: bool = False,
) -> None:
    """Evaluate custom calls of the target `name` by `kernel`, in the interpreter and in the folder.

    `kernel(*operands, **attributes)` gets read-only arrays, and what is in the dictionary `backend_config` (or
    `mhlo.backend_config`) as Python's values; a `backend_config` that is a string comes under that name. It gives the
    array of the result, or a tuple with one for each result, of the declared types. With `with_op` it gets the call
    itself first, a `CustomCallOp`, for whatever else it has to know.

    `exactness` (`exact`, `rounded` or `libm`) says how near to what the target computes elsewhere the results are:
    `FoldOptions.exactness` decides whether they may become constants. With `effects`, and where a call has
    `has_side_effect = true`, a call is never folded.

    Examples:
        >>> import numpy as np
        >>> register_custom_call("my_sign", lambda x: np.sign(x), exactness="exact")
    """
    REGISTERED[name] = user_entry(kernel, exactness=exactness, effects=effects, with_op=with_op)


def user_entry(
    kernel: UserKernel,
    *,
    exactness: Exactness | str = Exactness.LIBM,
    effects: bool = False,
    with_op: bool = False,
) -> Entry:
    """How a function of the user's evaluates a custom call; see `register_custom_call`."""

    def make(op: CustomCallOp) -> Kernel:
        attributes = call_attributes(op)
        bound = partial(kernel, op) if with_op else kernel
        return partial(call_user, partial(bound, **attributes) if attributes else bound)

    return Entry(make, exactness=Exactness(exactness), effects=effects, storage=True, single=False)


def entry_of_call(op: CustomCallOp) -> Entry:
    """How a custom call is evaluated; for a target that nobody knows, by an error that says what to do about it."""
    target = op.call_target_name.data
    entry = REGISTERED.get(target) or KNOWN.get(target)
    if entry is None:
        return Entry(lambda _: partial(_unknown, target), effects=True, single=False)
    return as_declared(op, entry)


def is_known(op: CustomCallOp) -> bool:
    """Whether somebody evaluates the target of a custom call."""
    target = op.call_target_name.data
    return target in REGISTERED or target in KNOWN


def as_declared(op: CustomCallOp, entry: Entry) -> Entry:
    """The entry of a target for one call of it, which may declare effects of its own."""
    return replace(entry, effects=True) if op.has_side_effect.value.data and not entry.effects else entry


def _unknown(target: str, *_: Value) -> Value:
    raise EvaluationError(
        f"calls @{target}, for which no evaluator is registered; "
        f'`xdsl_stablehlo.interpreter.register_custom_call("{target}", kernel)` registers one'
    )


def called_functions(op: CustomCallOp) -> tuple[str, ...]:
    """The functions that a call names."""
    return tuple([symbol.string_value() for symbol in op.called_computations])


def call_attributes(op: Operation) -> dict[str, Any]:
    """What a call says besides its operands, as its target sees it: Python's values by name."""
    config = op.properties.get("backend_config", op.attributes.get("backend_config"))
    older = op.attributes.get("mhlo.backend_config")
    if isinstance(older, DictionaryAttr):
        config = older
    if isinstance(config, DictionaryAttr):
        return {name: python_value(value) for name, value in config.data.items()}
    text = config.data if isinstance(config, StringAttr) else ""
    return {"backend_config": text} if text else {}
