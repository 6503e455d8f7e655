// Programs of test_mixed.py: Programs of StableHLO among ops of xDSL's own dialects: scalars that are constant, and
// all of it run.

// -----
// a hook keeps ops of other dialects
func.func @main() -> f32 {
  %i = arith.constant 0 : index
  %a = arith.constant 5.000000e-01 : f32
  %t = tensor.from_elements %a, %a : tensor<2xf32>
  %r = stablehlo.reverse %t, dims = [0] : tensor<2xf32>
  %e = tensor.extract %r[%i] : tensor<2xf32>
  return %e : f32
}

// -----
// mixed
func.func @main(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 5.000000e-01 : f32
  %t = tensor.from_elements %half : tensor<f32>
  %b = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %table = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %start = func.call @sum(%x, %table) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<4xf32>) {
    %next = stablehlo.add %acc, %b : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  %e = tensor.extract %r[%n] : tensor<4xf32>
  %whole = builtin.unrealized_conversion_cast %e : f32 to tensor<f32>
  %negative = stablehlo.negate %whole : tensor<f32>
  %minus = builtin.unrealized_conversion_cast %negative : tensor<f32> to f32
  %twice = arith.subf %e, %minus : f32
  return %r, %twice : tensor<4xf32>, f32
}
func.func private @sum(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.add %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----
// scalars
func.func @main(%n: i8) -> (f32, i8, i1) {
  %d = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %s = stablehlo.add %d, %d : tensor<3xf32>
  %i = arith.constant 1 : index
  %e = tensor.extract %s[%i] : tensor<3xf32>
  %f = arith.addf %e, %e : f32
  %whole = builtin.unrealized_conversion_cast %n : i8 to tensor<i8>
  %twice = stablehlo.add %whole, %whole : tensor<i8>
  %part = builtin.unrealized_conversion_cast %twice : tensor<i8> to i8
  %m = arith.addi %part, %n : i8
  %less = arith.cmpi slt, %m, %n : i8
  return %f, %m, %less : f32, i8, i1
}
