"""XLA as an engine: modules of xDSL compiled by JAX's XLA, for the devices that JAX has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, ModuleOp

from xdsl_stablehlo.dialects import sdy
from xdsl_stablehlo.dialects.stablehlo import CustomCallOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.engines import Compiled, EngineError
from xdsl_stablehlo.interpreter.parallel.groups import Mesh
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    LegalizationError,
    UnwritableError,
    VersionError,
    serialize_portable_artifact,
)
from xdsl_stablehlo.values.element_types import Array

from .machinery import Executable, XlaError, compile_artifact, devices, load_lapack, stablehlo_version

_FLOATS = ("f4E2M1FN", "bf16", "f16", "f32", "f64", "complex<f32>", "complex<f64>")
_SMALL_FLOATS = ("E3M4", "E4M3", "E4M3FN", "E4M3FNUZ", "E4M3B11FNUZ", "E5M2", "E5M2FNUZ", "E8M0FNU")
ELEMENT_TYPES = frozenset(
    (
        *_FLOATS,
        *[f"f8{name}" for name in _SMALL_FLOATS],
        "i1",
        *[f"{sign}{bits}" for sign in ("i", "ui") for bits in (2, 4, 8, 16, 32, 64)],
    )
)
"""The element types that XLA computes on. It ends the process where it is given others, as those of six bits."""


class XlaEngine:
    """XLA on JAX's default device, and on as many of that kind as a program is partitioned for."""

    @property
    def device(self) -> str:
        """The kind of device that JAX has: `cpu`, `gpu: NVIDIA H200`."""
        first = devices()[0]
        kind = "" if first.device_kind == first.platform else f": {first.device_kind}"
        return f"{first.platform}{kind}"

    def compile(self, module: ModuleOp) -> Compiled:
        """`@main` of a module compiled by XLA, for arguments on the host that are split as the program says."""
        main = functions_of(module)["main"]
        shapes = [t.get_shape() for t in main.function_type.outputs.data if is_tensor_type(t)]
        if len(shapes) < len(main.function_type.outputs):
            raise EngineError("XLA gives tensors only")
        named = [op.mesh for op in module.ops if isinstance(op, sdy.MeshOp)]
        meshes = [Mesh.of(mesh.data) for mesh in named if mesh is not None]
        unknown = _element_types(module) - ELEMENT_TYPES
        if unknown:
            raise EngineError(f"XLA has no elements of type {min(unknown)}")
        wanted, there = partitions(module, meshes), len(devices())
        if wanted > there:
            raise EngineError(f"the program is for {wanted} devices, and JAX has {there}")
        if any(
            isinstance(op, CustomCallOp) and "lapack_" in op.call_target_name.data for op in module.walk()
        ):
            load_lapack()
        try:
            data = serialize_portable_artifact(
                module, stablehlo_version(to_keep=False), allow_other_dialects=True, strip_debug_info=True
            )
            executable = compile_artifact(data, wanted, bool(meshes))
        except (LegalizationError, UnwritableError, VersionError, XlaError, ValueError) as error:
            raise EngineError(f"XLA does not take the program: {_first_line(error)}") from None
        return _Running(executable, shapes)


class _Running:
    """A compiled program, for arrays of the host."""

    def __init__(self, executable: Executable, shapes: Sequence[tuple[int, ...]]):
        self._executable = executable
        self._shapes = shapes

    def __call__(self, arguments: Sequence[Array]) -> list[Array]:
        try:
            return [np.asarray(array) for array in self._executable.run(arguments, self._shapes)]
        except (XlaError, ValueError, TypeError) as error:
            raise EngineError(f"XLA fails: {_first_line(error)}") from None


def _element_types(module: ModuleOp) -> set[str]:
    """The types of all elements in a module, as they are spelled."""
    arguments = [
        arg.type for op in module.walk() for region in op.regions for b in region.blocks for arg in b.args
    ]
    types = {*arguments, *[result.type for op in module.walk() for result in op.results]}
    return {str(value_type.element_type) for value_type in types if is_tensor_type(value_type)}


def partitions(module: ModuleOp, meshes: Sequence[Mesh]) -> int:
    """For how many devices a program is: what the module says, or else as many as its largest mesh has."""
    said = module.attributes.get("mhlo.num_partitions")
    if isinstance(said, IntegerAttr):
        return cast("IntegerAttr", said).value.data
    return max([len(mesh.devices) for mesh in meshes], default=1)


def _first_line(error: Exception) -> str:
    return f"{str(error).strip().partition(chr(10))[0][:300]}"
