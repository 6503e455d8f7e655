"""Calls of JAX functions and of files of `jax.export`: the arguments of a program and their names."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.fold.bind import argument_names
from xdsl_stablehlo.ir.printable import UserError
from xdsl_stablehlo.programs.transaction import without

from .conversion import Exported, export, jax, keystr, signature, to_jax
from .private import PER_ARGUMENT, PER_RESULT, static_arguments
from .protocols import Tree


class CallbackError(NotImplementedError, UserError):
    """A function that calls back into Python cannot be exported.

    JAX raises `NotImplementedError` for it, and who catches that catches this. Nothing is left to be done: a file
    of a program cannot hold a function of Python.
    """


def function_name(function: object) -> str:
    """The name of a function in messages."""
    return getattr(function, "__name__", "the function")


@dataclass(frozen=True)
class FunctionCall:
    """A call of a JAX function with positional and keyword arguments, some of which may be static."""

    function: Any
    """The jitted function."""
    args: tuple[object, ...]
    kwargs: Mapping[str, object]
    static: frozenset[int | str]
    """The positions and names of the static arguments."""

    @staticmethod
    def of(
        function: Callable[..., object], args: Sequence[object], kwargs: Mapping[str, object]
    ) -> FunctionCall:
        """The call `function(*args, **kwargs)` of a function that may be jitted."""
        jitted = function if hasattr(function, "trace") else jax.jit(function)
        positions, names = static_arguments(jitted)
        static = frozenset([*[i % len(args) for i in positions if -len(args) <= i < len(args)], *names])
        return FunctionCall(jitted, tuple(args), kwargs, static)

    def place(self, argument: int | str) -> int | str | None:
        """The place of an argument of the function among those of the program, which has no static ones."""
        if argument in self.static:
            return None
        if isinstance(argument, str):
            return argument
        return argument - len([i for i in range(argument) if i in self.static])

    def exported(self, disabled_checks: Sequence[object] = ()) -> Exported:
        """The function exported for arguments of these shapes and types. Raises `CallbackError`."""
        try:
            return export.export(self.function, disabled_checks=disabled_checks)(*self.args, **self.kwargs)
        except NotImplementedError as error:
            # JAX raises this for a call back into Python, which no export can hold: a property of the user's program.
            if "host_callbacks" not in str(error):
                raise
            name = function_name(self.function)
            raise CallbackError(
                f"'{name}' calls back into Python (jax.debug.print, pure_callback, io_callback), which an exported "
                "program cannot do; xdsl_stablehlo.jax.folding() folds such functions where jax.jit compiles them"
            ) from None

    def lowered(self) -> Any:
        """The `jax.stages.Lowered` for arguments of these shapes and types."""
        return self.function.trace(*self.args, **self.kwargs).lower()

    def names(self) -> Sequence[str]:
        """JAX's names of the flattened arguments, which come from the parameters of the function."""
        return self.function.trace(*self.args, **self.kwargs).jaxpr.jaxpr.debug_info.arg_names

    def leaves(self) -> list[tuple[int | str, object]]:
        """The flattened arguments of the program, each with the place of its argument."""
        args = tuple([value for i, value in enumerate(self.args) if i not in self.static])
        kwargs = {name: value for name, value in self.kwargs.items() if name not in self.static}
        found = jax.tree_util.tree_flatten_with_path((args, kwargs))[0]
        return [(path[1].key if path[0].idx else path[1].idx, leaf) for path, leaf in found]


def completed(
    function: Callable[..., object],
    bound: Mapping[str, object] | Sequence[object],
    args: Sequence[object],
    kwargs: Mapping[str, object],
) -> tuple[list[object], Mapping[str, object], list[int | str]]:
    """`args` and `kwargs` with the values of bound parameters, and the places of these.

    Positional arguments stay positional, and keywords stay keywords.
    """
    if not isinstance(bound, Mapping):
        return [*bound, *args], kwargs, [*range(len(bound))]
    rest, positional, given = list(args), list[object](), dict(bound)
    places: list[int | str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            break
        if parameter.name in given:
            places.append(len(positional))
            positional.append(given.pop(parameter.name))
        elif rest:
            positional.append(rest.pop(0))
        else:
            break
    return positional + rest, {**kwargs, **given}, [*places, *given]


def leaf_names(exported: Exported) -> list[str]:
    """Names of the flattened arguments: `args[0]['w']` for a positional one, `scale['w']` for a keyword."""
    tree = signature(exported).in_tree
    paths = jax.tree_util.tree_flatten_with_path(tree.unflatten([0] * tree.num_leaves))[0]
    return [
        f"args{keystr(path[1:])}" if path[0].idx == 0 else f"{path[1].key}{keystr(path[2:])}"
        for path, _ in paths
    ]


def names_in(module: ModuleOp, exported: Exported) -> list[tuple[str, ...]]:
    """The names of the flattened arguments in the module, which has none for unused ones."""
    written = argument_names(functions_of(module)["main"])
    kept: Sequence[int] = exported.module_kept_var_idx
    first = len(written) - len(kept)
    said = {leaf: written[first + place] for place, leaf in enumerate(kept)}
    return [said.get(leaf, ()) for leaf in range(len(exported.in_avals))]


def calling_without(
    exported: Exported,
    bound: Collection[int] = (),
    dropped: Collection[int | str] = (),
    results: Collection[int] = (),
) -> Exported:
    """The calling convention of `exported` without some of its flattened arguments and results.

    Arguments that are `dropped` (by position or by name), or all of whose leaves are bound, are not passed any more; in
    others None takes the place of bound leaves. The module does not change.
    """
    new: dict[str, Any] = {}
    for fields, gone in ((PER_ARGUMENT, bound), (PER_RESULT, results)):
        for name in fields:
            new[name] = tuple(without(vars(exported)[name], gone))
    left = [i for i in range(len(exported.in_avals)) if i not in bound]
    kept: Collection[int] = exported.module_kept_var_idx
    new["module_kept_var_idx"] = tuple([place for place, leaf in enumerate(left) if leaf in kept])
    new["in_tree"] = _without_arguments(signature(exported).in_tree, bound, dropped)
    if results:
        new["out_tree"] = jax.tree.structure([0] * len(new["out_avals"]))
    return replace(exported, **new)


def _without_arguments(tree: Tree, bound: Collection[int], dropped: Collection[int | str]) -> object:
    number = tree.num_leaves
    args, kwargs = tree.unflatten([None if i in bound else i for i in range(number)])
    before = tree.unflatten(range(number))

    def goes(key: int | str, now: object, then: object) -> bool:
        return key in dropped or (bool(jax.tree.leaves(then)) and not jax.tree.leaves(now))

    args = tuple([now for i, (now, then) in enumerate(zip(args, before[0])) if not goes(i, now, then)])
    kwargs = {name: now for name, now in kwargs.items() if not goes(name, now, before[1][name])}
    return jax.tree.structure((args, kwargs))


def mark_arguments(main: FuncOp, name: str, marks: Iterable[Attribute]) -> None:
    """Give each argument of a function an attribute."""
    known = main.arg_attrs.data if main.arg_attrs is not None else [DictionaryAttr({})] * len(main.args)
    main.properties["arg_attrs"] = ArrayAttr(
        [DictionaryAttr({**each.data, name: mark}) for each, mark in zip(known, marks, strict=True)]
    )


_POSITION = "jax.position"


@dataclass
class ExportedFile:
    """The calling convention of a file. Passes may remove arguments of the program, as binding does."""

    exported: Exported | None
    """None for a program from elsewhere."""

    @staticmethod
    def of(data: bytes | None, module: ModuleOp) -> ExportedFile:
        """The convention of the file `data`, which holds `module`; marks the arguments with their positions."""
        if data is None:
            return ExportedFile(None)
        main = functions_of(module)["main"]
        mark_arguments(main, _POSITION, [IntegerAttr(i, i64) for i in range(len(main.args))])
        return ExportedFile(export.deserialize(bytearray(data)))

    def serialized(self, module: ModuleOp) -> bytes:
        """The file with another `module`, whose marks are removed. Raises what `to_jax` raises."""
        exported = self.exported
        if exported is not None:
            kept = list(exported.module_kept_var_idx)
            left = _take_marks(module)
            first = len(exported.ordered_effects) + (len(exported.platforms) > 1)
            gone = [leaf for place, leaf in enumerate(kept) if first + place not in left]
            exported = calling_without(exported, gone)
        return bytes(to_jax(module, exported).serialize())


def _take_marks(module: ModuleOp) -> set[int]:
    """Remove the marks of the arguments of `@main`; return the positions in them."""
    main = functions_of(module)["main"]
    attributes = [dict(known.data) for known in main.arg_attrs or ()]
    marks = [known.pop(_POSITION, None) for known in attributes]
    if attributes:
        main.properties["arg_attrs"] = ArrayAttr([DictionaryAttr(known) for known in attributes])
    return {mark.value.data for mark in marks if isinstance(mark, IntegerAttr)}
