// scan.

// -----

// Scan.
func.func @main(%a0: tensor<2x4xf32>, %a1: tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {
  %r:2 = chlo.scan(%a0) inits (%a1) dimension=1  {
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    %s = stablehlo.add %x, %y : tensor<2xf32>
    stablehlo.return %s, %s : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  return %r#0, %r#1 : tensor<2x4xf32>, tensor<2xf32>
}

// run: iota, [100.0, 200.0]
// => [[1.000000e+02, 1.010000e+02, 1.030000e+02, 1.060000e+02], [2.040000e+02, 2.090000e+02, 2.150000e+02, 2.220000e+02]]
// => [1.060000e+02, 2.220000e+02]

// -----

// Scan.
func.func @main(%a0: tensor<2x4xf32>, %a1: tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {
  %r:2 = chlo.scan(%a0) inits (%a1) dimension=1  attributes {is_reverse = true} {
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    %s = stablehlo.add %x, %y : tensor<2xf32>
    stablehlo.return %s, %s : tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x4xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  return %r#0, %r#1 : tensor<2x4xf32>, tensor<2xf32>
}

// run: iota, [100.0, 200.0]
// => [[1.060000e+02, 1.060000e+02, 1.050000e+02, 1.030000e+02], [2.220000e+02, 2.180000e+02, 2.130000e+02, 2.070000e+02]]
// => [1.060000e+02, 2.220000e+02]

// -----

// Scan without inputs.
func.func @main(%a0: tensor<i32>) -> (tensor<3xi32>, tensor<i32>) {
  %r:2 = chlo.scan() inits (%a0) dimension=0  attributes {scan_dim_size = 3 : i64} {
  ^bb0(%y: tensor<i32>):
    %s = stablehlo.add %y, %y : tensor<i32>
    stablehlo.return %y, %s : tensor<i32>, tensor<i32>
  } : (tensor<i32>) -> (tensor<3xi32>, tensor<i32>)
  return %r#0, %r#1 : tensor<3xi32>, tensor<i32>
}

// run: 1
// => [1, 2, 4]
// => 8

// -----

// Two inputs without carries.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %r:2 = chlo.scan(%a0, %a1) inits () dimension=0  {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s, %s : tensor<i32>, tensor<i32>
  } : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return %r#0, %r#1 : tensor<3xi32>, tensor<3xi32>
}

// run: [0, 1, 2], [10, 10, 10]
// => [10, 11, 12]
// => [10, 11, 12]
