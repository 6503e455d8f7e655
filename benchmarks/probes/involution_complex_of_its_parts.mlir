func.func public @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %a = stablehlo.real %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %b = stablehlo.imag %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %r = stablehlo.complex %a, %b : tensor<4xcomplex<f32>>
  return %r : tensor<4xcomplex<f32>>
}
