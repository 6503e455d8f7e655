"""Ops of xDSL's own dialects in forms that MLIR writes and xDSL does not read."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import f32, i1, i32
from xdsl.transforms.canonicalize import CanonicalizePass

from tests.helpers.oracle import reprinted
from tests.helpers.programs import assert_verdict_as_cpp, context, parse
from xdsl_stablehlo import print_module, verify_module

LOOP = """func.func @main(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {{
  %r = scf.for %i = %n to %n step %n iter_args(%carried = %x) -> {types} {{
    scf.yield %carried : tensor<2xf32>
  }}
  scf.for %j = %n to %n step %n {{
  }}
  return %r : tensor<2xf32>
}}"""


def test_one_type_of_a_loop_needs_no_parentheses() -> None:
    bare, listed = (parse(LOOP.format(types=types)) for types in ("tensor<2xf32>", "(tensor<2xf32>)"))
    verify_module(bare)
    assert print_module(bare) == print_module(listed)
    assert [type(op) for op in bare.walk() if op.name == "scf.for"] == [scf.ForOp] * 2


BUFFERS = """func.func @main(%m: memref<?xi16>) -> memref<4xi16> {
  %cast = memref.cast %m : memref<?xi16> to memref<4xi16>
  %t = bufferization.to_tensor %cast : memref<4xi16> to tensor<4xi16>
  %b = bufferization.to_buffer %t : tensor<4xi16> to memref<4xi16>
  return %b : memref<4xi16>
}"""


def test_a_buffer_there_and_back_is_the_buffer() -> None:
    module = parse(BUFFERS)
    verify_module(module)
    assert print_module(parse(print_module(module))) == print_module(module)
    CanonicalizePass().apply(context(), module)
    assert [op.name for op in module.walk()][2:] == ["memref.cast", "func.return"]
    assert "memref.cast %m : memref<?xi16> to memref<4xi16>" in print_module(module)


COMPARED = """func.func @main(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %c: tensor<2x?xi1>, %v: vector<4xi32>,
    %w: vector<[4]xf32>, %s: i32, %f: f32, %p: i1, %n: index) {
  %0 = arith.cmpf ogt, %a, %b : tensor<2x?xf32>
  %1 = arith.cmpf une, %a, %b fastmath<nnan,ninf> {foo.x} : tensor<2x?xf32>
  %2 = arith.cmpf oeq, %w, %w : vector<[4]xf32>
  %3 = arith.cmpf true, %f, %f fastmath<fast> : f32
  %4 = arith.cmpi slt, %v, %v : vector<4xi32>
  %5 = arith.cmpi ule, %s, %s : i32
  %6 = arith.select %c, %a, %b : tensor<2x?xi1>, tensor<2x?xf32>
  %7 = arith.select %p, %a, %b : tensor<2x?xf32>
  %8 = arith.index_castui %n : index to i32
  %9 = arith.index_cast %n : index to i32
  return
}"""


@pytest.mark.parametrize("generic", [False, True])
def test_tensors_are_compared_and_selected(generic: bool) -> None:
    module = parse(COMPARED)
    wanted = reprinted(COMPARED, generic=True)
    text = print_module(module, generic)
    assert reprinted(text, generic=True) == wanted
    assert print_module(parse(text), generic) == text
    scalars = [type(op) for op in module.walk() if op.operands and op.operands[0].type in (i32, f32, i1)]
    assert scalars == [arith.CmpfOp, arith.CmpiOp, arith.SelectOp]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ogt, %a, %b : tensor<2x?xf32>", "slt, %a, %b : tensor<2x?xf32>"),
        ("ogt, %a, %b : tensor<2x?xf32>", "ogt, %c, %c : tensor<2x?xi1>"),
        ("slt, %v, %v : vector<4xi32>", "slt, %w, %w : vector<[4]xf32>"),
        ("select %c, %a, %b : tensor<2x?xi1>, ", "select %v, %a, %b : vector<4xi32>, "),
        ("index_castui %n : index to i32", "index_castui %n : index to f32"),
    ],
)
def test_other_types_are_refused(old: str, new: str) -> None:
    assert old in COMPARED
    assert assert_verdict_as_cpp(COMPARED.replace(old, new))


def test_generic_comparisons_are_verified() -> None:
    module = print_module(parse(COMPARED), True)
    assert assert_verdict_as_cpp(module.replace("predicate = 2 : i64", "predicate = 16 : i64"))
    assert assert_verdict_as_cpp(module.replace("-> vector<4xi1>", "-> vector<3xi1>"))


LOOPS = """func.func @f(%n: index, %m: index, %v: f32, %a: memref<?x4xf32>) -> f32 {
  affine.for %k = 0 to 10 {
    affine.parallel (%i, %j) = (max(%k, symbol(%n), 0), -%k + 3)
        to (min(symbol(%n) * 2, symbol(%m)), %k mod 3 + symbol(%n) floordiv 4 - (%k ceildiv 2)) step (2, 1) {
      affine.parallel () = () to () {
      }
    } {foo.x}
    %e = affine.load %a[%k * 2 + symbol(%n), 3] {foo.x} : memref<?x4xf32>
    affine.store %e, %a[%k, 3] : memref<?x4xf32>
  }
  %r:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "maximumf") -> (f32, f32) {
    affine.yield %v, %v : f32, f32
  }
  return %r#1 : f32
}"""


@pytest.mark.parametrize("generic", [False, True])
def test_affine_loops_and_places_are_those_of_cpp(generic: bool) -> None:
    """Indices of loops are dimensions there, and no symbols."""
    module = parse(LOOPS)
    text = print_module(module, generic)
    assert reprinted(text, generic=True) == reprinted(LOOPS, generic=True)
    assert print_module(parse(text), generic) == text
    assert sum(isinstance(op, affine.LoadOp | affine.StoreOp) for op in module.walk()) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"addf", "maximumf"', '"addf", "least"'),
        ('"addf", "maximumf"', '"addf"'),
        ("step (2, 1)", "step (2)"),
        ("max(%k, symbol(%n), 0), -%k + 3", "max(%k, symbol(%n), 0)"),
        ("%a[%k, 3]", "%a[%k]"),
        ("%a[%k, 3] : memref<?x4xf32>", "%a[%k, 3] : f32"),
    ],
)
def test_other_affine_loops_are_refused(old: str, new: str) -> None:
    assert old in LOOPS
    assert assert_verdict_as_cpp(LOOPS.replace(old, new))
