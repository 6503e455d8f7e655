func.func public @main(%x: tensor<8xf32>, %y: tensor<4xf32>, %z: tensor<i32>) -> tensor<2xf32> {
  %a = stablehlo.dynamic_update_slice %x, %y, %z : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>
  %r = stablehlo.slice %a [6:8] : (tensor<8xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
