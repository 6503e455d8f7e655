func.func public @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %m = stablehlo.constant dense<7> : tensor<4xi32>
  %c = stablehlo.constant dense<8> : tensor<4xi32>
  %a = stablehlo.and %x, %m : tensor<4xi32>
  %r = stablehlo.compare GE, %a, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
