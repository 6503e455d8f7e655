// Programs of test_interpreter.py: interpreter.print, interpreter.probe and check.expect_serialized_eq, and how
// values look as text.

// -----
// loop
func.func @main() -> tensor<i64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.while(%i = %zero) : tensor<i64>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i64>
    %q = interpreter.probe %n, probe_id = "step" : tensor<i64>
    stablehlo.return %q : tensor<i64>
  }
  check.expect_serialized_eq %three, probe_id = "step", iter = 2 : tensor<i64>
  return %r : tensor<i64>
}

// -----
// values of an earlier run can be checked
func.func @main(%x: tensor<2xi32>) {
  check.expect_serialized_eq %x, probe_id = "p" : tensor<2xi32>
  return
}

// -----
// ids cannot forge the index
func.func @main(%x: tensor<2xi32>) {
  check.expect_serialized_eq %x, probe_id = "ID" : tensor<2xi32>
  return
}

// -----
// a directory that cannot be used is reported
func.func @main(%x: tensor<f32>) {
  check.expect_serialized_eq %x, probe_id = "p" : tensor<f32>
  return
}

// -----
// print names the value as the printer numbers it
func.func @main(%arg0: tensor<2xi32>) {
  %c = stablehlo.constant dense<1> : tensor<2xi32>
  %0:2 = stablehlo.optimization_barrier %arg0, %arg0 : tensor<2xi32>, tensor<2xi32>
  %1 = stablehlo.add %0#0, %c : tensor<2xi32>
  interpreter.print %arg0 : tensor<2xi32>
  interpreter.print %0#1 : tensor<2xi32>
  interpreter.print %1 : tensor<2xi32>
  return
}

// -----
// print in a loop of values without names
func.func @main(%0: tensor<i1>) {
  %1 = stablehlo.optimization_barrier %0 : tensor<i1>
  %2 = stablehlo.while(%3 = %1) : tensor<i1>
  cond {
    stablehlo.return %3 : tensor<i1>
  } do {
    %4 = stablehlo.not %3 : tensor<i1>
    interpreter.print %4 : tensor<i1>
    interpreter.print %0 : tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }
  return
}

// -----
// quantized values are printed and probed as they are stored
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %q = stablehlo.bitcast_convert %x : (tensor<2xi32>) -> tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
  %p = interpreter.probe %q, probe_id = "p" : tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
  interpreter.print %p : tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
  %r = stablehlo.bitcast_convert %p : (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// -----
// a value goes by its own name before its number
func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<1> : tensor<2xi32>
  %sum = stablehlo.add %x, %c : tensor<2xi32>
  %0 = stablehlo.add %sum, %y : tensor<2xi32>
  %pair:2 = stablehlo.optimization_barrier %sum, %0 : tensor<2xi32>, tensor<2xi32>
  %1 = stablehlo.add %pair#0, %pair#1 : tensor<2xi32>
  return %1 : tensor<2xi32>
}
