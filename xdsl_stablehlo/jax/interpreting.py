"""JAX on this project's interpreter: single programs, and JAX itself with the interpreter in place of XLA."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.transforms.vhlo.artifacts import read_vhlo
from xdsl_stablehlo.values.element_types import Array

from .calls import FunctionCall
from .conversion import (
    ANY_CUSTOM_CALL,
    Exported,
    as_jax,
    from_jax,
    in_tree,
    jax,
    jax_context,
    out_tree,
    program_array,
)
from .private import bytecode_of, running_by


def evaluate(program: Callable[..., Any] | Exported, *args: Any, **kwargs: Any) -> Any:
    """Evaluate a function of JAX, or an exported program, on this project's interpreter.

    Returns arrays of JAX in the pytree of the function. The function may already be jitted, with static arguments.
    Raises `EvaluationError` if an op cannot be evaluated.

    Examples:
        >>> import jax.numpy as jnp
        >>> evaluate(lambda x: x + 1, jnp.arange(3)).tolist()
        [1, 2, 3]
    """
    if isinstance(program, Exported):
        exported = program
        leaves, tree = jax.tree.flatten((args, kwargs))
        if tree != in_tree(exported):
            raise TypeError(f"'{exported.fun_name}' takes {in_tree(exported)}, not {tree}")
    else:
        call = FunctionCall.of(program, args, kwargs)
        exported = call.exported([ANY_CUSTOM_CALL])
        leaves = [leaf for _, leaf in call.leaves()]
    avals: Sequence[Any] = exported.in_avals
    tokens = [Token() for _ in exported.ordered_effects]
    arrays = [program_array(leaves[i], avals[i].dtype) for i in exported.module_kept_var_idx]
    platforms = exported.platforms
    # A program for several platforms is told which one it runs on: the interpreter is most like a CPU.
    platform: list[Any] = [platforms.index("cpu") if "cpu" in platforms else 0] if len(platforms) > 1 else []
    results = Program.of(from_jax(exported))(*platform, *tokens, *arrays)[len(tokens) :]
    out_avals: Sequence[Any] = exported.out_avals
    made = [as_jax(np.asarray(result), aval) for result, aval in zip(results, out_avals, strict=True)]
    return jax.tree.unflatten(out_tree(exported), made)


@contextmanager
def interpreting() -> Generator[None]:
    """Run every program that JAX runs in this process on this project's interpreter.

    This includes jitted functions, ops of `jax.numpy`, and programs that were compiled before: JAX's caches are cleared
    on the way in and out. Raises `EvaluationError` for what the interpreter cannot evaluate, such as calls back into
    Python. Asking a compiled program for its HLO or its memory is an error.

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
    """A module in place of an executable of XLA: the methods that JAX calls before it runs one."""

    def __init__(self, module: Any, devices: Sequence[Any]):
        self._devices = devices
        self.program = Program.of(read_vhlo(bytecode_of(module), jax_context()))

    def local_devices(self) -> Sequence[Any]:
        """The devices of the arguments and results."""
        return self._devices

    def get_parameter_shardings(self) -> None:
        """None: the program says it."""

    def get_output_shardings(self) -> None:
        """None: the program says it."""


def _run(interpreted: Interpreted, arrays: Sequence[Array], tokens: int) -> Sequence[Any]:
    return interpreted.program(*[Token()] * tokens, *arrays)[tokens:]
