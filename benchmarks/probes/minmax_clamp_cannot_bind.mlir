func.func public @main(%x: tensor<4xui8>) -> tensor<4xi32> {
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<255> : tensor<i32>
  %a = stablehlo.convert %x : (tensor<4xui8>) -> tensor<4xi32>
  %r = stablehlo.clamp %l, %a, %h : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
