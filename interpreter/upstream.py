"""Upstream's Python API under its names: in the place of `mlir.dialects.stablehlo`, `chlo`, `vhlo` and `check`.

`from xdsl_stablehlo.interpreter import upstream as stablehlo` stands for `from mlir.dialects import stablehlo`. Modules
and contexts are xDSL's. An attribute is seen through a *view*, whose fields are integers, lists and strings as
upstream's are; its `.attribute` is what ops take. All other names are those of the dialect: ops, enums, types.
Where upstream raises `ValueError`, so do these functions; the message says more. `docs/upstream_api.md` has the table.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from types import ModuleType
from typing import Any, ClassVar, Self, cast

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException, ParseError

from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.dialects import check as check_dialect, chlo as chlo_dialect, stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.constant import ELEMENTS
from xdsl_stablehlo.dialects.stablehlo.hlo_types import is_i64_array, ranked_type
from xdsl_stablehlo.dialects.vhlo import ops as vhlo_ops
from xdsl_stablehlo.dialects.vhlo.versions import Compatibility, Version
from xdsl_stablehlo.ir.guards import is_scalar_attr
from xdsl_stablehlo.programs.registry import PASSES, pass_factory, register_all_dialects
from xdsl_stablehlo.programs.verification import diagnostics_of_error, verify_module
from xdsl_stablehlo.text import parse_module
from xdsl_stablehlo.transforms.vhlo import artifacts
from xdsl_stablehlo.values.elements import AnyElementsAttr, array_of

from . import api
from .interface.errors import EvaluationError
from .kernels.support.output import probing
from .numerics.tensor import Tensor

StablehloCompatibilityRequirement = Compatibility

API_VERSION = 9
"""The version of upstream's API that this one has the names of."""


@contextmanager
def _value_errors() -> Generator[None]:
    """Raises `ValueError` in the place of errors about a program."""
    try:
        yield
    except EvaluationError as error:
        raise ValueError(str(error)) from error
    except (DiagnosticException, ParseError) as error:
        raise ValueError("\n".join(map(str, diagnostics_of_error(error)))) from error


# ---- contexts, modules, passes ----


def register_dialect(context: Context, load: bool = True) -> None:
    """Register StableHLO in a context, with builtin, func and all others that its programs have."""
    _register(context, "stablehlo", load)


def register_interpreter_dialect(context: Context, load: bool = True) -> None:
    """Register the dialect of probes and prints."""
    _register(context, "interpreter", load)


def _register(context: Context, name: str, load: bool) -> None:
    if name not in context.registered_dialect_names:
        register_all_dialects(context)
    if load:
        for each in ("builtin", "func", name):
            context.get_dialect(each)


def register_stablehlo_passes() -> Mapping[str, Callable[[], type[ModulePass]]]:
    """The passes by their names, for `xdsl.passes.PassPipeline.parse_spec`: xDSL has no register for the process."""
    return {name: pass_factory(name) for name in PASSES}


def parse(source: str | bytes, context: Context | None = None) -> builtin.ModuleOp:
    """The verified module in a text or in MLIR bytecode, as `ir.Module.parse` reads it. Raises `ValueError`."""
    if context is None:
        register_all_dialects(context := Context())
    with _value_errors():
        module = (
            parse_module(source, context, "-")
            if isinstance(source, str)
            else artifacts.read_vhlo(source, context)
        )
        verify_module(module)
        return module


# ---- versions and artifacts ----

get_current_version = artifacts.get_current_version
get_minimum_version = artifacts.get_minimum_version
get_version_from_compatibility_requirement = artifacts.get_version_from_compatibility_requirement


def get_api_version() -> int:
    """The version of this API: it grows with what upstream adds."""
    return API_VERSION


def get_smaller_version(version1: str, version2: str) -> str:
    """The older of two versions of StableHLO. Raises `ValueError` for what is no version."""
    return str(min(Version.parse(version1), Version.parse(version2)))


def serialize_portable_artifact(
    module: builtin.ModuleOp, target: str, allow_other_dialects: bool = False
) -> bytes:
    """A module as an artifact for consumers of the version `target`."""
    with _value_errors():
        return artifacts.serialize_portable_artifact(
            module, target, allow_other_dialects=allow_other_dialects
        )


def deserialize_portable_artifact(context: Context, artifact: bytes) -> builtin.ModuleOp:
    """The module in an artifact."""
    with _value_errors():
        return artifacts.read_portable_artifact(artifact, context)


def serialize_portable_artifact_str(module_str: str | bytes, target_version: str) -> bytes:
    """The program in a text or in MLIR bytecode as an artifact for consumers of `target_version`."""
    return serialize_portable_artifact(parse(module_str), target_version)


def deserialize_portable_artifact_str(artifact_str: bytes) -> bytes:
    """The program in an artifact as MLIR bytecode, which `parse` reads."""
    register_all_dialects(context := Context())
    with _value_errors():
        return write_bytecode(deserialize_portable_artifact(context, artifact_str), artifacts.CODECS)


# ---- evaluation ----


def eval_module(
    module: builtin.ModuleOp, args: Sequence[object], probe_instrumentation_dir: str = ""
) -> list[api.Result]:
    """The results of `main`, or of the only function, as `Tensor`s: `np.array` gives their elements.

    An argument is an attribute of elements, a `Tensor`, or anything that `np.asarray` takes. Probes write into the
    directory, if one is given.
    """
    writing = probing(probe_instrumentation_dir) if probe_instrumentation_dir else nullcontext()
    with _value_errors(), writing:
        return [*api.eval_module(module, [_argument(each) for each in args])]


def _argument(given: object) -> object:
    if not isinstance(given, Attribute):
        return given
    if not isinstance(given, ELEMENTS):
        raise ValueError(f"an argument is an attribute of elements, not '{given}'")
    elements = cast("AnyElementsAttr", given)
    return Tensor(ranked_type(elements.type), array_of(elements))


# ---- attributes ----


OPTIONAL = ("sub_axis_info", "device_ids")
"""The fields that may be left out."""


class AttributeView:
    """An attribute as upstream's Python shows it: `DotDimensionNumbers.get(...)`, whose fields are plain values.

    Two views of equal attributes are equal, and so are a view and its attribute.
    """

    kind: ClassVar[type[Attribute]]
    """The class of the attribute."""
    fields: ClassVar[Mapping[str, str]] = {}
    """The parameters of the attribute by upstream's names."""

    def __init__(self, attribute: Attribute):
        """`attribute` is of the class that is seen. Raises `ValueError` for another one."""
        if not isinstance(attribute, self.kind):
            raise ValueError(f"cannot cast attribute to {type(self).__name__} (from {attribute})")
        self.attribute = attribute

    @classmethod
    def get(cls, *values: object, context: object = None, ctx: object = None, **fields: object) -> Self:
        """The attribute with these fields, in upstream's order or by name."""
        names = ["type" if name == "channel_type" else name for name in cls.fields]
        given = {name: None for name in OPTIONAL if name in names} | dict(zip(names, values)) | fields
        if given.keys() != {*names} or len(values) > len(names):
            raise TypeError(f"{cls.__name__}.get takes {', '.join(names)}")
        made = [_stored(given[name]) for name in names]
        enum = vars(cls.kind).get("enum_type")
        return cls(cls.kind(*made) if enum is None else cls.kind(*map(enum, made)))

    def __getattr__(self, name: str) -> Any:
        if name not in self.fields:
            raise AttributeError(f"'{type(self).__name__}' has no field '{name}'")
        return _plain(vars(self.attribute)[self.fields[name]])

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.fields]

    def __eq__(self, other: object) -> bool:
        return self.attribute == (other.attribute if isinstance(other, AttributeView) else other)

    def __hash__(self) -> int:
        return hash(self.attribute)

    def __str__(self) -> str:
        return str(self.attribute)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


def _stored(value: object) -> Any:
    """A field as parameters of attributes are: a view's attribute, an array of several, nothing for None."""
    if isinstance(value, AttributeView):
        return value.attribute
    if isinstance(value, list | tuple | builtin.ArrayAttr):
        items = [_stored(each) for each in cast("Iterable[object]", value)]
        return builtin.ArrayAttr(items) if items and isinstance(items[0], Attribute) else items
    return builtin.NoneAttr() if value is None else value


def _plain(value: object) -> object:
    """A parameter of an attribute as a field shows it."""
    if isinstance(value, builtin.NoneAttr):
        return None
    if isinstance(value, Attribute) and is_i64_array(value):
        return [*value.get_values()]
    if is_scalar_attr(value):
        number = value.value.data
        return bool(number) if value.type == builtin.i1 else number
    if isinstance(value, builtin.StringAttr | hlo.ResultAccuracyModeAttr):
        value = value.data
    if isinstance(value, str):
        return str.__str__(value)
    return SubAxisInfoAttr(value) if isinstance(value, hlo.SubAxisInfoAttr) else value


def _view(name: str, kind: type[Attribute], /, **renamed: str) -> type[AttributeView]:
    """A view of the attributes of a class. `renamed` has the names of its parameters that differ from upstream's."""
    parameters = ["data"]
    if issubclass(kind, ParametrizedAttribute):
        parameters = [parameter for parameter, _ in kind.get_irdl_definition().parameters]
    upstream = {ours: theirs for theirs, ours in renamed.items()}
    fields = {upstream.get(parameter, parameter): parameter for parameter in parameters}
    return type(name, (AttributeView,), {"kind": kind, "fields": fields, "__module__": __name__})


def _enum_view(kind: type[Attribute]) -> type[AttributeView]:
    return _view(kind.__name__, kind, value="data")


TokenType, FutureType = hlo.TokenType, hlo.FutureType

ComparisonDirectionAttr = _enum_view(hlo.ComparisonDirectionAttr)
ComparisonTypeAttr = _enum_view(hlo.ComparisonTypeAttr)
FftTypeAttr = _enum_view(hlo.FftTypeAttr)
PrecisionAttr = _enum_view(hlo.PrecisionAttr)
ResultAccuracyModeAttr = _enum_view(hlo.ResultAccuracyModeAttr)
RngAlgorithmAttr = _enum_view(hlo.RngAlgorithmAttr)
RngDistributionAttr = _enum_view(hlo.RngDistributionAttr)
TransposeAttr = _enum_view(hlo.TransposeAttr)

AxisRefAttr = _view("AxisRefAttr", hlo.AxisRefAttr, name="axis_name")
ChannelHandle = _view("ChannelHandle", hlo.ChannelHandleAttr, channel_type="type")
ConvDimensionNumbers = _view("ConvDimensionNumbers", hlo.ConvDimensionNumbersAttr)
DotAlgorithm = _view("DotAlgorithm", hlo.DotAlgorithmAttr)
DotDimensionNumbers = _view("DotDimensionNumbers", hlo.DotDimensionNumbersAttr)
GatherDimensionNumbers = _view("GatherDimensionNumbers", hlo.GatherDimensionNumbersAttr)
MeshAttr = _view("MeshAttr", hlo.MeshAttr)
MeshAxisAttr = _view("MeshAxisAttr", hlo.MeshAxisAttr, name="axis_name")
OutputOperandAlias = _view("OutputOperandAlias", hlo.OutputOperandAliasAttr)
ReplicaGroupMeshAxesAttr = _view("ReplicaGroupMeshAxesAttr", hlo.ReplicaGroupMeshAxesAttr)
ResultAccuracyAttr = _view("ResultAccuracyAttr", hlo.ResultAccuracyAttr)
ScatterDimensionNumbers = _view(
    "ScatterDimensionNumbers",
    hlo.ScatterDimensionNumbersAttr,
    scattered_dims_to_operand_dims="scatter_dims_to_operand_dims",
)
SubAxisInfoAttr = _view("SubAxisInfoAttr", hlo.SubAxisInfoAttr)
TypeExtensions = _view("TypeExtensions", hlo.TypeExtensionsAttr)


# ---- other names, and other dialects ----


def __getattr__(name: str) -> Any:
    return hlo.StableHLO.member(name)


class DialectNames:
    """The names of upstream's module for a dialect: `register_dialect`, views, and what the dialect here has."""

    def __init__(self, name: str, member: Callable[[str], object], *views: type[AttributeView]):
        self._name, self._member = name, member
        self._views = {view.__name__: view for view in views}

    def register_dialect(self, context: Context, load: bool = True) -> None:
        """Register the dialect in a context, with builtin, func and all others that its programs have."""
        _register(context, self._name, load)

    def __getattr__(self, name: str) -> Any:
        return self._views[name] if name in self._views else self._member(name)


def _member_of(module: ModuleType) -> Callable[[str], object]:
    def member(name: str) -> object:
        if name not in vars(module):
            raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")
        return vars(module)[name]

    return member


chlo = DialectNames(
    "chlo",
    chlo_dialect.Chlo.member,
    _enum_view(chlo_dialect.ComparisonDirectionAttr),
    _enum_view(chlo_dialect.ComparisonTypeAttr),
    _enum_view(chlo_dialect.PrecisionAttr),
    _view("RaggedDotDimensionNumbers", chlo_dialect.RaggedDotDimensionNumbersAttr),
)
check = DialectNames("check", _member_of(check_dialect))
vhlo = DialectNames("vhlo", _member_of(vhlo_ops))
