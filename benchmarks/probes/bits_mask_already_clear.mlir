func.func public @main(%x: tensor<4xui8>) -> tensor<4xui32> {
  %m = stablehlo.constant dense<255> : tensor<4xui32>
  %a = stablehlo.convert %x : (tensor<4xui8>) -> tensor<4xui32>
  %r = stablehlo.and %a, %m : tensor<4xui32>
  return %r : tensor<4xui32>
}
