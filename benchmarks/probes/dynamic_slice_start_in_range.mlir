func.func public @main(%x: tensor<8xf32>, %y: tensor<i32>) -> tensor<2xf32> {
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<6> : tensor<i32>
  %i = stablehlo.clamp %l, %y, %h : tensor<i32>
  %r = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
