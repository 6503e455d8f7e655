"""Ops of artifacts with one operand, result, region, block or attribute too few or too many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue

from tests.helpers.programs import context
from tests.helpers.tiers import one_of
from tests.helpers.upstream.artifacts import known_good
from xdsl_stablehlo.bytecode.format import open_file
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.dialects.vhlo.definition import VhloOp
from xdsl_stablehlo.dialects.vhlo.ops import OPS_BY_NAME
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    BytecodeError,
    LegalizationError,
    read_portable_artifact,
    read_vhlo,
)

FUNCTION = OPS_BY_NAME["func_v1"]
OPERAND, RESULT, REGION, ATTRIBUTE = "operand", "result", "region", "attribute"


def damaged(version: str) -> Iterator[tuple[str, bool, bytes]]:
    """Artifacts of one function with one op, which is damaged: a name, whether the op has a fixed number, the bytes."""
    artifact = known_good()[version]
    file = open_file(artifact)
    ops = [op for op in read_vhlo(artifact, context()).walk() if isinstance(op, VhloOp)]
    function = ops[0]
    for op in {op.name: op for op in ops}.values():
        for part, more in product((OPERAND, RESULT, REGION, ATTRIBUTE), (False, True)):
            block = Block(arg_types=op.operand_types)
            copy = _damaged(op, block.args, part, more)
            if copy is None:
                continue
            if op.name != function.name:
                block.add_op(copy)
                copy = FUNCTION.create(properties=function.properties, regions=[Region(block)])
            try:
                data = write_bytecode(ModuleOp([copy]), CODECS, file.producer, file.version)
            except ValueError:
                assert part == ATTRIBUTE
                continue
            names = {OPERAND: op.SPEC.operands, RESULT: op.SPEC.results, REGION: op.SPEC.regions}
            fixed = not any(each.startswith("*") for each in names.get(part, ()))
            yield f"{op.name} {'+' if more else '-'} {part}", fixed, data


def _damaged(op: VhloOp, operands: Sequence[SSAValue], part: str, more: bool) -> Operation | None:
    """A copy of `op` with one part less or more; None where it has none."""
    parts: dict[str, list[Any]] = {
        OPERAND: list(operands),
        RESULT: list(op.result_types),
        REGION: [Region(Block()) for _ in op.regions],
        ATTRIBUTE: list(op.properties.items()),
    }
    if (more and part == ATTRIBUTE) or not (parts[part] or (more and part == REGION)):
        return None
    if more:
        parts[part].append(Region() if part == REGION else parts[part][0])
    else:
        parts[part].pop()
    return type(op).create(
        operands=parts[OPERAND],
        result_types=parts[RESULT],
        regions=parts[REGION],
        properties=dict(parts[ATTRIBUTE]),
    )


@pytest.mark.parametrize("version", one_of(3, ["1.20.0", "0.9.0", "0.14.0"]))
def test_a_wrong_number_is_an_error_of_the_bytecode(version: str):
    wrong: list[str] = []
    tried = 0
    for name, fixed, data in damaged(version):
        tried += 1
        try:
            read_portable_artifact(data, context())
        except BytecodeError as error:
            message = str(error)
            wrong += [message] if "\n" in message or name.split()[0] not in message else []
        except LegalizationError:
            wrong += [name] if fixed else []
        else:
            wrong += [name] if fixed else []
    assert tried > 400
    assert not wrong
