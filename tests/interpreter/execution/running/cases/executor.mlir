// Steps over slots: their order, what is freed and when, what is written in place, whose error it is.

// -----

// A value that is read later is not written to.
func.func @main(%a0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %u = stablehlo.constant dense<7.000000e+00> : tensor<1xf32>
  %x = stablehlo.abs %a0 : tensor<4xf32>
  %r0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  %s = stablehlo.negate %x : tensor<4xf32>
  return %r0, %s : tensor<4xf32>, tensor<4xf32>
}

// run: [1.0, -2.0, 3.0, -4.0]
// => [1.000000e+00, 7.000000e+00, 3.000000e+00, 4.000000e+00]
// => [-1.000000e+00, -2.000000e+00, -3.000000e+00, -4.000000e+00]
// cpp: the same

// -----

// Results of calls go where they are read.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0 = stablehlo.abs %x : tensor<f32>
  %1:2 = call @f(%0, %c) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %2 = stablehlo.negate %1#1 : tensor<f32>
  return %2 : tensor<f32>
}
func.func private @f(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0, %x : tensor<f32>, tensor<f32>
}

// run: -3.0
// => -3.000000e+00
// cpp: the same

// -----

// Results of calls go where they are read.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %0 = stablehlo.abs %x : tensor<f32>
  %1:2 = call @f(%0, %c) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %2 = stablehlo.negate %1#0 : tensor<f32>
  return %2 : tensor<f32>
}
func.func private @f(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0, %x : tensor<f32>, tensor<f32>
}

// run: -3.0
// => -4.000000e+00
// cpp: the same

// -----

// A body of scalars runs for many elements at once and reads from outside.
func.func @main(%a0: tensor<3x20xf32>, %a1: tensor<f32>) -> tensor<3xf32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %k = stablehlo.negate %a1 : tensor<f32>
  %r0 = stablehlo.reduce(%a0 init: %z) across dimensions = [1] : (tensor<3x20xf32>, tensor<f32>) -> tensor<3xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %p = stablehlo.multiply %y, %k : tensor<f32>
    %s = func.call @f(%x, %p) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %r0 : tensor<3xf32>
}
func.func private @f(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// run: iota, 2.0
// cpp: within 60 ulps
