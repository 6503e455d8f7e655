"""Upstream's Python API under its names: each of them gives what upstream's own module gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, SymbolRefAttr, f32
from xdsl.passes import PassPipeline

from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter import upstream as stablehlo
from xdsl_stablehlo.interpreter.upstream import check, chlo, vhlo
from xdsl_stablehlo.values.elements import attribute_of_array

PAGE = Path(__file__).parents[2] / "docs" / "upstream_api.md"

DOT = [f"{side}_{what}_dimensions" for what in ("batching", "contracting") for side in ("lhs", "rhs")]
VIEWS: Sequence[tuple[str, str, dict[str, Any]]] = (
    ("stablehlo", "ChannelHandle", {"handle": 1, "type": 2}),
    ("stablehlo", "ComparisonDirectionAttr", {"value": "EQ"}),
    ("stablehlo", "ComparisonTypeAttr", {"value": "FLOAT"}),
    (
        "stablehlo",
        "ConvDimensionNumbers",
        {
            "input_batch_dimension": 0,
            "input_feature_dimension": 1,
            "input_spatial_dimensions": [2, 3, 4],
            "kernel_input_feature_dimension": 0,
            "kernel_output_feature_dimension": 1,
            "kernel_spatial_dimensions": [2, 3],
            "output_batch_dimension": 0,
            "output_feature_dimension": 1,
            "output_spatial_dimensions": [2, 3],
        },
    ),
    (
        "stablehlo",
        "DotAlgorithm",
        {
            "lhs_precision_type": f32,
            "rhs_precision_type": f32,
            "accumulation_type": f32,
            "lhs_component_count": 1,
            "rhs_component_count": 1,
            "num_primitive_operations": 1,
            "allow_imprecise_accumulation": False,
        },
    ),
    ("stablehlo", "DotDimensionNumbers", dict(zip(DOT, ([0, 1], [2, 3], [4, 5], [6, 7])))),
    ("stablehlo", "FftTypeAttr", {"value": "IRFFT"}),
    (
        "stablehlo",
        "GatherDimensionNumbers",
        {
            "offset_dims": [1, 2],
            "collapsed_slice_dims": [3, 4, 5],
            "operand_batching_dims": [6, 7],
            "start_indices_batching_dims": [8, 9],
            "start_index_map": [10],
            "index_vector_dim": 11,
        },
    ),
    ("stablehlo", "MeshAxisAttr", {"name": "x", "size": 4}),
    (
        "stablehlo",
        "OutputOperandAlias",
        {"output_tuple_indices": [0], "operand_index": 3, "operand_tuple_indices": [1]},
    ),
    ("stablehlo", "PrecisionAttr", {"value": "HIGHEST"}),
    ("stablehlo", "ResultAccuracyAttr", {"atol": 0.0, "rtol": 0.0, "ulps": 0, "mode": "DEFAULT"}),
    ("stablehlo", "ResultAccuracyAttr", {"atol": 1e-5, "rtol": 1.0, "ulps": 2, "mode": "TOLERANCE"}),
    ("stablehlo", "ResultAccuracyModeAttr", {"value": "TOLERANCE"}),
    ("stablehlo", "RngAlgorithmAttr", {"value": "PHILOX"}),
    ("stablehlo", "RngDistributionAttr", {"value": "NORMAL"}),
    (
        "stablehlo",
        "ScatterDimensionNumbers",
        {
            "update_window_dims": [1, 2, 3],
            "inserted_window_dims": [4, 5],
            "input_batching_dims": [6, 7],
            "scatter_indices_batching_dims": [8, 9],
            "scattered_dims_to_operand_dims": [10, 11],
            "index_vector_dim": 12,
        },
    ),
    ("stablehlo", "SubAxisInfoAttr", {"pre_size": 2, "size": 4}),
    ("stablehlo", "TransposeAttr", {"value": "ADJOINT"}),
    ("stablehlo", "TypeExtensions", {"bounds": [128, DYNAMIC_INDEX]}),
    ("chlo", "ComparisonDirectionAttr", {"value": "GE"}),
    ("chlo", "ComparisonTypeAttr", {"value": "TOTALORDER"}),
    ("chlo", "PrecisionAttr", {"value": "HIGH"}),
    (
        "chlo",
        "RaggedDotDimensionNumbers",
        {**dict(zip(DOT, ([0], [1], [2], [2]))), "lhs_ragged_dimensions": [1], "rhs_group_dimensions": [0]},
    ),
)
"""Attributes by the arguments of `get`, in upstream's order."""

OURS: dict[str, Any] = {"stablehlo": stablehlo, "chlo": chlo}


@pytest.fixture(name="theirs")
def _theirs() -> Iterator[dict[str, Any]]:
    """Upstream's modules, in a context."""
    ir = import_module("jaxlib.mlir.ir")
    modules = {name: import_module(f"jaxlib.mlir.dialects.{name}") for name in OURS}
    with import_module("jax._src.interpreters.mlir").make_ir_context(), ir.Location.unknown():
        yield {**modules, "ir": ir}


def members(kind: type) -> set[str]:
    """The public names that a class defines."""
    return {name for name in vars(kind) if not name.startswith("_")}


@pytest.mark.parametrize(
    ("dialect", "name", "fields"), VIEWS, ids=lambda part: part if isinstance(part, str) else ""
)
def test_attributes_are_those_of_upstream(
    dialect: str, name: str, fields: dict[str, Any], theirs: dict[str, Any]
) -> None:
    kind: Any = getattr(OURS[dialect], name)
    upstream: Any = getattr(theirs[dialect], name)
    made = kind.get(**fields)
    given = {key: theirs["ir"].F32Type.get() if value is f32 else value for key, value in fields.items()}
    wanted = upstream.get(**given)
    assert str(made) == str(wanted)
    assert made == kind.get(*fields.values()) == made.attribute
    assert hash(made) == hash(made.attribute)
    assert made == kind(made.attribute)
    shown = members(upstream) - {"get", "isinstance"}
    assert {*kind.fields} == shown
    for each in shown:
        mine, expected = getattr(made, each), getattr(wanted, each)
        assert (mine, type(mine)) == (expected, type(expected)) or (mine is f32 and str(expected) == "f32")


def test_axes_of_meshes_are_those_of_upstream(theirs: dict[str, Any]) -> None:
    ir, upstream = theirs["ir"], theirs["stablehlo"]

    def parts(api: Any) -> tuple[Any, Any]:
        return api.AxisRefAttr.get(
            name="x", sub_axis_info=api.SubAxisInfoAttr.get(2, 4)
        ), api.AxisRefAttr.get("y")

    part, whole = parts(stablehlo)
    wanted = parts(upstream)
    assert [str(part), str(whole)] == [*map(str, wanted)]
    assert (part.name, part.sub_axis_info) == ("x", stablehlo.SubAxisInfoAttr.get(pre_size=2, size=4))
    assert (whole.name, whole.sub_axis_info) == ("y", None)
    groups = stablehlo.ReplicaGroupMeshAxesAttr.get(mesh=SymbolRefAttr("mesh"), axes=[part, whole])
    theirs_groups = upstream.ReplicaGroupMeshAxesAttr.get(
        ir.FlatSymbolRefAttr.get("mesh"), ir.ArrayAttr.get([*wanted])
    )
    assert str(groups) == str(theirs_groups)
    assert groups.axes == ArrayAttr([part.attribute, whole.attribute])
    mesh = stablehlo.MeshAttr.get([stablehlo.MeshAxisAttr.get("x", 4)])
    assert str(mesh) == str(upstream.MeshAttr.get(ir.ArrayAttr.get([upstream.MeshAxisAttr.get("x", 4)])))
    assert mesh.device_ids is None


def test_types_are_those_of_upstream(theirs: dict[str, Any]) -> None:
    ir, upstream = theirs["ir"], theirs["stablehlo"]
    assert str(stablehlo.TokenType.get()) == str(upstream.TokenType.get())
    future = stablehlo.FutureType.get([hlo_type := attribute_of_array(np.zeros(2, "f4")).type])
    assert [*future.types] == [hlo_type]
    assert str(future) == str(upstream.FutureType.get([ir.RankedTensorType.get([2], ir.F32Type.get())]))


def test_wrong_attributes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^cannot cast attribute to ChannelHandle \(from .*HIGH>\)$"):
        stablehlo.ChannelHandle(stablehlo.PrecisionAttr.get("HIGH").attribute)
    with pytest.raises(ValueError, match="LOW"):
        stablehlo.PrecisionAttr.get("LOW")
    with pytest.raises(TypeError, match=r"^ChannelHandle.get takes handle, type$"):
        stablehlo.ChannelHandle.get(1)
    with pytest.raises(TypeError, match="takes"):
        stablehlo.ChannelHandle.get(1, 2, 3)
    with pytest.raises(AttributeError, match=r"^'ChannelHandle' has no field 'type'$"):
        _ = stablehlo.ChannelHandle.get(1, 2).type
    with pytest.raises(AttributeError, match="no attribute 'subtract'"):
        _ = chlo.subtract
    with pytest.raises(AttributeError, match="no attribute 'subtract'"):
        _ = check.subtract


def test_ops_take_the_attribute_of_a_view() -> None:
    ctx = registered()
    module = stablehlo.parse(
        "func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {"
        " %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]"
        " : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32> return %r : tensor<2x4xf32> }",
        ctx,
    )
    (dot,) = [op for op in module.walk() if isinstance(op, hlo.DotGeneralOp)]
    seen = stablehlo.DotDimensionNumbers(dot.dot_dimension_numbers)
    assert (seen.lhs_contracting_dimensions, seen.lhs_batching_dimensions) == ([1], [])
    made = stablehlo.DotGeneralOp(dot.lhs, dot.rhs, seen.attribute, result_type=dot.result.type)
    assert made.is_structurally_equivalent(dot)


# ---- contexts, versions, artifacts, evaluation ----


def registered() -> Context:
    context = Context()
    stablehlo.register_dialect(context)
    return context


def adds(tensor: str, probe: str = "") -> str:
    last = f'%1 = interpreter.probe %0, probe_id = "p" : tensor<{tensor}>' if probe else ""
    return (
        f"func.func @test(%arg0: tensor<{tensor}>) -> tensor<{tensor}> {{\n"
        f"%0 = stablehlo.add %arg0, %arg0 : tensor<{tensor}>\n{last}\n"
        f"func.return %{1 if probe else 0} : tensor<{tensor}>\n}}"
    )


def test_versions_are_those_of_upstream(theirs: dict[str, Any]) -> None:
    upstream = theirs["stablehlo"]
    assert stablehlo.get_api_version() == upstream.get_api_version()
    assert stablehlo.get_minimum_version() == upstream.get_minimum_version()
    ours, newest = stablehlo.get_current_version(), upstream.get_current_version()
    assert re.fullmatch(r"\d+\.\d+\.\d+", ours)
    assert upstream.get_smaller_version(ours, newest) == stablehlo.get_smaller_version(newest, ours)
    assert stablehlo.get_smaller_version("1.0.10", "1.0.9") == upstream.get_smaller_version("1.0.10", "1.0.9")
    cases = members(upstream.StablehloCompatibilityRequirement)
    assert {name for name in cases if name.isupper()} == {
        *stablehlo.StablehloCompatibilityRequirement.__members__
    }
    for name in ("MAX", "NONE"):
        requirement = getattr(stablehlo.StablehloCompatibilityRequirement, name)
        version = stablehlo.get_version_from_compatibility_requirement(requirement)
        assert version == {"MAX": stablehlo.get_minimum_version(), "NONE": ours}[name]
    with pytest.raises(ValueError, match=r"1\.x"):
        stablehlo.get_smaller_version("1.x", "1.0.0")


@pytest.mark.parametrize(
    ("tensor", "array"),
    [
        ("f16", np.asarray(1, np.float16)),
        ("f64", np.asarray(3, np.double)),
        ("1xi8", np.asarray([4], np.int8)),
        ("1xi32", np.asarray([-6], np.int32)),
        ("1xui8", np.asarray([200], np.uint8)),
        ("2xbf16", np.asarray([1, 2], ml_dtypes.bfloat16)),
        ("2x1x2xf16", np.asarray([1, 2, 3, 4], np.float16).reshape(2, 1, 2)),
        ("?x2xf16", np.asarray([1, 2, 3, 4], np.float16).reshape(2, 2)),
    ],
)
def test_modules_are_evaluated(tensor: str, array: Any) -> None:
    module = stablehlo.parse(adds(tensor), registered())
    for given in (array, attribute_of_array(array)):
        (result,) = stablehlo.eval_module(module, [given])
        read = np.array(result)
        assert read.dtype == array.dtype
        assert (read == array + array).all()


def test_probes_are_written(tmp_path: Path) -> None:
    module = stablehlo.parse(adds("2xf32", probe="p"))
    stablehlo.eval_module(module, [[1, 2]], str(tmp_path))
    index = (tmp_path / "index.csv").read_text()
    (written,) = tmp_path.glob("*.npy")
    assert index.startswith("p,tensor<2xf32>")
    assert np.load(written).tolist() == [2, 4]


def test_errors_are_value_errors() -> None:
    module = stablehlo.parse(adds("2xf32"))
    with pytest.raises(ValueError, match="1 argument"):
        stablehlo.eval_module(module, [])
    with pytest.raises(ValueError, match=r"^an argument is an attribute of elements, not"):
        stablehlo.eval_module(module, [SymbolRefAttr("a")])
    with pytest.raises(ValueError, match=r"9\.9\.9 is greater than"):
        stablehlo.serialize_portable_artifact(module, "9.9.9")
    context = Context(allow_unregistered=True)
    stablehlo.register_dialect(context)
    foreign = stablehlo.parse('func.func @f() { "foreign.op"() : () -> () return }', context)
    with pytest.raises(ValueError, match=r"foreign\.op"):
        stablehlo.serialize_portable_artifact(foreign, "1.0.0")
    for wrong in (
        lambda: stablehlo.deserialize_portable_artifact_str(b"no"),
        lambda: stablehlo.parse("func."),
    ):
        with pytest.raises(ValueError, match=r"."):
            wrong()


def test_artifacts_are_read_back(theirs: dict[str, Any]) -> None:
    ctx = registered()
    module = stablehlo.parse(adds("2xf32"), ctx)
    artifact = stablehlo.serialize_portable_artifact(module, "1.0.0")
    assert print_module(stablehlo.deserialize_portable_artifact(ctx, artifact)) == print_module(module)
    ir, upstream = theirs["ir"], theirs["stablehlo"]
    assert artifact == upstream.serialize_portable_artifact(ir.Module.parse(adds("2xf32")), "1.0.0")


def test_artifacts_of_texts_are_read_back(theirs: dict[str, Any]) -> None:
    artifact = stablehlo.serialize_portable_artifact_str(adds("2xf32"), "1.0.0")
    bytecode = stablehlo.deserialize_portable_artifact_str(artifact)
    assert print_module(stablehlo.parse(bytecode)) == print_module(stablehlo.parse(adds("2xf32")))
    assert "stablehlo.add" in str(theirs["ir"].Module.parse(bytecode))
    assert stablehlo.serialize_portable_artifact_str(bytecode, "1.0.0") == artifact


def test_passes_are_found_by_their_names() -> None:
    ctx = registered()
    module = stablehlo.parse(adds("2xf32"), ctx)
    passes = stablehlo.register_stablehlo_passes()
    spec = "stablehlo-legalize-to-vhlo,vhlo-legalize-to-stablehlo"
    copy = module.clone()
    PassPipeline.parse_spec(dict(passes), spec).apply(ctx, copy)
    assert print_module(copy) == print_module(module)


def test_dialects_are_registered() -> None:
    for dialect, name in ((chlo, "chlo"), (vhlo, "vhlo"), (check, "check")):
        context = Context()
        dialect.register_dialect(context)
        assert name in {loaded.name for loaded in context.loaded_dialects}
    context = Context()
    stablehlo.register_interpreter_dialect(context, load=False)
    assert "interpreter" not in {loaded.name for loaded in context.loaded_dialects}
    assert "interpreter" in context.registered_dialect_names
    text = 'vhlo.func_v1 @main() -> () { "vhlo.return_v1"() : () -> () } {arg_attrs = #vhlo.array_v1<[]>,'
    text += ' res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"public">}'
    vhlo.register_dialect(context)
    assert [op.name for op in stablehlo.parse(text, context).walk()][1] == "vhlo.func_v1"


# ---- the table ----


def rows() -> dict[str, str]:
    """The names in the table of the page, each with what it says of it."""
    return dict(re.findall(r"^\| `([\w.]+)` \| (.*) \|$", PAGE.read_text(), re.MULTILINE))


def test_the_table_has_all_names_of_upstream() -> None:
    found = {"vhlo.register_dialect"}  # jaxlib does not have this module
    for dialect, prefix in (("stablehlo", ""), ("chlo", "chlo.")):
        module = import_module(f"jaxlib.mlir._mlir_libs._{dialect}")
        found |= {prefix + name for name in vars(module) if not name.startswith("_")}
    assert found <= rows().keys()
    assert len(rows()) == 44


@pytest.mark.parametrize("name", rows())
def test_names_of_the_table_are_there(name: str) -> None:
    owner, _, member = name.rpartition(".")
    assert getattr({"": stablehlo, "chlo": chlo, "vhlo": vhlo}[owner], member) is not None
