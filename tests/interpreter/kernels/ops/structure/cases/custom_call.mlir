// Custom calls, with a function that a user registers and without.

// -----

// Custom call without an evaluator is an error where it runs.
func.func @main(%a0: tensor<2xi32>) -> tensor<2xi32> {
  %r0 = stablehlo.custom_call @test.twice(%a0) : (tensor<2xi32>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: [1, 2]
// error: 3:9: 'stablehlo.custom_call' op calls @test.twice, for which no evaluator is registered; `xdsl_stablehlo.interpreter.register_custom_call("test.twice", kernel)` registers one (operands: tensor<2xi32>)
