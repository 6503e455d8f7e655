// Data movement: the types that are inferred, and how the ops are printed.

// -----

func.func @broadcast(%arg0: tensor<2xf32>) {
  %0 = stablehlo.broadcast %arg0, sizes = [3, 4] : (tensor<2xf32>) -> tensor<3x4x2xf32>
  return
}
func.func @transpose(%arg0: tensor<?x2xf32, #stablehlo.bounds<5, ?>>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<?x2xf32, #stablehlo.bounds<5, ?>>) -> tensor<2x?xf32, #stablehlo.bounds<?, 5>>
  return
}
func.func @reverse(%arg0: tensor<?x2xf32, #stablehlo.bounds<5, ?>>) {
  %0 = stablehlo.reverse %arg0, dims = [0] : tensor<?x2xf32, #stablehlo.bounds<5, ?>>
  return
}

// infer:
// unchanged

// -----

func.func @iota() -> tensor<2x3xf32> {
  %r0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}
func.func @broadcast(%a0: tensor<2xf32>) -> tensor<3x2xf32> {
  %r0 = stablehlo.broadcast %a0, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>
  return %r0 : tensor<3x2xf32>
}
func.func @broadcast_in_dim(%a0: tensor<f32>) -> tensor<2xf32> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @reshape(%a0: tensor<2x3xf32>) -> tensor<6xf32> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3xf32>) -> tensor<6xf32>
  return %r0 : tensor<6xf32>
}
func.func @transpose(%a0: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %r0 = stablehlo.transpose %a0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r0 : tensor<3x2xf32>
}
func.func @reverse(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.reverse %a0, dims = [0] : tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
// cpp: the same
