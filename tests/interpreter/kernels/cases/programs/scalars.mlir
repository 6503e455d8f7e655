// Programs of test_scalars.py: Ops of `arith` on every pair of i4, and on floats, against Python's numbers.

// -----
// a boolean is minus one as a signed integer
func.func @main(%x: i1, %y: i1) -> (i1, i8, i8, i1) {
  %a = arith.addi %x, %y : i1
  %b = arith.extsi %x : i1 to i8
  %c = arith.extui %x : i1 to i8
  %d = arith.cmpi slt, %x, %y : i1
  return %a, %b, %c, %d : i1, i8, i8, i1
}

// -----
// what skips nan and what does not
func.func @main(%x: f32, %y: f32) -> (f32, f32, f32, i1, i1) {
  %a = arith.maxnumf %x, %y : f32
  %b = arith.minnumf %x, %y : f32
  %c = arith.maximumf %x, %y : f32
  %d = arith.cmpf ord, %x, %y : f32
  %e = arith.cmpf uno, %x, %y : f32
  return %a, %b, %c, %d, %e : f32, f32, f32, i1, i1
}

// -----
// an index that is not there
func.func @main(%x: tensor<2xf32>, %i: index) -> (f32, index) {
  %r = tensor.extract %x[%i] : tensor<2xf32>
  %d = tensor.dim %x, %i : tensor<2xf32>
  return %r, %d : f32, index
}
