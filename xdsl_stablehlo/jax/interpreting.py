"""JAX on this project's interpreter: single programs, and JAX itself with the interpreter in place of XLA.

In the second case two functions of JAX are replaced for a while: the one that compiles a module, which is only read
here, and the one that makes the function that runs a compiled module.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
from jax._src import (
    compiler as _private_compiler,
    core as _private_core,
    sharding_impls as _private_shardings,
)
from jax._src.interpreters import pxla as _private_pxla

from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.transforms.vhlo.artifacts import read_vhlo
from xdsl_stablehlo.values.element_types import Array

from .calls import FunctionCall
from .conversion import (
    ANY_CUSTOM_CALL,
    Exported,
    as_jax,
    bytecode_of,
    from_jax,
    in_tree,
    is_extended,
    jax,
    jax_context,
    out_tree,
    program_array,
)


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


_compiler, _core, _pxla = cast(Any, _private_compiler), cast(Any, _private_core), cast(Any, _private_pxla)
_shardings = cast(Any, _private_shardings)


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
    unloaded = _pxla.UnloadedMeshExecutable
    compile_before, build_before = _compiler.compile_or_get_cached, unloaded.build_unsafe_call

    def compile_here(*args: Any) -> Any:
        _, module, _, _, _, devices, *_ = args
        return Interpreted(module, list(devices))

    def build_here(self: Any) -> Any:
        return Runner(self) if isinstance(self.xla_executable, Interpreted) else build_before(self)

    jax.clear_caches()
    _compiler.compile_or_get_cached, unloaded.build_unsafe_call = compile_here, build_here
    try:
        yield
    finally:
        _compiler.compile_or_get_cached, unloaded.build_unsafe_call = compile_before, build_before
        jax.clear_caches()


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


class Runner:
    """Runs an interpreted program on arrays of JAX, in place of JAX's `ExecuteReplicated`."""

    def __init__(self, executable: Any):
        """`executable` is JAX's `UnloadedMeshExecutable`."""
        self._executable = executable
        self._program: Program = executable.xla_executable.program
        self._tokens = len(executable.ordered_effects)
        shardings = [_known(sharding, executable) for sharding in executable.input_shardings]
        self._arguments = _pxla.InputsHandler(shardings, executable.dispatch_in_layouts)
        self._results = [
            _Results(aval, _known(sharding, executable), executable.committed)
            for aval, sharding in zip(executable.output_avals, executable.output_shardings, strict=True)
        ]

    def __call__(self, *args: Any) -> list[Any]:
        executable = self._executable
        kept = [value for i, value in enumerate(args) if i in executable.kept_var_idx]
        references = executable.mut
        if references is not None:
            kept += references.in_mut
        with jax.transfer_guard("allow"):  # nothing leaves the process
            arrays = [np.asarray(array) for array in self._arguments(kept)]
            results = self._program(*[Token()] * self._tokens, *arrays)[self._tokens :]
            made = [make(np.asarray(result)) for make, result in zip(self._results, results, strict=True)]
        if references is None:
            return made
        for place, value in zip(references.out_mut, made):
            if place is not None:
                kept[place]._refs._buf._replace_with(value)
        return [value for place, value in zip(references.out_mut, made) if place is None]


class _Results:
    """Makes the array of JAX for one result."""

    def __init__(self, aval: Any, sharding: Any, committed: bool):
        self._aval = aval
        physical = _core.physical_aval(aval)
        whole = _shardings.physical_sharding(aval, sharding) if is_extended(aval.dtype) else sharding
        self._places = whole.addressable_devices_indices_map(physical.shape)
        self._finish = _pxla.global_aval_to_result_handler(aval, sharding, committed)

    def __call__(self, array: Array) -> Any:
        if self._aval.dtype == jax.dtypes.float0:
            return np.zeros(self._aval.shape, jax.dtypes.float0)
        pieces: list[Any] = []
        for device, index in self._places.items():
            piece = np.array(array[index or ()], order="C")  # a copy, because JAX may keep the memory
            aval = _core.ShapedArray(piece.shape, piece.dtype)
            sharding = jax.sharding.SingleDeviceSharding(device)
            pieces.append(_pxla.batched_device_put(aval, sharding, [piece], [device], enable_x64=True))
        return self._finish(pieces)


def _known(sharding: Any, executable: Any) -> Any:
    """A sharding; replicated if the program specifies none."""
    if isinstance(sharding, _shardings.UnspecifiedValue):
        return _shardings.GSPMDSharding.get_replicated(executable.device_list)
    return sharding
