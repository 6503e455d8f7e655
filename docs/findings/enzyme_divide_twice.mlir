// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: Two quotients become one by a product: what was finite is not
// sentence: `divide` rounds each quotient (spec: divide, IEEE 754); the product of the divisors overflows or vanishes by itself.
// arguments: dense<3.40282347E+38> : tensor<f32>, dense<3.40282347E+38> : tensor<f32>, dense<3.40282347E+38> : tensor<f32>

func.func @before(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.divide %x, %y : tensor<f32>
  %r = stablehlo.divide %a, %z : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %arg1, %arg2 : tensor<f32>
  %1 = stablehlo.divide %arg0, %0 : tensor<f32>
  return %1 : tensor<f32>
}
