func.func public @main(%x: tensor<8xf32>, %y: tensor<i32>) -> tensor<8xf32> {
  %r = stablehlo.dynamic_slice %x, %y, sizes = [8] : (tensor<8xf32>, tensor<i32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
