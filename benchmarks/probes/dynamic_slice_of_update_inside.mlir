func.func public @main(%x: tensor<8xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %i = stablehlo.constant dense<3> : tensor<i32>
  %a = stablehlo.dynamic_update_slice %x, %c, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  %r = stablehlo.slice %a [3:5] : (tensor<8xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
