// Steps that are evaluated together have the bits and the storage that they have one by one.

// -----

// Too much work is that of an op.
func.func @main() -> tensor<i32> {
  %i = stablehlo.iota dim = 0 : tensor<2097152xi32>
  %c = stablehlo.constant dense<3> : tensor<2097152xi32>
  %m = stablehlo.multiply %i, %c : tensor<2097152xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r0 = stablehlo.reduce(%m init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2097152xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// run: work=1000000
// error: 5:8: 'stablehlo.multiply' op takes more than the 1000000 ns of estimated work that are allowed (operands: tensor<2097152xi32>, tensor<2097152xi32>)
