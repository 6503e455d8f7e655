// composite: how it is printed.

// -----

func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @composite(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.composite "my.op" %a0 {composite_attributes = {x = 1 : i64}, decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @composite(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.composite "my.op" %a0 ({
    stablehlo.return 
  }, {
    stablehlo.return 
  }) {decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
