// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: x / (y / z) becomes (x * z) / y: what was finite is infinite
// sentence: `divide` rounds each quotient (spec: divide, IEEE 754); the product overflows by itself.
// arguments: dense<3.40282347E+38> : tensor<f32>, dense<3.40282347E+38> : tensor<f32>, dense<3.40282347E+38> : tensor<f32>

func.func @before(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.divide %y, %z : tensor<f32>
  %r = stablehlo.divide %x, %a : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %arg0, %arg2 : tensor<f32>
  %1 = stablehlo.divide %0, %arg1 : tensor<f32>
  return %1 : tensor<f32>
}
