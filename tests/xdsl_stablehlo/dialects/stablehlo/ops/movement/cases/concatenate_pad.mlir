// concatenate and pad: the types that are inferred, and how they are printed.

// -----

func.func @concatenate_1(%arg0: tensor<2xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return
}
func.func @concatenate_2(%arg0: tensor<2xf32>, %arg1: tensor<?xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func @concatenate_3(%arg0: tensor<2xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<3>>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return
}
func.func @concatenate_4(%arg0: tensor<?xf32, #stablehlo.bounds<4>>, %arg1: tensor<?xf32, #stablehlo.bounds<3>>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<?xf32, #stablehlo.bounds<7>>
  return
}
func.func @concatenate_5(%arg0: tensor<?xf32>, %arg1: tensor<?xf32, #stablehlo.bounds<3>>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<?xf32>, tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<?xf32>
  return
}
func.func @concatenate_6(%arg0: tensor<?x1xf32>, %arg1: tensor<3x1xf32>) {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<?x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return
}
func.func @pad_1(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [2], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<8xf32>
  return
}
func.func @pad_2(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [-1], high = [-2], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<0xf32>
  return
}
func.func @pad_3(%arg0: tensor<0xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [0], interior = [7] : (tensor<0xf32>, tensor<f32>) -> tensor<1xf32>
  return
}
func.func @pad_4(%arg0: tensor<?x2xf32, #stablehlo.bounds<5, ?>>, %arg1: tensor<f32>) {
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<?x2xf32, #stablehlo.bounds<5, ?>>, tensor<f32>) -> tensor<?x2xf32, #stablehlo.bounds<6, ?>>
  return
}

// infer:
// unchanged

// -----

func.func @concatenate(%a0: tensor<2xf32>) -> tensor<4xf32> {
  %r0 = stablehlo.concatenate %a0, %a0, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
func.func @pad(%a0: tensor<2xf32>, %a1: tensor<f32>) -> tensor<2xf32> {
  %r0 = stablehlo.pad %a0, %a1, low = [1], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
// cpp: the same
