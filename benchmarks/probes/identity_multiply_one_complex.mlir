func.func public @main(%x: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %c = stablehlo.constant dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>
  %r = stablehlo.multiply %x, %c : tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}
