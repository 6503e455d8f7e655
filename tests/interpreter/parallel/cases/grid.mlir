// A grid of processes: meetings, failures, limits.

// -----

// A meeting that one process never comes to is reported.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @q(%x: tensor<i64>) -> tensor<i64> {
  return %x : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@q]]}> : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// run: 1, 2
// error: 14:10: 'interpreter.run_parallel' op cannot go on: process (0, 0) waits in all_reduce on channel 0 for (1, 0) (operands: tensor<i64>, tensor<i64>)

// -----

// A process in no group is reported.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// run: 1, 2
// error: 3:8: 'stablehlo.all_reduce' op process (1, 0) is in no process group (operands: tensor<i64>)

// -----

// Outside of a grid there is one process.
func.func @main() -> tensor<ui32> {
  %r = stablehlo.replica_id : tensor<ui32>
  return %r : tensor<ui32>
}

// run:
// => 0
