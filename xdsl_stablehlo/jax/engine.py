"""XLA as an engine: modules of xDSL compiled by the XLA of JAX for its devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.sdy.ops import MeshOp
from xdsl_stablehlo.dialects.stablehlo import CustomCallOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.interface.engines import Compiled, EngineError
from xdsl_stablehlo.interpreter.parallel.groups import Mesh
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import first_line
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.transforms.vhlo import artifacts
from xdsl_stablehlo.values.element_types import Array

from . import private
from .conversion import jax, stablehlo_version

_FLOATS = """
f4E2M1FN f8E3M4 f8E4M3 f8E4M3FN f8E4M3FNUZ f8E4M3B11FNUZ f8E5M2 f8E5M2FNUZ f8E8M0FNU
bf16 f16 f32 f64 complex<f32> complex<f64>
"""
_INTEGERS = [f"{sign}{bits}" for sign in ("i", "ui") for bits in (2, 4, 8, 16, 32, 64)]
ELEMENT_TYPES = frozenset((*_FLOATS.split(), "i1", *_INTEGERS))
"""The element types that XLA computes with. Others, such as those of six bits, end the process."""


class XlaEngine:
    """XLA on JAX's default devices, or those of a platform: on as many as a program is partitioned for."""

    def __init__(self, options: Mapping[str, object] | None = None, platform: str | None = None):
        """`options` are further options of XLA; `platform` is `cpu`, `gpu` or another that JAX knows."""
        self._options, self._platform = {**AS_WRITTEN, **(options or {})}, platform

    @property
    def device(self) -> str:
        """The kind of device that JAX has: `cpu`, `gpu: NVIDIA H200`."""
        first = devices(self._platform)[0]
        kind = "" if first.device_kind == first.platform else f": {first.device_kind}"
        return f"{first.platform}{kind}"

    by_reference = staticmethod(private.evaluated_by_cpp)
    simplified = staticmethod(private.simplified_by_cpp)

    def compile(self, module: ModuleOp) -> Compiled:
        """Compile `@main` of a module by XLA, for arguments on the host, split by the program's shardings."""
        return self.load(self.prepared(module))

    def prepared(self, module: ModuleOp) -> XlaProgram:
        """The program of a module, for `load`. Raises `EngineError` if XLA would end the process, or cannot read it."""
        return XlaProgram.of(module)

    def load(self, program: XlaProgram) -> Compiled:
        """Compile a program that was prepared in this process or another. Raises `EngineError`."""
        there = devices(self._platform)
        if program.devices > len(there):
            raise EngineError(f"the program is for {program.devices} devices, and JAX has {len(there)}")
        if program.calls_lapack:
            private.prepare_lapack()  # without it, XLA ends the process
        try:
            used = there[: program.devices]
            made = private.compile_program(program.code, used, program.shardy, self._options)
            return Executable(*made, program.shapes)
        except (XlaError, ValueError) as error:
            raise EngineError(f"XLA does not take the program: {first_line(error)[:300]}") from None


@dataclass(frozen=True)
class XlaProgram:
    """A program as XLA takes it."""

    code: bytes | str
    """A portable artifact or text."""
    devices: int
    """The number of devices that it is partitioned for."""
    shardy: bool
    """Whether it has shardings of Shardy."""
    calls_lapack: bool
    shapes: Sequence[tuple[int, ...]]
    """The shapes of the results."""

    @staticmethod
    def of(module: ModuleOp) -> XlaProgram:
        """The program of a module. Raises `EngineError` if XLA would end the process, or cannot be given it."""
        main = functions_of(module)["main"]
        shapes = [t.get_shape() for t in main.function_type.outputs.data if is_tensor_type(t)]
        if len(shapes) < len(main.function_type.outputs):
            raise EngineError("XLA gives tensors only")
        named = [op.mesh for op in module.ops if isinstance(op, MeshOp)]
        meshes = [Mesh.of(mesh.data) for mesh in named if mesh is not None]
        ops = list(module.walk())
        blocks = [block for op in ops for region in op.regions for block in region.blocks]
        types = {t for op in ops for t in op.result_types} | {t for block in blocks for t in block.arg_types}
        used = {str(value_type.element_type) for value_type in types if is_tensor_type(value_type)}
        unknown = used - ELEMENT_TYPES
        if unknown:
            raise EngineError(f"XLA has no elements of type {min(unknown)}")
        lapack = any(isinstance(op, CustomCallOp) and "lapack_" in op.call_target_name.data for op in ops)
        return XlaProgram(_code_of(module, ops), partitions(module, meshes), bool(meshes), lapack, shapes)


def _code_of(module: ModuleOp, ops: Sequence[Operation]) -> bytes | str:
    """A portable artifact of the version that JAX reads; text if it has none for the program."""
    if not private.ARTIFACTS_HAVE_CHLO and any(op.name.startswith("chlo.") for op in ops):
        return print_module(module)
    try:
        version = stablehlo_version(to_keep=False)
        return artifacts.serialize_portable_artifact(
            module, version, allow_other_dialects=True, strip_debug_info=True
        )
    except (artifacts.LegalizationError, ValueError) as error:
        raise EngineError(f"XLA does not take the program: {first_line(error)[:300]}") from None


def partitions(module: ModuleOp, meshes: Sequence[Mesh]) -> int:
    """The number of devices of a program: the attribute of the module, or the size of its largest mesh."""
    said = module.attributes.get("mhlo.num_partitions")
    if isinstance(said, IntegerAttr):
        return said.value.data
    return max([len(mesh.devices) for mesh in meshes], default=1)


XlaError: type[Exception] = jax.errors.JaxRuntimeError
"""The error that XLA raises."""


AS_WRITTEN = {"xla_allow_excess_precision": False, "xla_cpu_enable_fast_min_max": False}
"""Options that keep XLA from leaving out the rounding of floats, and from ignoring NaN."""


def devices(platform: str | None = None) -> Sequence[Any]:
    """The devices of a platform in this process, or those of JAX's default. Raises `EngineError` if there are none."""
    if platform is None:
        return jax.local_devices()
    try:
        return jax.local_devices(backend=platform)
    except RuntimeError:
        known = ", ".join(sorted({device.platform for device in jax.local_devices()} | {"cpu"}))
        raise EngineError(f"JAX has no device of the platform '{platform}', only of {known}") from None


@dataclass(frozen=True)
class Executable:
    """A program compiled by XLA that runs on arrays of the host."""

    made: Any
    devices: object
    shapes: Sequence[tuple[int, ...]]
    """The shapes of the results."""

    def __call__(self, arguments: Sequence[Array]) -> list[Array]:
        try:
            with private.enable_x64(True), jax.transfer_guard("allow"):
                places = self._places(self.made.get_parameter_shardings(), len(arguments))
                placed = [jax.device_put(x, place) for x, place in zip(arguments, places, strict=True)]
                pieces = self.made.execute_sharded(placed).disassemble_into_single_device_arrays()
                wholes = self._places(self.made.get_output_shardings(), len(self.shapes))
                whole = jax.make_array_from_single_device_arrays
                return [np.asarray(whole(*each)) for each in zip(self.shapes, wholes, pieces, strict=True)]
        except (XlaError, ValueError, TypeError) as error:
            raise EngineError(f"XLA fails: {first_line(error)[:300]}") from None

    def _places(self, said: Sequence[object] | None, count: int) -> list[object]:
        """The shardings of arguments or results; replicated if XLA says nothing, as it does for one device."""
        if not said:
            return [private.sharding_of_xla(self.devices)] * count
        every = list(said) * count if len(said) == 1 else said
        return [private.sharding_of_xla(self.devices, one) for one in every[:count]]
