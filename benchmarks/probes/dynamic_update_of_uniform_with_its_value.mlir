func.func public @main(%x: tensor<i32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<5.0> : tensor<8xf32>
  %u = stablehlo.constant dense<5.0> : tensor<2xf32>
  %r = stablehlo.dynamic_update_slice %c, %u, %x : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
