// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: Equality of two converted booleans becomes their conjunction: false equals false
// sentence: `compare` of equal numbers is true (spec: compare), those that false is converted to among them.
// arguments: dense<false> : tensor<i1>, dense<false> : tensor<i1>

func.func @before(%x: tensor<i1>, %y: tensor<i1>) -> tensor<i1> {
  %a = stablehlo.convert %x : (tensor<i1>) -> tensor<i32>
  %b = stablehlo.convert %y : (tensor<i1>) -> tensor<i32>
  %r = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}

func.func @after(%arg0: tensor<i1>, %arg1: tensor<i1>) -> tensor<i1> {
  %0 = stablehlo.and %arg0, %arg1 : tensor<i1>
  return %0 : tensor<i1>
}
