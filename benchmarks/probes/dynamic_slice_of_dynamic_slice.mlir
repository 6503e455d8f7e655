func.func public @main(%x: tensor<8xf32>, %y: tensor<i32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %a = stablehlo.dynamic_slice %x, %y, sizes = [4] : (tensor<8xf32>, tensor<i32>) -> tensor<4xf32>
  %r = stablehlo.dynamic_slice %a, %c, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
