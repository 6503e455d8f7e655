"""One small artifact byte by byte: the layout of the file, and the numbers of everything in it."""

from __future__ import annotations

from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.bytecode.format import Section, open_file, read_dialects
from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact, serialize_portable_artifact

PROGRAM = """
func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""

ARTIFACT = bytes.fromhex(
    "4d4cef52 0d"  # magic, bytecode version 6
    + b"StableHLO_v1.17.0\0".hex()
    + "01 19 05 01 05 09 01 03 0b 03 07 0f 13 17"  # dialects builtin, vhlo; ops module, func_v1, add_v1, return_v1
    + "03 21 0b 07 01 03 07 03 09 0b 0b 0b 0b 03 07 13 17 07"  # the sizes of 5 attributes and 3 types
    + "02 27 1f 03 01 23 03 1d 0d 1d 0f"  # unknown location, [], a type, "f", ""
    + "29 03 11 05 11 03 01 03 01 09"  # tensor<4xf32>, its function type, f32
    + "04 4b 05 01 50 01 01 07 04 3b 03 01 05 03 50 01 03 07 04 27 03 05 0b"  # module, func_v1
    + "03 01 00 05 06 01 03 01 05 01 01 07 04 01 03 03"  # the argument, add_v1, return_v1
    + "06 03 01 05 01"  # no resources
    + "00 73 11 03 05 15 0f 11 0f 0b 11"
    + b"builtin\0vhlo\0module\0func_v1\0add_v1\0return_v1\0f\0\0".hex()
    + "08 15 05 05 01 01 0b 03 05 03 07 09"  # properties of the module and of the function
)


def test_the_artifact_is_written_byte_by_byte():
    assert serialize_portable_artifact(parse(PROGRAM), "1.17.0", strip_debug_info=True) == ARTIFACT


def test_the_artifact_is_read():
    module = read_portable_artifact(ARTIFACT, context())
    assert print_module(module) == print_module(parse(PROGRAM))


def test_the_tables_of_the_artifact():
    file = open_file(ARTIFACT)
    assert (file.version, file.producer) == (6, "StableHLO_v1.17.0")
    assert file.strings == ["builtin", "vhlo", "module", "func_v1", "add_v1", "return_v1", "f", ""]
    assert [op.name for op in read_dialects(file).ops] == [
        "builtin.module",
        "vhlo.func_v1",
        "vhlo.add_v1",
        "vhlo.return_v1",
    ]
    assert {section: len(cursor.data) for section, cursor in file.sections.items()} == {
        Section.DIALECTS: 12,
        Section.ATTRIBUTE_OFFSETS: 16,
        Section.ATTRIBUTES: 19,
        Section.IR: 37,
        Section.RESOURCE_OFFSETS: 1,
        Section.RESOURCES: 0,
        Section.STRINGS: 57,
        Section.PROPERTIES: 10,
    }
