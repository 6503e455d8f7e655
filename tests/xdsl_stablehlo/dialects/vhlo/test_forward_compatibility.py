"""Forward compatibility: for every minor version, the program that uses its whole op set is written as it always was.

`artifacts.tar.xz` holds what each version's program gave when the version was new. A file in it never changes; a new
version adds a section to `every_op.mlir` and a file to the archive.
"""

from __future__ import annotations

import pytest

from tests.helpers.programs import context, parse
from tests.helpers.tiers import one_of
from tests.helpers.upstream.artifacts import (
    MINORS,
    cpp_read,
    cpp_version,
    cpp_write,
    in_default_use_order,
    known_good,
    program_of,
)
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.vhlo.ops import OPS_BY_NAME
from xdsl_stablehlo.dialects.vhlo.versions import Version
from xdsl_stablehlo.text.locations import strip_locations
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    read_portable_artifact,
    serialize_portable_artifact,
    write_vhlo,
)
from xdsl_stablehlo.transforms.vhlo.conversion import vhlo_module
from xdsl_stablehlo.transforms.vhlo.to_version import convert_to_version

KNOWN_TO_CPP = [v for v in MINORS if Version.parse(v) <= Version.parse(cpp_version())]


def test_every_minor_version_has_an_artifact():
    assert sorted(known_good()) == sorted(MINORS)


def test_the_newest_program_uses_every_op():
    used = {op.name.removeprefix("vhlo.")[:-3] for op in vhlo_module(parse(program_of(MINORS[-1]))).walk()}
    assert {name[:-3] for name in OPS_BY_NAME} <= used


@pytest.mark.parametrize("version", one_of(6, MINORS))
def test_the_program_of_a_version_is_written_as_ever(version: str):
    module = parse(program_of(version))
    assert serialize_portable_artifact(module, version, strip_debug_info=True) == known_good()[version]


@pytest.mark.parametrize("version", one_of(6, MINORS))
def test_an_artifact_is_the_program_of_its_version(version: str):
    module = read_portable_artifact(known_good()[version], context())
    program = parse(program_of(version))
    strip_locations(program)
    again = read_portable_artifact(serialize_portable_artifact(program), context())
    assert print_module(module, generic=True) == print_module(again, generic=True)


@pytest.mark.parametrize("version", one_of(6, KNOWN_TO_CPP))
def test_cpp_writes_the_same_artifact(version: str):
    """Between the two: C++ starts from its own current version, which knows no newer form of an op."""
    theirs = cpp_write(cpp_read(known_good()[version]), version)
    vhlo = vhlo_module(parse(program_of(version)))
    strip_locations(vhlo)
    convert_to_version(vhlo, Version.parse(cpp_version()))
    in_default_use_order(vhlo)
    assert write_vhlo(vhlo, version) == theirs
