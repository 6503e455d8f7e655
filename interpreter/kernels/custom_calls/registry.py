"""The custom calls that can be evaluated, by target: those known here, and those that users register."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from typing_extensions import Unpack
from xdsl.dialects.builtin import DictionaryAttr, StringAttr
from xdsl.ir import Operation

from ...interface.errors import EvaluationError
from ..support.table import Entry, EntryFields, Exactness, Kernel, python_values
from ..support.values import Value, call_user, raising

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp

UserKernel: TypeAlias = Callable[..., Value]
"""From read-only arrays, and the call's attributes as keywords, to an array or a tuple of them."""

KNOWN: dict[str, Entry] = {}
"""The custom calls that those of the files beside this one evaluate that have been imported."""

FILES = ("placement", "lapack", "calls")
"""The files with kernels of custom calls, those first that take least to import."""

REGISTERED: dict[str, Entry] = {}
"""The custom calls that users have registered, which are looked up first."""


def register_known(
    target: str, make: Callable[[CustomCallOp], Kernel], **facts: Unpack[EntryFields[CustomCallOp]]
) -> None:
    """Evaluate calls of `target` by the kernel that `make(op)` returns, which returns a tuple of results."""
    facts["storage"] = True
    KNOWN[target] = Entry(make, single=False, **facts)


def register_custom_call(
    name: str,
    kernel: UserKernel,
    *,
    exactness: Exactness | str = Exactness.LIBM,
    effects: bool = False,
    with_op: bool = False,
) -> None:
    """Evaluate custom calls of the target `name` by `kernel`, in the interpreter and in the folder.

    `kernel(*operands, **attributes)` gets read-only arrays, and the entries of the dictionary `backend_config` (or
    `mhlo.backend_config`) as values of Python's; a string is passed as the keyword `backend_config`. It returns the
    array of the result, or a tuple of one array for each result, of the declared types. With `with_op` its first
    argument is the `CustomCallOp`.

    `exactness` (`exact`, `rounded` or `libm`) says how near the results are to those of other implementations:
    `FoldOptions.exactness` decides whether they may become constants. With `effects`, or if a call has
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
    """The entry of a user's kernel; see `register_custom_call`."""

    def make(op: CustomCallOp) -> Kernel:
        attributes = call_attributes(op)
        bound = partial(kernel, op) if with_op else kernel
        return partial(call_user, partial(bound, **attributes) if attributes else bound)

    return Entry(make, exactness=Exactness(exactness), effects=effects, storage=True, single=False)


def entry_of_call(op: CustomCallOp) -> Entry:
    """The evaluation of a custom call; an unknown target raises an error that says how to register it."""
    target = op.call_target_name.data
    entry = known_entry(target)
    if entry is None:
        error = EvaluationError(
            f"calls @{target}, for which no evaluator is registered; "
            f'`xdsl_stablehlo.interpreter.register_custom_call("{target}", kernel)` registers one'
        )
        return Entry(partial(_raising, error), effects=True, single=False)
    return as_declared(op, entry)


def known_entry(target: str) -> Entry | None:
    """The entry of a target; files are imported until one of them has it."""
    if target in REGISTERED:
        return REGISTERED[target]
    for file in FILES:
        if target in KNOWN:
            break
        import_module(f"{__package__}.{file}")
    return KNOWN.get(target)


def _raising(error: EvaluationError, _: CustomCallOp) -> Kernel:
    return raising(error)


def is_known(op: CustomCallOp) -> bool:
    """Whether a custom call can be evaluated."""
    return known_entry(op.call_target_name.data) is not None


def as_declared(op: CustomCallOp, entry: Entry) -> Entry:
    """The entry of a target for one call, which may declare effects of its own."""
    return replace(entry, effects=True) if op.has_side_effect.value.data and not entry.effects else entry


def called_functions(op: CustomCallOp) -> tuple[str, ...]:
    """The functions that a call names."""
    return tuple([symbol.string_value() for symbol in op.called_computations])


def call_attributes(op: Operation) -> dict[str, object]:
    """The `backend_config` of a call as values of Python's by name."""
    config = op.properties.get("backend_config", op.attributes.get("backend_config"))
    older = op.attributes.get("mhlo.backend_config")
    if isinstance(older, DictionaryAttr):
        config = older
    if isinstance(config, DictionaryAttr):
        return python_values(config)
    text = config.data if isinstance(config, StringAttr) else ""
    return {"backend_config": text} if text else {}


def integer_of(attributes: Mapping[str, object], name: str) -> int:
    """An attribute of a call that is an integer. Raises `EvaluationError` for any other."""
    value = attributes.get(name)
    if isinstance(value, int):
        return value
    raise EvaluationError(f"has no integer '{name}' in its attributes")
