func.func public @main(%x: tensor<8xf32>, %y: tensor<i32>) -> tensor<8xf32> {
  %a = stablehlo.dynamic_slice %x, %y, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
  %r = stablehlo.dynamic_update_slice %x, %a, %y : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
