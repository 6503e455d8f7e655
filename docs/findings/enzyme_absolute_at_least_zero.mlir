// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: An absolute value is taken for at least 0: that of the smallest integer is itself
// sentence: `abs` of the smallest signed integer overflows and gives it back (spec: abs, and integers wrap around).
// arguments: dense<-2147483648> : tensor<i32>

func.func @before(%x: tensor<i32>) -> tensor<i1> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.abs %x : tensor<i32>
  %r = stablehlo.compare GE, %a, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}

func.func @after(%arg0: tensor<i32>) -> tensor<i1> {
  %c = stablehlo.constant dense<true> : tensor<i1>
  return %c : tensor<i1>
}
