// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: An integer is doubled and halved, and taken for itself, although the double wraps around
// sentence: The product is reduced to the width of the type (spec: multiply) before it is divided.
// arguments: dense<1073741824> : tensor<i32>

func.func @before(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %s = stablehlo.multiply %x, %c : tensor<i32>
  %r = stablehlo.divide %s, %c : tensor<i32>
  return %r : tensor<i32>
}

func.func @after(%arg0: tensor<i32>) -> tensor<i32> {
  return %arg0 : tensor<i32>
}
