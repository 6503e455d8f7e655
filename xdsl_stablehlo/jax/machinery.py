"""What is used of JAX, in one place: its own annotations leave much of it unknown to type checkers."""

from __future__ import annotations

from typing import Any, cast

import jax as _jax
import jax.export as _export
import numpy as np
from jax._src.interpreters import mlir as _private_mlir
from jax.export import Exported as Exported

from xdsl_stablehlo.element_types import Array

jax: Any = cast(Any, _jax)
export: Any = cast(Any, _export)
_mlir: Any = cast(Any, _private_mlir)

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
