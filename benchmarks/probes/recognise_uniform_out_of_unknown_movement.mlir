func.func public @main(%x: tensor<i32>, %y: tensor<8xi32>) -> tensor<4xi32> {
  %a = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
  %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %d = stablehlo.reverse %b, dims = [0] : tensor<2x2xi32>
  %r = stablehlo.reshape %d : (tensor<2x2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
