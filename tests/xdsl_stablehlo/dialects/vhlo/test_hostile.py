"""Artifacts whose ops have attributes of other kinds: read or refused in one line, and verified as any program."""

from __future__ import annotations

from random import Random

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from tests.helpers.programs import context
from tests.helpers.tiers import sampled
from tests.helpers.upstream.artifacts import known_good
from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects.vhlo.definition import VhloAttribute
from xdsl_stablehlo.dialects.vhlo.versions import Version, bytecode_version
from xdsl_stablehlo.programs.verification import diagnostics
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    PRODUCER,
    BytecodeError,
    LegalizationError,
    read_portable_artifact,
    read_vhlo,
    write_bytecode,
)

LONGEST = 600


def attributes_of(module: ModuleOp) -> list[Attribute]:
    """A few attributes of each kind."""
    found: dict[str, list[Attribute]] = {}
    for op in module.walk():
        for value in op.properties.values():
            if isinstance(value, VhloAttribute) and value not in found.setdefault(value.name, []):
                found[value.name].append(value)
    return [value for values in found.values() for value in values[:2]]


def refusal(data: bytes) -> str | None:
    """Why an artifact is not read, or what is wrong with the program in it."""
    try:
        module = read_portable_artifact(data, context())
    except (BytecodeError, LegalizationError) as error:
        return str(error)
    errors = [str(diagnostic) for diagnostic in diagnostics(module)]
    print_module(module, generic=bool(errors))
    return errors[0] if errors else None


@pytest.mark.long
@sampled("mutants", 3, 60)
def test_attributes_of_other_kinds(mutants: int):
    refused = 0
    for version in ("0.9.0", "1.4.0", "1.20.0"):
        module, chance = read_vhlo(known_good()[version], context()), Random(version)
        target, values = Version.parse(version), attributes_of(module)
        ops = [op for op in module.walk() if op.properties and op is not module]
        for _ in range(mutants):
            op = chance.choice(ops)
            name = chance.choice(sorted(op.properties))
            kept = op.properties[name]
            op.properties[name] = chance.choice(values)
            data = write_bytecode(module, CODECS, PRODUCER + version, bytecode_version(target))
            op.properties[name] = kept
            reason = refusal(data)
            if reason is not None:
                refused += 1
                assert "\n" not in reason
                assert len(reason) < LONGEST
                assert not any(
                    words in reason for words in ("could not be verified", " object ", "out of range")
                )
    assert mutants < refused <= 3 * mutants
