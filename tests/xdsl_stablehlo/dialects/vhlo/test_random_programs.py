"""Random programs as the C++ library writes them, for random versions: the same verdict and the same bytes."""

from __future__ import annotations

from random import Random

import pytest

from tests.helpers.oracle import reprinted
from tests.helpers.programs import context, named, parse
from tests.helpers.tiers import one_of
from tests.helpers.upstream.artifacts import cpp_read, cpp_version, cpp_write, in_default_use_order
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.vhlo.versions import Version
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    LegalizationError,
    VersionError,
    read_portable_artifact,
    serialize_portable_artifact,
    write_vhlo,
)
from xdsl_stablehlo.transforms.vhlo.conversion import vhlo_module
from xdsl_stablehlo.transforms.vhlo.to_version import convert_to_version

from .random_programs import random_program

PROGRAMS = named(__file__)

TARGETS = ["0.9.0", "0.13.0", "0.19.0", "1.0.0", "1.4.0", "1.5.0", "1.8.0", "1.9.0", "1.13.0", "1.17.0"]


def differences(seed: int) -> list[str]:
    """The versions for which this project and C++ disagree on the program of `seed`."""
    chance = Random(seed)
    newest = cpp_version()
    artifact = cpp_write(random_program(seed), newest)
    assert artifact is not None
    stablehlo = cpp_read(artifact)
    module = read_portable_artifact(artifact, context())
    wrong: list[str] = []
    for target in chance.sample(TARGETS, 3):
        vhlo = vhlo_module(module)
        convert_to_version(vhlo, Version.parse(newest), as_upstream=True)
        in_default_use_order(vhlo)
        try:
            ours = write_vhlo(vhlo, target, as_upstream=True)
        except LegalizationError:
            ours = None
        if ours != cpp_write(stablehlo, target):
            wrong.append(target)
    return wrong


@pytest.mark.parametrize("seed", one_of(5, range(40)))
def test_a_random_program_is_written_as_by_cpp(seed: int):
    assert differences(seed) == []


@pytest.mark.parametrize("seed", one_of(5, range(10)))
def test_a_random_program_survives_every_version_that_can_say_it(seed: int):
    artifact = cpp_write(random_program(seed), cpp_version())
    assert artifact is not None
    module = read_portable_artifact(artifact, context())
    for target in TARGETS:
        try:
            data = serialize_portable_artifact(module, target)
        except VersionError:
            continue
        assert print_module(read_portable_artifact(data, context())) == print_module(module)


WINDOWS_OF_SCALARS = PROGRAMS["windows of scalars"]


def test_windows_without_dimensions_are_read_as_by_cpp():
    """That there are no strides is said, where ones would be left out."""
    artifact = serialize_portable_artifact(parse(WINDOWS_OF_SCALARS), "1.0.0")
    ours = print_module(read_portable_artifact(artifact, context()), generic=True)
    assert reprinted(ours, generic=True) == reprinted(cpp_read(artifact), generic=True)
    assert "window_strides = array<i64>" in ours
