func.func public @main(%x: tensor<8xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.dynamic_slice %x, %c, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
