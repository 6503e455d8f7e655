"""What survives a file: locations, builtin attributes, use lists, constants as views; and what C++ makes of it."""

from __future__ import annotations

import importlib
import struct
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    ModuleOp,
    NameLoc,
    NoneAttr,
    StringAttr,
    TensorType,
    UnknownLoc,
    f32,
)
from xdsl.ir import Attribute, Operation

from tests.helpers.oracle import reprinted
from tests.helpers.programs import context, named, parse
from tests.helpers.upstream.artifacts import cpp_read, known_good
from xdsl_stablehlo import print_module
from xdsl_stablehlo.bytecode.__main__ import inspect
from xdsl_stablehlo.bytecode.format import Cursor, Output, open_file
from xdsl_stablehlo.bytecode.numbering import (
    apply_shuffle,
    decode_sizes,
    read_shuffle,
    shuffle_of,
    write_shuffle,
)
from xdsl_stablehlo.bytecode.reader import as_module, read_bytecode
from xdsl_stablehlo.bytecode.writer import rewrite_bytecode, write_bytecode
from xdsl_stablehlo.dialects.chlo import ScanOp
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.text.locations import FileLineColRange, FileLineLoc, unverified
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    BytecodeError,
    read_portable_artifact,
    read_vhlo,
    serialize_portable_artifact,
    vhlo_and_source,
)
from xdsl_stablehlo.values.elements import array_of, attribute_of

PROGRAMS = named(__file__)

EMPTY = "func.func @f() { return }"


def reread(module: ModuleOp, version: int = 6) -> ModuleOp:
    again = read_bytecode(write_bytecode(module, CODECS, "test", version), context(), CODECS)
    assert isinstance(again, ModuleOp)
    return again


def first(module: ModuleOp) -> Operation:
    """The first op in a module."""
    return next(iter(module.body.block.ops))


def cpp_bytecode(text: str) -> bytes:
    """A program as the C++ library writes it, in its newest bytecode."""
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    from io import BytesIO

    stream = BytesIO()
    with mlir.make_ir_context():
        ir.Module.parse(text).operation.write_bytecode(stream)
    return stream.getvalue()


PLACE = FileLineColLoc(StringAttr("a.py"), IntAttr(3), IntAttr(7))
RANGE = FileLineColRange(StringAttr("a.py"), IntAttr(1), IntAttr(2), IntAttr(3), IntAttr(9))
LOCATIONS: list[Attribute] = [
    UnknownLoc(),
    PLACE,
    RANGE,
    FileLineColRange(StringAttr("a.py"), IntAttr(1), IntAttr(2), IntAttr(1), IntAttr(9)),
    FileLineLoc(StringAttr("a.py"), IntAttr(46)),
    FileLineLoc(StringAttr("a.py"), NoneAttr()),
    CallSiteLoc(PLACE, UnknownLoc()),
    unverified(NameLoc, StringAttr("jit(f)"), RANGE),
    FusedLoc(ArrayAttr([PLACE, UnknownLoc()]), NoneAttr()),
    FusedLoc(ArrayAttr([PLACE]), StringAttr("metadata")),
]


@pytest.mark.parametrize("location", LOCATIONS, ids=lambda location: type(location).__name__)
def test_locations_survive(location: Any):
    module = parse(EMPTY)
    first(module).location = location
    assert first(reread(module)).location == location


@pytest.mark.parametrize("version", [0, 1, 2, 3, 4, 5, 6])
def test_every_version_of_the_format_is_read_and_written(version: int):
    module = read_vhlo(known_good()["0.9.0"], context())
    assert print_module(reread(module, version), generic=True) == print_module(module, generic=True)


ATTRIBUTES = PROGRAMS["attributes"]
"""Attributes of a module stay builtin attributes in every artifact."""


def test_builtin_attributes_that_cpp_wrote_are_read():
    module = f"module attributes {{{ATTRIBUTES}}} {{}}"
    read = read_bytecode(cpp_bytecode(module), context(), CODECS)
    assert read.attributes == parse(module).attributes


def test_builtin_attributes_are_read_by_cpp():
    module = parse(f"module attributes {{{ATTRIBUTES}}} {{}}")
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    with mlir.make_ir_context():
        text = str(ir.Module.parse(write_bytecode(module, CODECS)).operation)
    assert parse(text).attributes == module.attributes


def test_dense_resources_of_cpp_become_elements():
    program = """module attributes {m.r = dense_resource<blob> : tensor<3xi32>} {}
      {-# dialect_resources: {builtin: {blob: "0x04000000010000000200000003000000"}} #-}"""
    value = read_bytecode(cpp_bytecode(program), context(), CODECS).attributes["m.r"]
    assert array_of(value).tolist() == [1, 2, 3]


def test_equal_attributes_are_one_and_others_are_not():
    """-0.0 is not 0.0, true is not 1, and a payload is compared by its bytes."""
    program = PROGRAMS["equal attributes are one and others are not"]
    data = serialize_portable_artifact(parse(program))
    payload = struct.pack("<ff", 1.0, 2.0)
    assert data.count(payload) == 1
    assert data.count(struct.pack("<ff", 1.0, -0.0)) == 1
    again = first(read_portable_artifact(data, context()))
    assert again.attributes["m.a"] == first(parse(program)).attributes["m.a"]
    assert isinstance(again.attributes["m.b"], ArrayAttr)


def test_a_large_constant_is_a_view_of_the_file():
    array = np.arange(1 << 18, dtype=np.float32)
    module = parse("func.func @f() { %0 = stablehlo.constant dense<0.0> : tensor<262144xf32> return }")
    constant = next(op for op in module.walk() if isinstance(op, ConstantOp))
    constant.properties["value"] = attribute_of(array, TensorType(f32, [1 << 18]))
    data = serialize_portable_artifact(module)
    again = next(op for op in read_portable_artifact(data, context()).walk() if isinstance(op, ConstantOp))
    read = array_of(again.properties["value"])
    assert np.shares_memory(read, np.frombuffer(data, np.uint8))
    np.testing.assert_array_equal(read, array)


@pytest.mark.parametrize(
    ("keys", "record"),
    [
        ([9, 5, 2], None),
        ([2, 5], "0903 01".replace(" ", "")),
        ([9, 2, 5], "0d01 0503".replace(" ", "")),
        ([99, 98, 97, 96, 95, 94, 1, 2], "0b 0f0d 0d0f".replace(" ", "")),
    ],
)
def test_use_list_records(keys: list[int], record: str | None):
    """All positions, or the pairs that are out of place where they are fewer than half."""
    shuffle = shuffle_of(keys)
    if record is None:
        assert shuffle is None
        return
    assert shuffle is not None
    output = Output()
    write_shuffle(output, shuffle)
    pairs = {rank: position for position, rank in read_shuffle(Cursor(output.getvalue()))}
    assert [pairs.get(rank, rank) for rank in range(len(keys))] == shuffle


def test_use_lists_survive():
    module = parse("func.func @f(%a: tensor<f32>) { %0 = stablehlo.add %a, %a : tensor<f32> return }")
    module.walk()
    argument = next(op for op in module.walk() if op.name == "func.func").regions[0].block.args[0]
    uses = list(argument.uses)
    argument.remove_use(uses[0])
    argument.remove_use(uses[1])
    argument.add_use(uses[0])
    argument.add_use(uses[1])
    order = [use.index for use in argument.uses]
    again = next(op for op in reread(module).walk() if op.name == "func.func").regions[0].block.args[0]
    assert [use.index for use in again.uses] == order


def test_a_record_that_orders_nothing_is_refused():
    module = parse("func.func @f(%a: tensor<f32>) { %0 = stablehlo.add %a, %a : tensor<f32> return }")
    argument = next(op for op in module.walk() if op.name == "func.func").regions[0].block.args[0]
    for pairs in ([(0, 0), (0, 1)], [(0, 5), (5, 0)], [(1, 0)]):
        with pytest.raises(BytecodeError, match="does not order 2 uses"):
            apply_shuffle(argument, pairs, Cursor(b""))


def test_inspection_names_what_a_file_holds():
    seen = inspect(known_good()["1.0.0"], context(), CODECS).splitlines()
    assert seen[0].startswith("StableHLO_v1.0.0, bytecode version 6, ")
    assert seen[1].startswith("sections: ")
    assert "resources 0" in seen[1]
    assert seen[2].startswith("dialects: builtin, vhlo (")
    ops = [op.name for op in read_vhlo(known_good()["1.0.0"], context()).walk()]
    assert seen[3] == f"ops: {len(ops):,}"
    assert f"  {ops.count('vhlo.add_v1'):8,}  vhlo.add_v1" in seen
    assert any(" bytes  #" in line and " : !vhlo" in line for line in seen)


def test_a_file_of_version_six_opens_without_a_context():
    assert open_file(known_good()["1.20.0"]).producer == "StableHLO_v1.20.0"


def test_textual_attributes_are_written_as_text():
    """What has no encoding of its own, like an affine map."""
    module = parse("module attributes {m.map = affine_map<(d0) -> (d0)>} {}")
    assert reread(module).attributes == module.attributes


@pytest.mark.parametrize("float_type", ["f8E4M3FN", "f8E4M3", "f8E5M2", "f8E3M4"])
@pytest.mark.parametrize(
    "place", ["module attributes {m.a = A} {}", "func.func private @f() attributes {m.a = A}"]
)
def test_a_nan_keeps_its_bits(place: str, float_type: str):
    program = place.replace("A", f"0xFF : {float_type}")
    artifact = serialize_portable_artifact(parse(program))
    assert f"m.a = 0xFF : {float_type}" in print_module(read_portable_artifact(artifact, context()))
    assert f"m.a = 0xFF : {float_type}" in reprinted(cpp_read(artifact))


CHANGED = PROGRAMS["changed"]


@pytest.mark.parametrize("version", [0, 1, 2, 3, 4, 5, 6])
def test_a_program_that_changed_is_written_with_the_tables_of_its_file(version: int):
    """New in it are an op name, a dialect, attributes, types, a location, and a place for a type as an attribute."""
    data = write_bytecode(parse(CHANGED), CODECS, "test", version)
    module, source = vhlo_and_source(data, context())
    fold_module(module)
    module.attributes["m.new"] = ArrayAttr(
        [module.attributes["m.type"], TensorType(f32, [2, 7]), StringAttr("new")]
    )
    module.attributes["m.float"] = TensorType(f32, [4])
    quantized = parse("module attributes {m.q = tensor<2x!quant.uniform<i8:f32, 0.5>>} {}")
    module.attributes |= quantized.attributes
    first(module).location = PLACE
    again = as_module(read_bytecode(rewrite_bytecode(module, CODECS, source), context(), CODECS))
    assert print_module(again, generic=True) == print_module(module, generic=True)
    assert first(again).location == PLACE
    assert again.is_structurally_equivalent(module)


def test_a_file_with_resources_is_written_anew():
    program = """module attributes {m.r = dense_resource<blob> : tensor<3xi32>} {}
      {-# dialect_resources: {builtin: {blob: "0x04000000010000000200000003000000"}} #-}"""
    module, source = vhlo_and_source(cpp_bytecode(program), context())
    again = as_module(read_bytecode(rewrite_bytecode(module, CODECS, source), context(), CODECS))
    assert array_of(again.attributes["m.r"]).tolist() == [1, 2, 3]


def scan(inputs: int, carries: int, outputs: int) -> str:
    """A program with an op that has several operands and results under each of two names."""
    taken = ["tensor<4xf32>"] * inputs + ["tensor<f32>"] * carries
    given = ["tensor<f32>"] * (outputs + carries)
    whole = ["tensor<4xf32>"] * outputs + ["tensor<f32>"] * carries
    arguments = ", ".join([f"%a{i}: {t}" for i, t in enumerate(taken)])
    inside = ", ".join([f"%x{i}: tensor<f32>" for i in range(len(taken))])
    sizes = (
        f"operandSegmentSizes = array<i32: {inputs}, {carries}>, "
        f"resultSegmentSizes = array<i32: {outputs}, {carries}>"
    )
    returned = ", ".join(["%c"] * len(given))
    return f"""func.func @main({arguments}) {{
      %r:{len(whole)} = "chlo.scan"({", ".join([f"%a{i}" for i in range(len(taken))])}) <{{
        dimension = 0 : i64, scan_dim_size = 4 : i64, {sizes}}}> ({{
      ^bb0({inside}):
        %c = "stablehlo.constant"() <{{value = dense<1.0> : tensor<f32>}}> : () -> tensor<f32>
        "stablehlo.return"({returned}) : ({", ".join(given)}) -> ()
      }}) : ({", ".join(taken)}) -> ({", ".join(whole)})
      return
    }}"""


@pytest.mark.parametrize(
    ("inputs", "carries", "outputs"),
    [(1, 1, 1), (0, 1, 1), (1, 1, 0), (0, 2, 1), (1, 0, 1), (1, 0, 2), (5, 3, 2), (70, 1, 1), (0, 0, 1)],
)
def test_sizes_of_segments_are_written_as_cpp_does(inputs: int, carries: int, outputs: int):
    """They are numbers behind the other properties, and fewer of them where some are zero."""
    written = cpp_bytecode(scan(inputs, carries, outputs))
    module = as_module(read_bytecode(written, context(), CODECS))
    (op,) = [op for op in module.walk() if isinstance(op, ScanOp)]
    assert (len(op.inputs), len(op.inits), len(op.outputs), len(op.carries)) == (
        inputs,
        carries,
        outputs,
        carries,
    )
    assert write_bytecode(module, CODECS, open_file(written).producer) == written
    assert print_module(reread(module, 5)) == print_module(module)


@pytest.mark.parametrize(
    "numbers", [[], [6, 1, 1, 1], [3], [3, 9, 1], [3, 3, 5], [5, 1], [4, 1], [4, 1 << 31, 0]]
)
def test_numbers_that_are_no_sizes_of_segments(numbers: list[int]):
    assert decode_sizes(iter(numbers), 2) is None
