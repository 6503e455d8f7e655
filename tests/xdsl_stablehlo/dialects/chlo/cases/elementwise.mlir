// CHLO's functions of one or two numbers: the types that are inferred, what they reject, and how they are printed.

// -----

func.func @next_after(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.next_after %arg0, %arg1 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @polygamma(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.polygamma %arg0, %arg1 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @zeta(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.zeta %arg0, %arg1 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @mulhi(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
  %0 = chlo.mulhi %arg0, %arg1 : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
  return
}
func.func @acos(%arg0: tensor<2xf32>) {
  %0 = chlo.acos %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @acosh(%arg0: tensor<2xf32>) {
  %0 = chlo.acosh %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @asin(%arg0: tensor<2xf32>) {
  %0 = chlo.asin %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @asinh(%arg0: tensor<2xf32>) {
  %0 = chlo.asinh %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @atan(%arg0: tensor<2xf32>) {
  %0 = chlo.atan %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @atanh(%arg0: tensor<2xf32>) {
  %0 = chlo.atanh %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @bessel_i1e(%arg0: tensor<2xf32>) {
  %0 = chlo.bessel_i1e %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @conj(%arg0: tensor<2xf32>) {
  %0 = chlo.conj %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @cosh(%arg0: tensor<2xf32>) {
  %0 = chlo.cosh %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @digamma(%arg0: tensor<2xf32>) {
  %0 = chlo.digamma %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @erf_inv(%arg0: tensor<2xf32>) {
  %0 = chlo.erf_inv %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @erf(%arg0: tensor<2xf32>) {
  %0 = chlo.erf %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @erfc(%arg0: tensor<2xf32>) {
  %0 = chlo.erfc %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @lgamma(%arg0: tensor<2xf32>) {
  %0 = chlo.lgamma %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @sinh(%arg0: tensor<2xf32>) {
  %0 = chlo.sinh %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @square(%arg0: tensor<2xf32>) {
  %0 = chlo.square %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @tan(%arg0: tensor<2xf32>) {
  %0 = chlo.tan %arg0 : tensor<2xf32> -> tensor<2xf32>
  return
}
func.func @is_inf_1(%arg0: tensor<2xf32>) {
  %0 = chlo.is_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
  return
}
func.func @is_neg_inf_1(%arg0: tensor<2xf32>) {
  %0 = chlo.is_neg_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
  return
}
func.func @is_pos_inf_1(%arg0: tensor<2xf32>) {
  %0 = chlo.is_pos_inf %arg0 : tensor<2xf32> -> tensor<2xi1>
  return
}
func.func @is_inf_2(%arg0: tensor<*xf32>) {
  %0 = chlo.is_inf %arg0 : tensor<*xf32> -> tensor<*xi1>
  return
}
func.func @is_neg_inf_2(%arg0: tensor<*xf32>) {
  %0 = chlo.is_neg_inf %arg0 : tensor<*xf32> -> tensor<*xi1>
  return
}
func.func @is_pos_inf_2(%arg0: tensor<*xf32>) {
  %0 = chlo.is_pos_inf %arg0 : tensor<*xf32> -> tensor<*xi1>
  return
}
func.func @_asin_acos_kernel(%arg0: tensor<2xcomplex<f32>>) {
  %0 = chlo._asin_acos_kernel %arg0 : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// infer:
// unchanged

// speculate:
// => yes

// -----

func.func @erf(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = chlo.erf %a0 : tensor<2xf32> -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @next_after(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = chlo.next_after %a0, %a0 : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.acos' op requires compatible types for all operands and results}}
  %r0 = "chlo.acos"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.acosh' op requires compatible types for all operands and results}}
  %r0 = "chlo.acosh"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.asin' op requires compatible types for all operands and results}}
  %r0 = "chlo.asin"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.asinh' op requires compatible types for all operands and results}}
  %r0 = "chlo.asinh"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.atan' op requires compatible types for all operands and results}}
  %r0 = "chlo.atan"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.atanh' op requires compatible types for all operands and results}}
  %r0 = "chlo.atanh"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.bessel_i1e' op requires compatible types for all operands and results}}
  %r0 = "chlo.bessel_i1e"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.conj' op requires compatible types for all operands and results}}
  %r0 = "chlo.conj"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.cosh' op requires compatible types for all operands and results}}
  %r0 = "chlo.cosh"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.digamma' op requires compatible types for all operands and results}}
  %r0 = "chlo.digamma"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.erf_inv' op requires compatible types for all operands and results}}
  %r0 = "chlo.erf_inv"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.erf' op requires compatible types for all operands and results}}
  %r0 = "chlo.erf"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.erfc' op requires compatible types for all operands and results}}
  %r0 = "chlo.erfc"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.lgamma' op requires compatible types for all operands and results}}
  %r0 = "chlo.lgamma"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.sinh' op requires compatible types for all operands and results}}
  %r0 = "chlo.sinh"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.square' op requires compatible types for all operands and results}}
  %r0 = "chlo.square"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.tan' op requires compatible types for all operands and results}}
  %r0 = "chlo.tan"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<3xi1>) {
  // expected-error@+1 {{'chlo.is_inf' op all non-scalar operands/results must have the same shape and base type}}
  %r0 = "chlo.is_inf"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  return %r0 : tensor<3xi1>
}

// cpp: must have the same shape and base type

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<3xi1>) {
  // expected-error@+1 {{'chlo.is_neg_inf' op all non-scalar operands/results must have the same shape and base type}}
  %r0 = "chlo.is_neg_inf"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  return %r0 : tensor<3xi1>
}

// cpp: must have the same shape and base type

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<3xi1>) {
  // expected-error@+1 {{'chlo.is_pos_inf' op all non-scalar operands/results must have the same shape and base type}}
  %r0 = "chlo.is_pos_inf"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  return %r0 : tensor<3xi1>
}

// cpp: must have the same shape and base type

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'chlo.next_after' op requires compatible types for all operands and results}}
  %r0 = "chlo.next_after"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'chlo.polygamma' op requires compatible types for all operands and results}}
  %r0 = "chlo.polygamma"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'chlo.zeta' op requires compatible types for all operands and results}}
  %r0 = "chlo.zeta"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'chlo.erf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'}}
  %r0 = "chlo.erf"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xi32>'

// -----

func.func @main(%a0: tensor<4xi1>, %a1: tensor<4xi1>) -> (tensor<4xi1>) {
  // expected-error@+1 {{'chlo.mulhi' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer values, but got 'tensor<4xi1>'}}
  %r0 = "chlo.mulhi"(%a0, %a1) : (tensor<4xi1>, tensor<4xi1>) -> (tensor<4xi1>)
  return %r0 : tensor<4xi1>
}
