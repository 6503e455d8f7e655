// concatenate and pad, against the reference interpreter.

// -----

// Concatenate of one operand.
func.func @main(%a0: tensor<3xi32>) -> tensor<3xi32> {
  %r0 = stablehlo.concatenate %a0, dim = 0 : (tensor<3xi32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run: [0, 1, 2]
// => [0, 1, 2]
