func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %l = stablehlo.constant dense<0> : tensor<4xi32>
  %h = stablehlo.constant dense<9> : tensor<4xi32>
  %a = stablehlo.clamp %l, %x, %h : tensor<4xi32>
  %r = stablehlo.clamp %l, %a, %h : tensor<4xi32>
  return %r : tensor<4xi32>
}
