func.func public @main(%x: tensor<4xf32>, %y: tensor<i32>) -> tensor<1xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<4xf32>
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<3> : tensor<i32>
  %i = stablehlo.clamp %l, %y, %h : tensor<i32>
  %a = stablehlo.concatenate %c, %x, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %r = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
