// before
func.func @main(%x: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  %r = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %r : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
}
// ----- right: 64.0 and -66.0 lie outside of what is stored, and are clamped to it anyway.
func.func @main(%x: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  %l = stablehlo.constant dense<-66.0> : tensor<f32>
  %h = stablehlo.constant dense<64.0> : tensor<f32>
  %c = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = stablehlo.uniform_quantize %c : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %r : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
}
// ----- wrong: 62.0 is the largest of 127.
func.func @main(%x: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  %l = stablehlo.constant dense<-66.0> : tensor<f32>
  %h = stablehlo.constant dense<61.0> : tensor<f32>
  %c = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = stablehlo.uniform_quantize %c : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %r : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
}
