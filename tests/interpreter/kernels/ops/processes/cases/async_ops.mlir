// async_start and async_done.

// -----

// An asynchronous op gives its value when it is done.
func.func @p(%x: tensor<2xi64>) -> tensor<2xi64> {
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%y: tensor<2xi64>):
    %s = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%l: tensor<i64>, %r_0: tensor<i64>):
      %s_1 = stablehlo.add %l, %r_0 : tensor<i64>
      stablehlo.return %s_1 : tensor<i64>
    }) : (tensor<2xi64>) -> tensor<2xi64>
    stablehlo.return %s : tensor<2xi64>
  }) : (tensor<2xi64>) -> !stablehlo.future<tensor<2xi64>>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xi64>>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}
func.func @main(%a0: tensor<2xi64>, %a1: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1 : tensor<2xi64>, tensor<2xi64>
}

// run: [1, 2], [10, 20]
// => [11, 22]
// => [11, 22]
