func.func public @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %m = stablehlo.constant dense<10> : tensor<4xi32>
  %a = stablehlo.remainder %x, %m : tensor<4xi32>
  %r = stablehlo.compare EQ, %a, %m : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
