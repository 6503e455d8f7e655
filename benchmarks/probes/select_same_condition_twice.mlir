func.func public @main(%x: tensor<4xi1>, %y: tensor<4xf32>, %z: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.select %x, %y, %z : tensor<4xi1>, tensor<4xf32>
  %r = stablehlo.select %x, %a, %w : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
