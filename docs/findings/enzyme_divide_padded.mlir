// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A padded tensor is divided before it is padded: 0 / 0 in the padding is 0
// sentence: `divide` of 0 by 0 is NaN (spec: divide, IEEE 754); the padding is divided like all other elements.
// arguments: dense<0.000000e+00> : tensor<2xf32>, dense<0.000000e+00> : tensor<4xf32>

func.func @before(%x: tensor<2xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %p = stablehlo.pad %x, %z, low = [2], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %r = stablehlo.divide %p, %y : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @after(%arg0: tensor<2xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.slice %arg1 [2:4] : (tensor<4xf32>) -> tensor<2xf32>
  %1 = stablehlo.divide %arg0, %0 : tensor<2xf32>
  %2 = stablehlo.pad %1, %cst, low = [2], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
