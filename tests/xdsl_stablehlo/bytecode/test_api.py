"""The Python API: versions, refusals, containers."""

from __future__ import annotations

import struct
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from tests.helpers.programs import context, parse
from tests.helpers.upstream.artifacts import known_good
from xdsl_stablehlo import parse_module, print_module
from xdsl_stablehlo.bytecode.format import module_bytes, open_file
from xdsl_stablehlo.bytecode.numbering import UntranslatedError
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    BytecodeError,
    Compatibility,
    LegalizationError,
    VersionError,
    artifact_version,
    get_current_version,
    get_minimum_version,
    get_version_from_compatibility_requirement,
    read_portable_artifact,
    serialize_portable_artifact,
)
from xdsl_stablehlo.transforms.vhlo.conversion import StablehloToVhlo, VhloToStablehlo

PROGRAM = "func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> { return %arg0 : tensor<2xf32> }"


def test_versions():
    assert (get_minimum_version(), get_current_version()) == ("0.9.0", "1.20.0")
    versions = [get_version_from_compatibility_requirement(requirement) for requirement in Compatibility]
    assert versions == ["1.20.0", "1.18.0", "1.16.2", "0.9.0"]


@pytest.mark.parametrize(
    ("target", "bytecode"),
    [("0.9.0", 0), ("0.10.0", 1), ("0.11.0", 1), ("0.12.0", 3), ("0.14.0", 4), ("0.15.0", 6), ("1.20.0", 6)],
)
def test_each_version_has_its_bytecode_format(target: str, bytecode: int):
    file = open_file(serialize_portable_artifact(parse(PROGRAM), target))
    assert (file.version, file.producer) == (bytecode, f"StableHLO_v{target}")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("1.21.0", "target version 1.21.0 is greater than current version 1.20.0"),
        ("1.20.1", "target version 1.20.1 is greater than current version 1.20.0"),
        ("0.8.0", "target version 0.8.0 is less than minimum supported 0.9.0"),
        ("1.2", "Invalid target version argument '1.2'"),
        ("v1.2.0", "Invalid target version argument 'v1.2.0'"),
        ("", "Invalid target version argument ''"),
        ("1.2.0-rc", "Invalid target version argument '1.2.0-rc'"),
    ],
)
def test_versions_that_cannot_be_written(target: str, message: str):
    with pytest.raises(ValueError, match="^" + message.replace(".", r"\.") + "$"):
        serialize_portable_artifact(parse(PROGRAM), target)


@pytest.mark.parametrize("target", ["1.4.1", "01.4.0", "1.4.99", "0.99.0", "current"])
def test_other_spellings_of_versions(target: str):
    """Patch versions write what x.y.0 writes; the producer keeps the spelling."""
    data = serialize_portable_artifact(parse(PROGRAM), target)
    spelled = "1.20.0" if target == "current" else target
    assert open_file(data).producer == f"StableHLO_v{spelled}"


@pytest.mark.parametrize("minor", sorted(known_good()))
def test_a_patch_version_has_no_bytes_of_its_own(minor: str):
    module = read_portable_artifact(known_good()[minor], context())
    patch = minor[:-1] + "7"
    if minor == get_current_version():
        with pytest.raises(ValueError, match="greater than current"):
            serialize_portable_artifact(module, patch)
        return
    written = serialize_portable_artifact(module, patch)
    assert (
        written.replace(f"StableHLO_v{patch}".encode(), f"StableHLO_v{minor}".encode(), 1)
        == known_good()[minor]
    )


def test_the_version_of_an_artifact():
    assert str(artifact_version(known_good()["0.12.0"])) == "0.12.0"
    assert artifact_version(b"module {}") is None
    assert artifact_version(known_good()["0.12.0"].replace(b"StableHLO_v", b"SomethingEl", 1)) is None


def test_serializing_leaves_the_module_as_it_is():
    module = parse(PROGRAM)
    before = print_module(module, generic=True)
    serialize_portable_artifact(module, "0.9.0", strip_debug_info=True)
    assert print_module(module, generic=True) == before
    assert module.location == parse(PROGRAM).location


def test_a_refusal_names_op_attribute_and_version():
    module = parse(
        """func.func @f(%a: tensor<f32>) -> tensor<f32> {
          %0 = "stablehlo.custom_call"(%a) <{call_target_name = "t", operand_layouts = [dense<> : tensor<0xindex>],
            result_layouts = [dense<> : tensor<0xindex>], result_tilings = [[]]}> : (tensor<f32>) -> tensor<f32>
          return %0 : tensor<f32>
        }"""
    )
    with pytest.raises(
        VersionError, match=r"'vhlo.custom_call_v2'.*'result_tilings'.*needs version 1.18.0"
    ) as caught:
        serialize_portable_artifact(module, "1.17.0")
    assert str(caught.value.needed) == "1.18.0"
    assert caught.value.op.name == "vhlo.custom_call_v2"


def test_ops_of_other_dialects_are_refused_or_kept():
    program = """func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
      %0 = arith.addf %arg0, %arg0 : tensor<f32>
      return %0 : tensor<f32>
    }"""
    with pytest.raises(LegalizationError, match=r"'arith.addf'"):
        serialize_portable_artifact(parse(program))
    data = serialize_portable_artifact(parse(program), "1.11.0", allow_other_dialects=True)
    assert print_module(read_portable_artifact(data, context())) == print_module(parse(program))


def container(module: bytes) -> bytes:
    """A flatbuffer whose root table has a number and `module` as fields."""
    vtable = struct.pack("<HHHH", 8, 12, 4, 8)
    table = struct.pack("<iII", len(vtable), 7, 4)
    return struct.pack("<I", 4 + len(vtable)) + vtable + table + struct.pack("<I", len(module)) + module


def test_the_container_of_jax_export_is_read():
    module = known_good()["1.15.0"]
    assert bytes(module_bytes(container(module))) == module
    ours = read_portable_artifact(container(module), context())
    assert print_module(ours) == print_module(read_portable_artifact(module, context()))


@pytest.mark.parametrize("size", [0, 3, 7, 12, 20, 27])
def test_a_container_without_a_module_is_refused(size: int):
    with pytest.raises(BytecodeError, match="neither MLIR bytecode nor a container of it"):
        module_bytes(container(b"ML\xefR")[:size])


def read_or_refused(data: bytes) -> tuple[str, Any]:
    try:
        module = read_portable_artifact(data, context())
    except (BytecodeError, LegalizationError) as error:
        return str(error), None
    uses = [[use.index for use in value.uses] for op in module.walk() for value in op.results]
    return print_module(module, generic=True), uses


@pytest.mark.parametrize("minor", sorted(known_good()))
def test_translating_on_the_way_and_by_way_of_vhlo_agree(minor: str, monkeypatch: pytest.MonkeyPatch):
    """Artifacts of each version, and ones with a wrong byte: the same programs, use lists and errors."""
    random, given = Random(minor), known_good()[minor]
    wrong = [bytearray(given) for _ in range(12)]
    for data in wrong:
        data[random.randrange(len(data))] = random.randrange(256)
    artifacts = [given, *map(bytes, wrong)]
    module = read_portable_artifact(given, context())
    at_once, written = [*map(read_or_refused, artifacts)], serialize_portable_artifact(module)
    for one_way in (VhloToStablehlo, StablehloToVhlo):
        monkeypatch.setattr(one_way, "translated", Mock(side_effect=UntranslatedError))
    assert [*map(read_or_refused, artifacts)] == at_once
    assert serialize_portable_artifact(module) == written


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            "%0 = stablehlo.negate %1 : tensor<f32>\n%1 = stablehlo.abs %0 : tensor<f32>",
            "before it is defined",
        ),
        ('%0 = "stablehlo.add"(%x) : (tensor<f32>) -> tensor<f32>', "1 operands where 2 are expected"),
    ],
)
def test_refused_on_the_way_as_by_way_of_vhlo(program: str, message: str):
    module = parse_module(f"func.func @f(%x: tensor<f32>) {{ {program}\n return }}", context())
    with pytest.raises(LegalizationError, match=message):
        serialize_portable_artifact(module)


def test_the_format_still_offers_what_reads_and_writes_artifacts():
    from xdsl_stablehlo import bytecode
    from xdsl_stablehlo.transforms.vhlo import artifacts

    assert all(getattr(bytecode, name) is getattr(artifacts, name) for name in bytecode.__all__)
    assert not hasattr(bytecode, "read_vhlo")
