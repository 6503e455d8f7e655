"""What is used of JAX, in one place: its own annotations leave much of it unknown to type checkers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

try:
    import jax as _jax
except ModuleNotFoundError as error:
    hint = f"this needs '{error.name}': pip install 'xdsl-stablehlo[jax]'"
    raise ModuleNotFoundError(hint, name=error.name) from None
import jax.export as _export
import jax.extend.source_info_util as _source_info
from jax._src import (
    compiler as _private_compiler,
    sharding_impls as _private_shardings,
    xla_bridge as _private_bridge,
)
from jax._src.interpreters import mlir as _private_mlir
from jax._src.lax import linalg as _private_linalg
from jax._src.lib.mlir.dialects import hlo as _private_hlo
from jax.export import Exported as Exported

from xdsl_stablehlo.dialects.vhlo.versions import CURRENT, Version
from xdsl_stablehlo.values.element_types import Array

jax: Any = cast(Any, _jax)
export: Any = cast(Any, _export)
_mlir: Any = cast(Any, _private_mlir)
_linalg: Any = cast(Any, _private_linalg)
_hlo: Any = cast(Any, _private_hlo)
_compiler, _bridge = cast(Any, _private_compiler), cast(Any, _private_bridge)
_shardings = cast(Any, _private_shardings)
_xla, _client = _compiler._jax, _compiler.xc

# Call stacks in programs are those of the user: without the frames of this package.
cast(Any, _source_info).register_exclusion(str(Path(__file__).parent))

XlaError: type[Exception] = jax.errors.JaxRuntimeError
"""What XLA raises."""

ANY_CUSTOM_CALL = export.DisabledSafetyCheck.custom_call("ALL")
"""Lets a program be exported whose custom calls JAX does not promise to keep."""

keystr: Any = jax.tree_util.keystr
"""A path in a pytree as JAX writes it: `['layer0']['w']`."""


def in_tree(exported: Exported) -> Any:
    """The pytree of the arguments: a pair of positional ones and keywords."""
    return cast(Any, exported).in_tree


def out_tree(exported: Exported) -> Any:
    """The pytree of the results."""
    return cast(Any, exported).out_tree


def is_extended(dtype: Any) -> bool:
    """Whether elements are JAX's own, such as keys of random numbers; programs hold others in their place."""
    return bool(jax.dtypes.issubdtype(dtype, jax.dtypes.extended))


def program_array(value: Any, dtype: Any) -> Array:
    """The elements of an argument that JAX takes for one of `dtype`, as programs hold them."""
    if is_extended(dtype):
        return np.asarray(jax.random.key_data(value))
    if dtype == jax.dtypes.float0:
        return np.asarray(value).astype(np.bool_)
    array = np.asarray(value)
    fits = not hasattr(value, "dtype") or jax.dtypes.canonicalize_dtype(array.dtype) == dtype
    return array.astype(dtype) if fits else array


def as_jax(array: Array, aval: Any) -> Any:
    """An array of a program as JAX's, of the element type of `aval`, also where 64-bit types are switched off."""
    if aval.dtype == jax.dtypes.float0:
        return np.zeros(aval.shape, aval.dtype)
    with jax.enable_x64(True):
        made = jax.numpy.asarray(array)
        return jax.random.wrap_key_data(made, impl=aval.dtype._impl) if is_extended(aval.dtype) else made


def bytecode_of(module: Any) -> bytes:
    """A module of MLIR's Python bindings as bytecode."""
    return _mlir.module_to_bytecode(module)


def stablehlo_version(to_keep: bool) -> str:
    """The version of StableHLO in which this JAX is told programs: its newest, or that of what it keeps in files."""
    weeks = _hlo.StablehloCompatibilityRequirement
    theirs = _hlo.get_version_from_compatibility_requirement(weeks.WEEK_4 if to_keep else weeks.NONE)
    return str(min(Version.parse(theirs), CURRENT))


# ---- XLA itself ----

_AS_WRITTEN = {"xla_allow_excess_precision": False, "xla_cpu_enable_fast_min_max": False}
"""What XLA may not do to floats by itself: leave out their rounding to fewer bits, take NaN for a number."""


def devices() -> Sequence[Any]:
    """The devices of JAX's default backend in this process."""
    return jax.local_devices()


def compile_artifact(artifact: bytes, partitions: int, shardy: bool) -> Executable:
    """A portable artifact compiled by XLA for so many devices. Raises `XlaError` and `ValueError`.

    `shardy` says that the program's shardings are those of Shardy, rather than of `mhlo.sharding`.
    """
    backend = _bridge.get_backend()
    used = tuple(devices()[:partitions])
    options = _compiler.get_compile_options(
        num_replicas=1,
        num_partitions=partitions,
        device_assignment=np.array([[device.id for device in used]]),
        env_options_overrides=_AS_WRITTEN,
        backend=backend,
    )
    options.executable_build_options.use_shardy_partitioner = shardy
    with _mlir.make_ir_context():
        module = _xla.mlir.deserialize_portable_artifact(artifact)
        made = backend.compile_and_load(module, _client.DeviceList(used), options)
    return Executable(made, _client.DeviceList(used))


def load_lapack() -> None:
    """Let XLA call LAPACK on CPU, as JAX does when it lowers a call of it: without that, the process ends there."""
    _linalg.lapack.prepare_lapack_call("potrf_ffi", np.dtype(np.float32))


class Executable:
    """A program that XLA has compiled."""

    def __init__(self, made: Any, used: Any):
        self._made = made
        self._devices = used

    def run(self, arguments: Sequence[Array], shapes: Sequence[tuple[int, ...]]) -> list[Any]:
        """The results, which have these shapes, as JAX's arrays. Raises `XlaError`."""
        with jax.enable_x64(True), jax.transfer_guard("allow"):
            places = self._places(self._made.get_parameter_shardings(), len(arguments))
            placed = [jax.device_put(array, place) for array, place in zip(arguments, places, strict=True)]
            pieces = self._made.execute_sharded(placed).disassemble_into_single_device_arrays()
            wholes = self._places(self._made.get_output_shardings(), len(shapes))
            return [
                jax.make_array_from_single_device_arrays(shape, place, parts)
                for shape, place, parts in zip(shapes, wholes, pieces, strict=True)
            ]

    def _places(self, said: Sequence[Any] | None, count: int) -> list[Any]:
        """Where arguments or results are: everywhere as a whole where XLA says nothing, as it does for one device."""
        if not said:
            return [_shardings.GSPMDSharding.get_replicated(self._devices)] * count
        every = list(said) * count if len(said) == 1 else said
        return [_shardings.GSPMDSharding(self._devices, one) for one in every[:count]]
