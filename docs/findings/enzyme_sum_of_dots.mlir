// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A sum of two products of matrices becomes a product by a sum, which overflows
// sentence: Each element is a sum of products of elements (spec: dot_general); the sum of the right sides is in no program before.
// arguments: dense<[0.000000e+00, 3.40282347E+38]> : tensor<2xf32>, dense<[0.000000e+00, -3.40282347E+38]> : tensor<2xf32>, dense<[0.000000e+00, 2.500000e+00]> : tensor<2xf32>

func.func @before(%a: tensor<2xf32>, %x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<f32> {
  %p = stablehlo.dot_general %a, %x, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %q = stablehlo.dot_general %a, %y, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  %r = stablehlo.add %p, %q : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> tensor<f32> {
  %0 = stablehlo.add %arg1, %arg2 : tensor<2xf32>
  %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
