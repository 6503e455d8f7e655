// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: Sums are taken in another order: 1 becomes 0
// sentence: `add` rounds each sum (spec: add, IEEE 754); 1 + (m - m) is 1, (1 + m) - m is 0.
// arguments: dense<false> : tensor<i1>, dense<1.000000e+00> : tensor<f32>, dense<3.40282347E+38> : tensor<f32>, dense<3.40282347E+38> : tensor<f32>

func.func @before(%p: tensor<i1>, %x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  %b = stablehlo.select %p, %y, %x : tensor<i1>, tensor<f32>
  %d = stablehlo.subtract %a, %z : tensor<f32>
  %r = stablehlo.add %b, %d : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %arg1, %arg2 : tensor<f32>
  %1 = stablehlo.subtract %0, %arg3 : tensor<f32>
  return %1 : tensor<f32>
}
