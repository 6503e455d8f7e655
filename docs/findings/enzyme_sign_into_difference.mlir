// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A sign is moved into a difference: (-x) / (y - z) becomes x / (z - y), of the other sign where y is z
// sentence: y - z and z - y are both +0 where y is z (spec: subtract, IEEE 754), so that the quotients have different signs.
// arguments: dense<1.000000e+00> : tensor<f32>, dense<1.000000e+00> : tensor<f32>, dense<1.000000e+00> : tensor<f32>

func.func @before(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %n = stablehlo.negate %x : tensor<f32>
  %d = stablehlo.subtract %y, %z : tensor<f32>
  %r = stablehlo.divide %n, %d : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.subtract %arg2, %arg1 : tensor<f32>
  %1 = stablehlo.divide %arg0, %0 : tensor<f32>
  return %1 : tensor<f32>
}
