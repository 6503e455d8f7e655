// CHLO's ops that broadcast: what they reject, infer and print.

// -----

// Unknown enum case.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xi1>) {
  // expected-error@+1 {{expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  %r0 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction XX>}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  return %r0 : tensor<2xi1>
}
