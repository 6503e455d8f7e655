// Programs with ops of arith and tensor.

// -----

// What is cast there and back is itself.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %s = builtin.unrealized_conversion_cast %x : tensor<4xf32> to memref<4xf32>
  %r = builtin.unrealized_conversion_cast %s : memref<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
// =>   return %x : tensor<4xf32>
// => }
