// Blocks compiled to bodies: slots, forms, what calls reach, and what is refused when it runs.

// -----

// Branches read the values of their own (True-7.0).
func.func @main(%a0: tensor<i1>, %a1: tensor<f32>) -> tensor<f32> {
  %k = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %r0 = "stablehlo.if"(%a0) ({
    %x = stablehlo.add %a1, %k : tensor<f32>
    stablehlo.return %x : tensor<f32>
  }, {
    %x = stablehlo.multiply %k, %a1 : tensor<f32>
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// run: true, 5.0
// => 7.000000e+00

// run: false, 5.0
// => 1.000000e+01
