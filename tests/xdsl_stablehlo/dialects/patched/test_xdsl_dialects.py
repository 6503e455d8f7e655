"""Ops of xDSL's own dialects in forms that MLIR writes and xDSL does not read."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import f32, i1, i32
from xdsl.transforms.canonicalize import CanonicalizePass

from tests.helpers.oracle import reprinted
from tests.helpers.programs import assert_verdict_as_cpp, context, named, parse
from xdsl_stablehlo import print_module, verify_module

PROGRAMS = named(__file__)

LOOP = PROGRAMS["loop"]


def test_one_type_of_a_loop_needs_no_parentheses() -> None:
    bare, listed = (parse(LOOP.format(types=types)) for types in ("tensor<2xf32>", "(tensor<2xf32>)"))
    verify_module(bare)
    assert print_module(bare) == print_module(listed)
    assert [type(op) for op in bare.walk() if op.name == "scf.for"] == [scf.ForOp] * 2


BUFFERS = PROGRAMS["buffers"]


def test_a_buffer_there_and_back_is_the_buffer() -> None:
    module = parse(BUFFERS)
    verify_module(module)
    assert print_module(parse(print_module(module))) == print_module(module)
    CanonicalizePass().apply(context(), module)
    assert [op.name for op in module.walk()][2:] == ["memref.cast", "func.return"]
    assert "memref.cast %m : memref<?xi16> to memref<4xi16>" in print_module(module)


COMPARED = PROGRAMS["compared"]


@pytest.mark.parametrize("generic", [False, True])
def test_tensors_are_compared_and_selected(generic: bool) -> None:
    module = parse(COMPARED)
    wanted = reprinted(COMPARED, generic=True)
    text = print_module(module, generic)
    assert reprinted(text, generic=True) == wanted
    assert print_module(parse(text), generic) == text
    scalars = [type(op) for op in module.walk() if op.operands and op.operands[0].type in (i32, f32, i1)]
    assert scalars == [arith.CmpfOp, arith.CmpiOp, arith.SelectOp]


def test_generic_comparisons_are_verified() -> None:
    module = print_module(parse(COMPARED), True)
    assert assert_verdict_as_cpp(module.replace("predicate = 2 : i64", "predicate = 16 : i64"))
    assert assert_verdict_as_cpp(module.replace("-> vector<4xi1>", "-> vector<3xi1>"))


LOOPS = PROGRAMS["loops"]


@pytest.mark.parametrize("generic", [False, True])
def test_affine_loops_and_places_are_those_of_cpp(generic: bool) -> None:
    """Indices of loops are dimensions there, and no symbols."""
    module = parse(LOOPS)
    text = print_module(module, generic)
    assert reprinted(text, generic=True) == reprinted(LOOPS, generic=True)
    assert print_module(parse(text), generic) == text
    assert sum(isinstance(op, affine.LoadOp | affine.StoreOp) for op in module.walk()) == 2
