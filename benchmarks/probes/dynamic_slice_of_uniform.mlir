func.func public @main(%x: tensor<i32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<5.0> : tensor<8xf32>
  %r = stablehlo.dynamic_slice %c, %x, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
