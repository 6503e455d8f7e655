func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<-1.0> : tensor<4xf32>
  %a = stablehlo.abs %x : tensor<4xf32>
  %r = stablehlo.maximum %a, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}
