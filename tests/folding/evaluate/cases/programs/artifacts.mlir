// Programs of test_artifacts.py: Artifacts are folded as they are read: large constants stay views of the file until
// something new is made of them.

// -----
// program
func.func @main(%x: tensor<65536xf32>) -> (tensor<65536xf32>, tensor<256x256xf32>) {
  %big = stablehlo.constant dense<0.0> : tensor<65536xf32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %three = stablehlo.constant dense<3.0> : tensor<f32>
  %six = stablehlo.multiply %two, %three : tensor<f32>
  %wide = stablehlo.broadcast_in_dim %six, dims = [] : (tensor<f32>) -> tensor<65536xf32>
  %0 = stablehlo.multiply %x, %wide : tensor<65536xf32>
  %1 = stablehlo.add %0, %big : tensor<65536xf32>
  %2 = stablehlo.reshape %big : (tensor<65536xf32>) -> tensor<256x256xf32>
  return %1, %2 : tensor<65536xf32>, tensor<256x256xf32>
}
