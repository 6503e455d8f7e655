func.func public @main(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %c = stablehlo.constant dense<[[1, 0], [0, 1]]> : tensor<2x2xi32>
  %r = stablehlo.dot_general %x, %c, contracting_dims = [1] x [0] : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
