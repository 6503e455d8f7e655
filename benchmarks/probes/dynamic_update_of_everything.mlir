func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<i32>) -> tensor<4xf32> {
  %r = stablehlo.dynamic_update_slice %x, %y, %z : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
