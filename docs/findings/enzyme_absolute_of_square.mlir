// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: The square of an integer is taken for its own absolute value, although it wraps around
// sentence: The product is reduced to the width of the type (spec: multiply), where its sign is that of the highest bit.
// arguments: dense<50000> : tensor<i32>

func.func @before(%x: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %x, %x : tensor<i32>
  %r = stablehlo.abs %s : tensor<i32>
  return %r : tensor<i32>
}

func.func @after(%arg0: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<i32>
  return %0 : tensor<i32>
}
