// before
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %minus = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<f32>
  %a = stablehlo.compare NE, %e, %inf : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %b = stablehlo.compare NE, %e, %minus : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %c = stablehlo.and %a, %b : tensor<i1>
  %r = stablehlo.select %c, %e, %y : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}
// ----- right: No exponential is near the other infinity, however it is rounded.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<f32>
  %a = stablehlo.compare NE, %e, %inf : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = stablehlo.select %a, %e, %y : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: It may be infinite.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %e = stablehlo.exponential %x : tensor<f32>
  return %e : tensor<f32>
}
