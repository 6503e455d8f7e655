"""Turns arguments into constants, so that weights that arrive as arguments fold; and which argument a key names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, NameLoc, StringAttr
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import BlockArgument

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.numerics.tensor import Tensor
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import UserError
from xdsl_stablehlo.programs.foreign import has_foreign_ops
from xdsl_stablehlo.programs.symbols import CallGraph
from xdsl_stablehlo.programs.transaction import Transaction, atomically
from xdsl_stablehlo.values.arrays import StoredArray, as_stored
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import attribute_of

from ..tuning import NAMES_OFFERED
from .adopted import adoption_of


@default_environment()
def bind_arguments(module: ModuleOp, values: Mapping[str, object], entry: str = "main") -> None:
    """Make arguments of the function `entry` constants, in place; the function loses them.

    Keys are an argument's position (`"0"`), or its name: `jax.arg_info` in its attributes, that of its location, or the
    one it is written with, `params['layer0']['w']` or however else that path is written (`ArgumentIndex`).
    Values are `Tensor`s or arrays of the argument's shape and element type, also those of
    `xdsl_stablehlo.values.arrays.stored_arrays`, read only if they fit; Python numbers and lists become elements of
    the type, as by `Tensor.of`.
    Raises `BindingError` for a key that names no argument, for a value that does not fit, and where `entry` is called
    inside the module; `ArrayFileError` for a stored array that is damaged; `ConcurrentFoldError` where the module is
    being folded.
    After any exception the module is as it was.

    Examples:
        >>> bind_arguments(module, {"0": [5, 7]})
        >>> from xdsl_stablehlo.interpreter import eval_module
        >>> eval_module(module)
        (Tensor([ 0., 14.] : tensor<2xf32>),)
    """
    func = _entry(module, entry)
    arguments = ArgumentIndex(argument_names(func), f"@{entry}")
    found: dict[int, tuple[str, object]] = {}
    for key, value in values.items():
        position = arguments.position(key)
        if position in found:
            raise BindingError(f"argument {position} of @{entry} is bound twice, the second time as '{key}'")
        found[position] = (key, value)
    bind_positions(module, found, entry)


@default_environment()
def bind_positions(module: ModuleOp, values: Mapping[int, tuple[str, object]], entry: str = "main") -> None:
    """As `bind_arguments`, for arguments by position, each with what messages call it and its value."""
    if has_foreign_ops(module):
        adoption = adoption_of(module)
        bind_positions(adoption.module, values, entry)
        returned = adoption.returned()
        atomically(module, lambda changes: changes.replace_body(module, returned))
        return
    func = _entry(module, entry)
    bound = {
        position: _constant(key, value, func.args[position]) for position, (key, value) in values.items()
    }
    atomically(func, lambda changes: _bind(func, bound, changes))


def _entry(module: ModuleOp, entry: str) -> FuncOp:
    graph = CallGraph.of(module)
    func = graph.functions.get(entry)
    if func is None or func.is_declaration:
        raise BindingError(f"the module has no function @{entry} with a body")
    if graph.sites.get(entry) or entry in graph.escaping:
        raise BindingError(f"@{entry} is called inside the module, so its arguments cannot be bound")
    return func


def _bind(func: FuncOp, bound: Mapping[int, ConstantOp], changes: Transaction) -> None:
    for index, constant in sorted(bound.items(), reverse=True):
        argument, first = func.args[index], func.body.blocks[0].first_op
        assert first is not None
        constant.location = argument.location
        changes.insert(constant, first)
        changes.replace(argument, constant.output)
    changes.drop_arguments(func, bound)


def _constant(key: str, value: object, argument: BlockArgument) -> ConstantOp:
    declared = argument.type
    if not is_tensor_type(declared):
        raise BindingError(f"argument '{key}' is of type '{declared}', which no constant can hold")
    return ConstantOp(attribute_of(_array(key, value, declared), declared), declared)


@runtime_checkable
class ArrayOfNumbers(Protocol):
    """An array of NumPy, JAX or another library, or one in a file."""

    dtype: np.dtype[np.generic]
    shape: Sequence[int]


def _array(key: str, value: object, declared: AnyTensorType) -> Array:
    dtype = dtype_of(declared.element_type)
    if isinstance(value, Tensor):
        value = value.array
    elif not isinstance(value, ArrayOfNumbers):
        try:
            value = Tensor.of(value, declared.element_type).array
        except (ValueError, TypeError) as error:
            raise BindingError(f"argument '{key}' is of type '{declared}': {error}") from None
    # The header of a stored array is checked before it is read.
    stored = as_stored(value.dtype, dtype) and (value.dtype.kind == "V" or isinstance(value, StoredArray))
    if value.dtype != dtype and not stored:
        raise BindingError(f"argument '{key}' is of type '{declared}', and the value is {value.dtype}")
    if tuple(value.shape) != declared.get_shape():
        raise BindingError(
            f"argument '{key}' is of type '{declared}', and the value has shape {list(value.shape)}"
        )
    array: Array = np.asarray(value)
    return array.view(dtype) if stored else array


K = TypeVar("K")

_SEPARATORS = re.compile(r"""[][/.'"]+""")
_PART = re.compile(r"""[^][/.'"]+['"]?\]?""")
_OUTPUT_NUMBER = re.compile(r":\d+$")
_PRINTED = re.compile(r"arg\d+")
"""The names of arguments in MLIR's printer, which in generic form counts those of all regions: it is no position."""


class BindingError(ValueError, UserError):
    """An argument that does not exist, or an array that does not fit it."""


def argument_names(func: FuncOp) -> list[tuple[str, ...]]:
    """For each argument the names that it goes by: `jax.arg_info`, its location's, and the one it is written with.

    One that has none, but is handed on to another function, has the names that it has there: `jax.export` puts such a
    function around a program whose shapes are symbolic.
    """
    parent = func.parent_op()
    functions = functions_of(parent) if isinstance(parent, ModuleOp) else {}
    return [_names_of(func, i) or _names_behind(func, i, functions) for i in range(len(func.args))]


def _names_of(func: FuncOp, position: int) -> tuple[str, ...]:
    argument, found = func.args[position], list[str]()
    if func.arg_attrs is not None:
        known = func.arg_attrs.data[position].data.get("jax.arg_info")
        found += [known.data] if isinstance(known, StringAttr) else []
    if isinstance(argument.location, NameLoc):
        found.append(argument.location.desc.data)
    if argument.name_hint is not None and not _PRINTED.fullmatch(argument.name_hint):
        found.append(argument.name_hint)
    return tuple(found)


def _names_behind(func: FuncOp, position: int, functions: Mapping[str, FuncOp]) -> tuple[str, ...]:
    for call, index in [(use.operation, use.index) for use in func.args[position].uses]:
        callee = functions.get(call.callee.string_value()) if isinstance(call, CallOp) else None
        if callee is not None and not callee.is_declaration:
            return _names_of(callee, index)
    return ()


class ArgumentIndex:
    """The arguments of a function, found by keys.

    A number is a position, and nothing else is. Any other key is a name as it stands (`params['layer0']['w']`), or the
    same path as others write it: `params/layer0/w`, `params.layer0.w`, and both without the first part, which is what
    the function's author called the argument. Keras' `:0` at the end is ignored.
    """

    def __init__(self, names: Sequence[Sequence[str]], owner: str, offers_prefixes: bool = False):
        """`names` of each argument of the function that messages call `owner`.

        With `offers_prefixes`, messages offer what several names begin with, too.
        """
        self._owner = owner
        self._shown = [found[0] for found in names if found]
        if offers_prefixes:
            self._shown = [written for name in self._shown for _, written in prefixes_of(name)]
        self._count = len(names)
        written = [(name, i) for i, found in enumerate(names) for name in found]
        self._exact, self._paths = _by_key(written), _by_key([(path_of(name), i) for name, i in written])
        inner = [(path[1:], i) for path, numbers in self._paths.items() for i in numbers if len(path) > 1]
        self._inner: Mapping[tuple[str, ...], list[int]] = _by_key(inner)

    def position(self, key: str) -> int:
        """The position of the argument that `key` names. Raises `BindingError` where it is none, or several."""
        if key.isdecimal():
            if int(key) < self._count:
                return int(key)
            raise BindingError(f"{self._owner} has {self._count} arguments, none of them at position {key}")
        path = path_of(key)
        for found in (self._exact.get(key), self._paths.get(path), self._inner.get(path)):
            if found is not None and len(found) == 1:
                return found[0]
            if found is not None:
                more = ["..."] * (len(found) > NAMES_OFFERED)
                listed = ", ".join([*map(str, found[:NAMES_OFFERED]), *more])
                raise BindingError(f"'{key}' names arguments {listed} of {self._owner}")
        raise BindingError(f"{self._owner} has no argument '{key}'; {self._instead(key)}")

    def _instead(self, key: str) -> str:
        if not self._count:
            return "it has none"
        if not self._shown:
            return f"its {self._count} have no names: keys are their positions, from 0 on"
        written = {"/".join(path_of(name)): name for name in self._shown}
        nearest = get_close_matches("/".join(path_of(key)), written, NAMES_OFFERED, 0.0)
        return "nearest: " + ", ".join([written[name] for name in nearest])


def path_of(name: str) -> tuple[str, ...]:
    """The parts of a name, however they are separated: `a['b'][0].c`, `a/b/0/c` and `a.b.0.c` are the same path."""
    return tuple([part for part in _SEPARATORS.split(_OUTPUT_NUMBER.sub("", name)) if part])


def prefixes_of(name: str) -> list[tuple[tuple[str, ...], str]]:
    """The paths that the path of `name` begins with, the shortest first and itself last, each as it is written there:
    of `params['layer0']['w']` `params`, `params['layer0']` and itself."""
    path = path_of(name)
    ends = [part.end() for part in _PART.finditer(_OUTPUT_NUMBER.sub("", name))]
    return [(path[: i + 1], name[:end]) for i, end in enumerate(ends)]


def _by_key(pairs: Sequence[tuple[K, int]]) -> Mapping[K, list[int]]:
    """The numbers that belong to each key, each once, in order."""
    found: dict[K, list[int]] = {}
    for key, number in dict.fromkeys(pairs):
        found.setdefault(key, []).append(number)
    return {key: sorted(numbers) for key, numbers in found.items()}
