"""JAX on this project's interpreter: single programs, and JAX itself with the interpreter in place of XLA.

A program that calls back into Python (`jax.debug.print`, `pure_callback`, `io_callback`) identifies the function to
call by its index in the list that comes with the program.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from xdsl_stablehlo.interpreter import EvaluationError, Program, register_custom_call
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.transforms.vhlo.artifacts import read_vhlo
from xdsl_stablehlo.values.element_types import Array

from . import conversion
from .calls import CallbackError, FunctionCall
from .conversion import Exported, from_jax, jax, program_array, signature
from .private import Callbacks, MlirModule, bytecode_of, compile_arguments, running_by
from .protocols import Aval, Tree


def evaluate(program: Callable[..., object] | Exported, *args: object, **kwargs: object) -> Any:
    """Evaluate a function of JAX, or an exported program, on this project's interpreter.

    Returns arrays of JAX in the pytree of the function. The function may already be jitted, with static arguments, and
    may call back into Python. Raises `EvaluationError` if an op cannot be evaluated.

    Examples:
        >>> import jax.numpy as jnp
        >>> evaluate(lambda x: x + 1, jnp.arange(3)).tolist()
        [1, 2, 3]
    """
    if isinstance(program, Exported):
        exported = program
        leaves, tree = jax.tree.flatten((args, kwargs))
        if tree != signature(exported).in_tree:
            raise TypeError(f"'{exported.fun_name}' takes {signature(exported).in_tree}, not {tree}")
    else:
        call = FunctionCall.of(program, args, kwargs)
        leaves = [leaf for _, leaf in call.leaves()]
        try:
            exported = call.exported([conversion.ANY_CUSTOM_CALL])
        except CallbackError:
            return _evaluate_lowered(call.lowered(), leaves)
    like = signature(exported)
    tokens = [Token() for _ in exported.ordered_effects]
    arrays = [program_array(leaves[i], like.in_avals[i].dtype) for i in exported.module_kept_var_idx]
    platforms = exported.platforms
    # A program for several platforms is told which one it runs on: the interpreter is most like a CPU.
    platform = [platforms.index("cpu") if "cpu" in platforms else 0] if len(platforms) > 1 else []
    results = Program.of(from_jax(exported))(*platform, *tokens, *arrays)[len(tokens) :]
    return _in_tree(like.out_tree, results, like.out_avals)


def _in_tree(tree: Tree, results: Sequence[object], avals: Sequence[Aval]) -> Any:
    """The results of a program as arrays of JAX in a pytree."""
    pairs = zip(results, avals, strict=True)
    made = [conversion.as_jax(np.asarray(result), aval) for result, aval in pairs]
    return tree.unflatten(made)


def _evaluate_lowered(lowered: Any, leaves: Sequence[object]) -> Any:
    """Evaluate a `jax.stages.Lowered` that calls back into Python."""
    given = compile_arguments(lowered)
    tokens = [Token() for _ in given["ordered_effects"]]
    kept = [leaf for i, leaf in enumerate(leaves) if i in given["kept_var_idx"]]
    avals: Sequence[Aval] = given["global_in_avals"]
    arrays = [program_array(leaf, aval.dtype) for leaf, aval in zip(kept, avals, strict=True)]
    program = Program.of(from_jax(lowered))
    with _calling(given["host_callbacks"]):
        results = program(*tokens, *arrays)[len(tokens) :]
    return _in_tree(lowered.out_tree, results, given["global_out_avals"])


_CALLBACKS: ContextVar[Callbacks] = ContextVar("callbacks", default=())
"""The functions that the program that runs may call."""


@contextmanager
def _calling(callbacks: Callbacks) -> Generator[None]:
    before = _CALLBACKS.set(callbacks)
    try:
        yield
    finally:
        _CALLBACKS.reset(before)


def _call_back(*arrays: object, index: int) -> Any:
    callbacks = _CALLBACKS.get()
    if index >= len(callbacks):
        raise EvaluationError("calls a Python function of another process")
    return callbacks[index](*arrays)


for _target in ("python_cpu", "partitioned_python_cpu", "python_gpu", "partitioned_python_gpu"):
    register_custom_call(f"xla_ffi_{_target}_callback", _call_back, effects=True)


@contextmanager
def interpreting() -> Generator[None]:
    """Run every program that JAX runs in this process on this project's interpreter.

    This includes jitted functions, ops of `jax.numpy`, and programs that were compiled before: JAX's caches are cleared
    on the way in and out. Raises `EvaluationError` for what the interpreter cannot evaluate. Asking a compiled program
    for its HLO or its memory is an error.

    Examples:
        >>> import jax.numpy as jnp
        >>> with interpreting():
        ...     total = float(jnp.arange(4.0).sum())
        >>> total
        6.0
    """
    with running_by(Interpreted, _run, Interpreted):
        yield


class Interpreted:
    """A module in place of an executable of XLA, with the methods that JAX calls before it runs one."""

    def __init__(self, module: MlirModule, callbacks: Callbacks, devices: Sequence[object]):
        self.callbacks = callbacks
        self._devices = devices
        self.program = Program.of(read_vhlo(bytecode_of(module), conversion.jax_context()))

    def local_devices(self) -> Sequence[object]:
        """The devices of the arguments and results."""
        return self._devices

    def get_parameter_shardings(self) -> None:
        """None: the program says it."""

    get_output_shardings = get_parameter_shardings


def _run(interpreted: Interpreted, arrays: Sequence[Array], tokens: int) -> Sequence[object]:
    with _calling(interpreted.callbacks):
        return interpreted.program(*[Token()] * tokens, *arrays)[tokens:]
