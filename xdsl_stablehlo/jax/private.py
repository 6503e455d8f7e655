"""The private parts of JAX that this folder uses: the file to mend for another version of JAX.

No other file imports `jax._src` or jaxlib, or uses a private attribute of JAX's objects. Each name says what it is for;
if a version of JAX is named, the part is different in versions before or after it. What a version lacks raises
`JaxChangedError` where it is used; `folding()` then lets JAX compile its programs as they are. JAX 0.7.0 is too old:
its programs have no arguments that the caller does not know of (`const_args`), which `folding()` needs.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, fields
from importlib import import_module
from io import BytesIO
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from jax.export import Exported
from jaxlib.mlir import ir as _public_ir
from jaxlib.mlir.ir import Module as MlirModule

from xdsl_stablehlo import __version__
from xdsl_stablehlo.ir.printable import UserError
from xdsl_stablehlo.values.element_types import Array

from .protocols import Aval, Cache, IrModule


class JaxChangedError(RuntimeError, UserError):
    """The installed version of JAX is newer than this project, and differs in what is used of it."""

    def __init__(self, what: str):
        super().__init__(f"JAX {_jax.__version__} has another form of {what}, which xdsl_stablehlo uses")


@contextmanager
def _known_form(what: str) -> Generator[None]:
    """Raises `JaxChangedError` where an object of JAX is not as it is used inside."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise JaxChangedError(what) from error


class _Untyped:
    """A module of JAX, imported where it is first used, whose annotations leave too much unknown, or that has none.

    Raises `JaxChangedError` for what it lacks.
    """

    def __init__(self, name: str):
        self.__dict__["_name"] = name

    def __setattr__(self, name: str, value: object) -> None:
        """Replace what the module itself has."""
        vars(import_module(self._name))[name] = value

    def __getattr__(self, name: str) -> Any:
        try:
            return getattr(import_module(self._name), name)
        except (ImportError, AttributeError) as error:
            raise JaxChangedError(f"'{self._name}.{name}'") from error


_jax = _Untyped("jax")
_cache = _Untyped("jax._src.compilation_cache")
_compiler = _Untyped("jax._src.compiler")
_config = _Untyped("jax._src.config")
_core = _Untyped("jax._src.core")
_shardings = _Untyped("jax._src.sharding_impls")
_mlir = _Untyped("jax._src.interpreters.mlir")
_pxla = _Untyped("jax._src.interpreters.pxla")
_linalg = _Untyped("jax._src.lax.linalg")
_hlo = _Untyped("jaxlib.mlir.dialects.stablehlo")
_passes = _Untyped("jaxlib.mlir.passmanager")

VERSION: tuple[int, ...] = _jax.__version_info__
VERSIONS = (__version__, _jax.__version__, _Untyped("jaxlib").__version__)
"""Of this project, JAX and jaxlib."""

# ---- functions, exported programs and element types ----


def enable_x64(enabled: bool) -> AbstractContextManager[object]:
    """`with enable_x64(True):` there are types of 64 bits. JAX 0.8 made it public."""
    return (_jax if VERSION >= (0, 8) else _config).enable_x64(enabled)


PER_ARGUMENT, PER_RESULT = (
    [name for name in names if name in {field.name for field in fields(Exported)}]
    for names in (
        ("in_avals", "in_shardings_hlo", "_in_named_shardings"),
        ("out_avals", "out_shardings_hlo", "_out_named_shardings"),
    )
)
"""Fields of `Exported` with an entry for each argument, and for each result. Named shardings are new in JAX 0.9."""


def derivative_field(derivative: Callable[[Exported], Exported] | None) -> Mapping[str, object]:
    """The field of `Exported` that has the derivative of a program."""
    return {"_get_vjp": derivative}


@_known_form("a jitted function")
def static_arguments(jitted: object) -> tuple[Sequence[int], Sequence[str]]:
    """The positions and the names of the static arguments of a jitted function."""
    info = getattr(jitted, "_jit_info", None)
    return ((), ()) if info is None else (info.static_argnums, info.static_argnames)


def key_implementation(dtype: Any) -> object:
    """The kind of random numbers that keys of this element type are for."""
    return dtype._impl


def is_extended(dtype: object) -> bool:
    """Whether elements are of a type of JAX, such as keys of random numbers, that programs represent by others."""
    return bool(_jax.dtypes.issubdtype(dtype, _jax.dtypes.extended))


# ---- MLIR ----

ir: Any = _public_ir
"""MLIR's Python bindings."""

sdy = _Untyped("jaxlib.mlir.dialects.sdy")
"""The attributes of Shardy in these bindings."""


def bytecode_of(module: MlirModule | IrModule) -> bytes:
    """The bytecode of a module of MLIR's Python bindings."""
    written = BytesIO()
    module.operation.write_bytecode(file=written)
    return written.getvalue()


def replace_contents(module: MlirModule, other: MlirModule) -> None:
    """Replace the ops and attributes of an MLIR module by those of another one in the same context."""
    for op in list(module.body.operations):
        op.operation.erase()
    for op in list(other.body.operations):
        module.body.append(op)
    attributes, new = module.operation.attributes, other.operation.attributes
    for name in [attributes[i].name for i in range(len(attributes))]:
        del attributes[name]
    for i in range(len(new)):
        attributes[new[i].name] = new[i].attr


def compatible_version(to_keep: bool) -> str:
    """The newest version of StableHLO that jaxlib has, or the older one that JAX writes to files."""
    weeks = _hlo.StablehloCompatibilityRequirement
    return _hlo.get_version_from_compatibility_requirement(weeks.WEEK_4 if to_keep else weeks.NONE)


# ---- compiling by XLA ----


ARTIFACTS_HAVE_CHLO: bool = VERSION >= (0, 10)
"""Whether jaxlib reads portable artifacts with ops of CHLO."""


def evaluated_by_cpp(program: str) -> list[Array]:
    """The results of a program without arguments, by the reference interpreter of jaxlib.

    They are of types that NumPy has, but not complex. It ends the process for an integer division by zero.
    """
    with _mlir.make_ir_context():
        return [np.array(each) for each in _hlo.eval_module(ir.Module.parse(program), [])]


def simplified_by_cpp(program: str) -> str:
    """A program after StableHLO's simplification and folder, in a jaxlib that registers these passes."""
    _hlo.register_stablehlo_passes()
    passes = "stablehlo-aggressive-simplification,stablehlo-aggressive-folder"
    with _mlir.make_ir_context():
        module = ir.Module.parse(program)
        try:
            manager = _passes.PassManager.parse(f"builtin.module(func.func({passes}))")
        except ValueError:
            raise ValueError("this jaxlib does not register StableHLO's passes; 0.5.0 does") from None
        manager.run(module.operation)
        return str(module)


def compile_program(
    program: bytes | str, devices: Sequence[Any], shardy: bool, options: Mapping[str, object]
) -> tuple[Any, object]:
    """The executable of a program that is partitioned for `devices`, and these as a list of jaxlib.

    The program is a portable artifact or text. `shardy` says that it has shardings of Shardy, and not of
    `mhlo.sharding`; `options` are XLA's.
    """
    backend = devices[0].client
    compile_options = _compiler.get_compile_options(
        num_replicas=1,
        num_partitions=len(devices),
        device_assignment=np.array([[device.id for device in devices]]),
        env_options_overrides=options,
        backend=backend,
    )
    compile_options.executable_build_options.use_shardy_partitioner = shardy
    listed = _compiler.xc.DeviceList(tuple(devices))
    with _mlir.make_ir_context():
        if isinstance(program, bytes):
            module = _compiler._jax.mlir.deserialize_portable_artifact(program)
        else:
            module = program if VERSION < (0, 8) else ir.Module.parse(program)
        return backend.compile_and_load(module, listed, compile_options), listed


def prepare_lapack() -> None:
    """Tell XLA of the functions of LAPACK, as JAX does when it lowers a call of one on CPU."""
    _linalg.lapack.prepare_lapack_call("potrf_ffi", np.dtype(np.float32))


def sharding_of_xla(devices: object, said: object = None) -> object:
    """The sharding of JAX for one that an executable of XLA tells of; else arrays are whole on each of the devices."""
    kind = _shardings.GSPMDSharding
    return kind.get_replicated(devices) if said is None else kind(devices, said)


# ---- where JAX compiles: `folding()` ----


@dataclass(frozen=True)
class Store:
    """JAX's persistent cache of compiled programs. What it cannot read or write is not there."""

    cache: Cache
    least_seconds: float
    """Programs that compile faster are not kept."""

    @staticmethod
    def of(backend: object) -> Store | None:
        """The cache for the programs of a backend; None if there is none."""
        used = _cache.is_cache_used(backend)
        cache = _cache._get_cache(backend) if used else None
        least = _config.persistent_cache_min_compile_time_secs.value
        return None if cache is None else Store(cache, least)

    def get(self, key: str) -> bytes | None:
        try:
            return self.cache.get(key)
        except Exception:  # any kind of file system
            return None

    def put(self, key: str, value: bytes) -> None:
        with suppress(Exception):
            self.cache.put(key, value)


class LoweredProgram(NamedTuple):
    """A program that JAX is about to compile."""

    name: str
    module: IrModule
    tokens: int
    """The number of tokens in front of its arguments."""
    given: Sequence[object]
    """Arrays that it takes behind the tokens, and that its caller does not know of."""
    store: Store | None = None
    """JAX's persistent cache, if it is switched on."""

    @staticmethod
    @_known_form("a lowered program")
    def of(lowered: Any) -> LoweredProgram:
        """The program of JAX's `MeshComputation`, the attribute `_lowering` of `jax.stages.Lowered`."""
        tokens = len(lowered.compile_args["ordered_effects"])
        store = Store.of(lowered.compile_args["backend"])
        return LoweredProgram(lowered._name, lowered._hlo, tokens, lowered.const_args, store)


@dataclass(frozen=True)
class Passed:
    """A module that is compiled in the place of another, and the arrays that it takes in front of its arguments."""

    module: IrModule
    arrays: Sequence[object]


class Exchange(Protocol):
    """Decides what is compiled in the place of each program."""

    def passed(self, program: LoweredProgram) -> Passed | None:
        """The module to compile in the place of a program; None for the program itself."""
        ...

    def failed(self, name: str, error: Exception) -> None:
        """Called if the result of `passed` cannot be compiled, but the program itself can."""
        ...


_replaced: dict[str, Any] = {}
"""The methods of JAX that were replaced, by their names."""


def compile_as_is(computation: object, options: object = None, *, device_assignment: object = None) -> object:
    """Compile a lowered program by JAX's own method."""
    return _replaced["compile"](computation, options, device_assignment=device_assignment)


_PLAIN = "_const_args_as_lowered"
_COMPILE = "(self, compiler_options=None, *, device_assignment=None)"
"""The signature of the method that is replaced, without the types."""


def exchange_what_is_compiled(active: Callable[[], Exchange | None]) -> None:
    """Replace the method of JAX that compiles lowered programs by one that asks `active()` for an `Exchange`.

    Raises `JaxChangedError` if the method is not the one that is known.
    """
    if not _replaced:
        method = _pxla.MeshComputation.compile
        parameters = inspect.signature(method).parameters.values()
        plain = inspect.Signature([parameter.replace(annotation=parameter.empty) for parameter in parameters])
        if str(plain) != _COMPILE:
            raise JaxChangedError("'MeshComputation.compile'")
        _replaced["compile"] = method

    def compile_exchanged(
        self: Any, compiler_options: object = None, *, device_assignment: object = None
    ) -> object:
        cached = compiler_options is None and device_assignment is None
        own: dict[str, Any] = self.__dict__
        if cached and own.get("_executable") is not None:
            return own["_executable"]
        if _PLAIN in own:
            self.const_args = own.pop(_PLAIN)
        exchange = active()
        passed, executable = None, None
        if exchange is not None:
            try:
                passed = exchange.passed(LoweredProgram.of(self))
                if passed is not None:
                    taking = taking_more(self, passed)
                    executable = compile_as_is(taking, compiler_options, device_assignment=device_assignment)
            except Exception as error:
                # If the program itself is wrong, this raises JAX's own exception.
                executable = compile_as_is(self, compiler_options, device_assignment=device_assignment)
                exchange.failed(own.get("_name", "a program"), error)
                return executable
        if passed is None:
            return compile_as_is(self, compiler_options, device_assignment=device_assignment)
        own[_PLAIN] = self.const_args
        self.const_args = [*passed.arrays, *self.const_args]
        if cached:
            self._executable = executable
        return executable

    _pxla.MeshComputation.compile = compile_exchanged


@_known_form("a lowered program")
def taking_more(computation: Any, passed: Passed) -> object:
    """The lowered program that takes arrays in front of its arguments."""
    arrays, args = passed.arrays, computation.compile_args
    avals = [_jax.typeof(array) for array in arrays]
    count, info, mut = len(arrays), args["all_args_info"], args["mut"]
    names = info.debug_info.arg_names
    made = copy.copy(computation)
    made._hlo, made._executable = passed.module, None
    made.compile_args = {
        **args,
        "global_in_avals": [*avals, *args["global_in_avals"]],
        "in_shardings": (*[_shardings.UNSPECIFIED] * count, *args["in_shardings"]),
        "in_layouts": (*[None] * count, *args["in_layouts"]),
        "kept_var_idx": {*range(count), *[index + count for index in args["kept_var_idx"]]},
        "mut": mut and mut._replace(out_mut=[i if i is None else i + count for i in mut.out_mut]),
        "all_args_info": info._replace(
            in_avals=[*avals, *info.in_avals],
            debug_info=info.debug_info._replace(arg_names=names and (("",) * count + names)),
        ),
    }
    return made


# ---- where JAX runs programs: `interpreting()` ----

RunT = TypeVar("RunT")

Callbacks: TypeAlias = "Sequence[Callable[..., object]]"
"""Functions of Python that a program calls by their numbers."""


def compile_arguments(lowered: Any) -> Mapping[str, Any]:
    """The arguments with which JAX compiles a `jax.stages.Lowered`: effects, callbacks into Python, and others."""
    return lowered._lowering.compile_args


@contextmanager
def running_by(
    compile_module: Callable[[MlirModule, Callbacks, Sequence[object]], RunT],
    run: Callable[[RunT, Sequence[Array], int], Sequence[object]],
    kind: type[RunT],
) -> Generator[None]:
    """Compile all programs of JAX by one function, and run them by another.

    `compile_module` takes a module, which it only reads, the functions of Python that it calls, and devices, and gives
    an object of `kind` with the methods of an executable of XLA. `run` takes this object, the arrays of a call, and how
    many tokens the program takes and gives in front of arrays; it gives the results without the tokens. JAX's caches
    are cleared on the way in and out.
    """
    unloaded = _pxla.UnloadedMeshExecutable
    compile_before, build_before = _compiler.compile_or_get_cached, unloaded.build_unsafe_call

    def compile_here(*args: Any) -> RunT:
        _, module, _, _, callbacks, devices, *_ = args
        return compile_module(module, callbacks, list(devices))

    def build_here(self: Any) -> Callable[..., object]:
        return _Runner(self, run) if isinstance(self.xla_executable, kind) else build_before(self)

    _jax.clear_caches()
    _compiler.compile_or_get_cached, unloaded.build_unsafe_call = compile_here, build_here
    try:
        yield
    finally:
        _compiler.compile_or_get_cached, unloaded.build_unsafe_call = compile_before, build_before
        _jax.clear_caches()


class _Runner(Generic[RunT]):
    """Runs a program on arrays of JAX, in place of JAX's `ExecuteReplicated`."""

    def __init__(self, executable: Any, run: Callable[[RunT, Sequence[Array], int], Sequence[object]]):
        """`executable` is JAX's `UnloadedMeshExecutable`."""
        self._executable = executable
        self._run = run
        given, made = (
            [
                sharding_of_xla(executable.device_list)
                if isinstance(each, _shardings.UnspecifiedValue)
                else each
                for each in said
            ]
            for said in (executable.input_shardings, executable.output_shardings)
        )
        self._arguments = _pxla.InputsHandler(given, executable.dispatch_in_layouts)
        pairs = zip(executable.output_avals, made, strict=True)
        self._makers = [_maker(aval, sharding, executable.committed) for aval, sharding in pairs]

    def __call__(self, *args: object) -> list[object]:
        executable = self._executable
        kept = [value for i, value in enumerate(args) if i in executable.kept_var_idx]
        references = executable.mut
        if references is not None:
            kept += references.in_mut
        with _jax.transfer_guard("allow"):  # nothing leaves the process
            arrays = [np.asarray(array) for array in self._arguments(kept)]
            results = self._run(executable.xla_executable, arrays, len(executable.ordered_effects))
            made = [make(np.asarray(result)) for make, result in zip(self._makers, results, strict=True)]
        if references is None:
            return made
        for place, value in zip(references.out_mut, made):
            if place is not None:
                reference: Any = kept[place]
                # Until 0.7.1 the reference has the buffer itself.
                (reference._refs if VERSION > (0, 7, 1) else reference)._buf._replace_with(value)
        return [value for place, value in zip(references.out_mut, made) if place is None]


def _maker(aval: Aval, sharding: Any, committed: bool) -> Callable[[Array], object]:
    """Makes the array of JAX for one result."""
    if aval.dtype == _jax.dtypes.float0:
        return lambda _: np.zeros(aval.shape, aval.dtype)
    whole = _shardings.physical_sharding(aval, sharding) if is_extended(aval.dtype) else sharding
    places = whole.addressable_devices_indices_map(_core.physical_aval(aval).shape)
    finish = _pxla.global_aval_to_result_handler(aval, sharding, committed)

    def make(array: Array) -> object:
        pieces: list[object] = []
        for device, index in places.items():
            piece = np.array(array[index or ()], order="C")  # a copy, because JAX may keep the memory
            part = _core.ShapedArray(piece.shape, piece.dtype)
            at = _jax.sharding.SingleDeviceSharding(device)
            with enable_x64(True):  # an argument since JAX 0.7.2
                pieces.append(_pxla.batched_device_put(part, at, [piece], [device]))
        return finish(pieces)

    return make
