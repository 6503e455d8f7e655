func.func public @main(%x: tensor<8xf32>, %y: tensor<2xf32>, %z: tensor<i32>) -> tensor<2xf32> {
  %a = stablehlo.dynamic_update_slice %x, %y, %z : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  %r = stablehlo.dynamic_slice %a, %z, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
