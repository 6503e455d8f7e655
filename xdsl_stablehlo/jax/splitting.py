"""Splitting functions of JAX: setup computes once all values that depend on some arguments only, main the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from xdsl.dialects.builtin import ModuleOp, StringAttr

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.splitting import Split, SplitOptions, split as split_module
from xdsl_stablehlo.splitting.api import ARG_INFO, positions_named

from .calls import FunctionCall, leaf_names, mark_arguments, names_in
from .conversion import Exported, from_jax, is_extended, jax, of_keys, signature, to_jax
from .folded import without_results
from .protocols import Aval, Tree

DERIVATIVE = "derivative/"
"""The prefix of the names of derived weights that only the derivative reads."""


class StageArguments(NamedTuple):
    """The arguments of setup or of main: all that have a leaf which the program takes."""

    what: str
    places: Mapping[int | str, tuple[Tree, Sequence[int | None]]]
    """By position or name in the function: the pytree, and the number of each leaf among those that are taken."""
    avals: Sequence[Aval]
    """Shapes and types of the leaves that are taken."""

    @staticmethod
    def of(what: str, exported: Exported, taken: Sequence[int]) -> StageArguments:
        """The arguments of a program; `taken` are the indices of its flattened arguments."""
        avals = signature(exported).in_avals
        args, kwargs = signature(exported).in_tree.unflatten(range(len(avals)))
        places: dict[int | str, tuple[Tree, Sequence[int | None]]] = {}
        for place, tree in (*enumerate(args), *kwargs.items()):
            leaves, structure = jax.tree.flatten(tree)
            numbers = [taken.index(leaf) if leaf in taken else None for leaf in leaves]
            if any(number is not None for number in numbers):
                places[place] = structure, numbers
        return StageArguments(what, places, [avals[leaf] for leaf in taken])

    def flat(self, args: Sequence[object], kwargs: Mapping[str, object]) -> list[object]:
        """The leaves of a call. Raises `TypeError` for arguments of another form."""
        positional = sorted([place for place in self.places if isinstance(place, int)])
        named = sorted([place for place in self.places if isinstance(place, str)])
        if len(args) != len(positional) or sorted(kwargs) != named:
            takes = ", ".join([counted(len(positional), "positional argument"), *named])
            raise TypeError(f"{self.what} takes {takes}")
        values: list[object] = [None] * len(self.avals)
        for place, value in (*zip(positional, args, strict=True), *kwargs.items()):
            tree, numbers = self.places[place]
            leaves, structure = jax.tree.flatten(value)
            if structure != tree:
                raise TypeError(f"{self.what}: argument {place!r} is {structure}, and was {tree}")
            for leaf, number in zip(leaves, numbers, strict=True):
                if number is not None:
                    values[number] = _as_program(leaf, self.avals[number])
        return values


def _as_program(value: object, aval: Aval) -> object:
    """A value in the form that programs take: the data of keys of random numbers."""
    return jax.random.key_data(value) if is_extended(aval.dtype) else jax.numpy.asarray(value, aval.dtype)


@dataclass(frozen=True)
class _Programs:
    """Setup and main of a function, or of its derivative."""

    split: Split
    names: Sequence[str]
    """The names of the results of setup."""
    setup: Exported
    main: Exported
    weights: Sequence[int]
    """The indices of the leaves that setup takes, among those of the arguments that are known at load."""
    inputs: Sequence[int]
    """The indices of the other leaves that main takes behind the results of setup."""

    @staticmethod
    def of(
        module: ModuleOp,
        kept: Sequence[int],
        labels: Sequence[str],
        at_load: Sequence[int],
        options: SplitOptions | None,
        stem: str = "",
    ) -> _Programs:
        """Split a module whose arguments are the flattened ones `kept`; `labels` are the names of all arguments."""
        mark_arguments(functions_of(module)["main"], ARG_INFO, [StringAttr(labels[leaf]) for leaf in kept])
        positions = [str(i) for i, leaf in enumerate(kept) if leaf in at_load]
        found = split_module(module, positions, options)
        others = [leaf for leaf in range(len(labels)) if leaf not in at_load]
        crossing = zip(found.names, found.report.crossing, strict=True)
        return _Programs(
            found,
            [name if each.is_passed_on else stem + name for name, each in crossing],
            to_jax(found.setup),
            to_jax(found.main),
            [at_load.index(leaf) for leaf in kept if leaf in at_load],
            [others.index(leaf) for leaf in kept if leaf not in at_load],
        )

    def derived(self, weights: Sequence[object]) -> dict[str, object]:
        """The results of setup by name."""
        results = signature(self.setup).call(*[weights[i] for i in self.weights])
        return dict(zip(self.names, results, strict=True))

    def results(self, derived: Mapping[str, object], inputs: Sequence[object]) -> Sequence[object]:
        """The results of main."""
        given = [derived[name] for name in self.names]
        return signature(self.main).call(*given, *[inputs[i] for i in self.inputs])


@dataclass(frozen=True)
class SplitFunction:
    """A function of JAX in two: `main(setup(params), x)` is `f(params, x)`."""

    split: Split
    """Both programs as modules of xDSL, with the report."""
    _programs: _Programs
    _derivative: _Programs | None
    _weights: StageArguments
    _inputs: StageArguments
    _like: Exported
    """The function as a whole."""

    @property
    def exported(self) -> tuple[Exported, Exported]:
        """Setup and main for `jax.export`: they take and give flat arrays, those of the modules."""
        return self._programs.setup, self._programs.main

    def setup(self, *args: object, **kwargs: object) -> dict[str, Any]:
        """The derived weights, by name, for the arguments that are known at load. It may be jitted."""
        weights = self._weights.flat(args, kwargs)
        derived = {} if self._derivative is None else self._derivative.derived(weights)
        return {**derived, **self._programs.derived(weights)}

    def main(self, derived: Mapping[str, object], *args: object, **kwargs: object) -> Any:
        """The results for the derived weights and the other arguments.

        It may be jitted, and with `differentiable` its derivative may be taken for these arguments.
        """
        inputs = self._inputs.flat(args, kwargs)
        results = self._results(dict(derived), inputs)
        like = signature(self._like)
        pairs = zip(results, like.out_avals, strict=True)
        return like.out_tree.unflatten([of_keys(value, aval.dtype) for value, aval in pairs])

    def _results(self, derived: dict[str, object], inputs: list[object]) -> Sequence[object]:
        programs, derivative = self._programs, self._derivative
        if derivative is None:
            return programs.results(derived, inputs)

        def forward(derived: dict[str, object], inputs: list[object]) -> object:
            return programs.results(derived, inputs), (derived, inputs)

        def backward(kept: tuple[dict[str, object], list[Aval]], cotangents: Sequence[Aval]) -> object:
            derived, inputs = kept
            # Programs have booleans in the place of cotangents of integers.
            none = jax.dtypes.float0
            given = [jax.numpy.zeros(ct.shape, bool) if ct.dtype == none else ct for ct in cotangents]
            pairs = zip(derivative.results(derived, [*inputs, *given]), inputs, strict=True)
            real = jax.numpy.inexact
            return None, [ct if jax.numpy.issubdtype(of.dtype, real) else None for ct, of in pairs]

        differentiable = jax.custom_vjp(programs.results)
        differentiable.defvjp(forward, backward)
        return differentiable(derived, inputs)


def split(
    function: Callable[..., object],
    *args: object,
    setup: Sequence[str] = ("params",),
    options: SplitOptions | None = None,
    differentiable: bool = False,
    **kwargs: object,
) -> SplitFunction:
    """Split a function of JAX, for arguments of these shapes and types, where the arguments `setup` are known at load.

    `setup` has names of parameters or of single leaves (`params['layer0']`). `args` and `kwargs` are arrays or
    `jax.ShapeDtypeStruct`s. With `differentiable`, setup also gives what the derivative reads.
    Raises `BindingError` for a name that no argument has, `ValueError` for programs with ordered effects or for several
    platforms or devices, and what `jax.export` raises.

    Examples:
        >>> import jax.numpy as jnp
        >>> found = split(lambda w, x: x / jnp.abs(w).max(), jnp.ones(3), jnp.ones(3), setup=["w"])
        >>> derived = found.setup(jnp.arange(3.0))
        >>> list(derived), found.main(derived, jnp.ones(3)).tolist()
        (['w/reduce_max'], [0.5, 0.5, 0.5])
    """
    call = FunctionCall.of(function, args, kwargs)
    exported = call.exported()
    if exported.ordered_effects or len(exported.platforms) > 1 or exported.nr_devices > 1:
        raise ValueError("programs with ordered effects, or for several platforms or devices, are not split")
    module = from_jax(exported)
    said = zip(call.names(), names_in(module, exported), leaf_names(exported), strict=True)
    names = [(name, *written, leaf) for name, written, leaf in said]
    at_load = positions_named(setup, names, f"'{exported.fun_name}'")
    labels = [known[0] for known in names]
    others = [leaf for leaf in range(len(labels)) if leaf not in at_load]
    programs = _Programs.of(module, exported.module_kept_var_idx, labels, at_load, options)
    derivative = None
    if differentiable:
        whole = exported.vjp()
        module = from_jax(whole)
        without_results(module, at_load)
        labels = [*labels, *[f"cotangents[{i}]" for i in range(len(exported.out_avals))]]
        kept = whole.module_kept_var_idx
        derivative = _Programs.of(module, kept, labels, at_load, options, DERIVATIVE)
    return SplitFunction(
        programs.split,
        programs,
        derivative,
        StageArguments.of("setup", exported, at_load),
        StageArguments.of("main", exported, others),
        exported,
    )
