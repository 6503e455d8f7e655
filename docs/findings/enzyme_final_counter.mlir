// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: The final value of a counter becomes its bound, also where the loop is never entered
// sentence: The condition is false at once for a bound below the start (spec: while), and the results are the operands.
// arguments: dense<-1> : tensor<i64>

func.func @before(%n: tensor<i64>) -> tensor<i64> {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.while(%i = %z) : tensor<i64>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %a = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %a : tensor<i64>
  }
  return %r : tensor<i64>
}

func.func @after(%arg0: tensor<i64>) -> tensor<i64> {
  return %arg0 : tensor<i64>
}
