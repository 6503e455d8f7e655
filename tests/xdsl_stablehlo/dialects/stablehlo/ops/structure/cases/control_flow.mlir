// if, case, while, return: what they reject, what they infer, how they are printed.

// -----

// While needs a type for each value.
func.func @main(%a0: tensor<i32>) -> () {
  // expected-error@+1 {{custom op 'stablehlo.while' 1 operands present, but 2 types}}
  stablehlo.while(%x = %a0) : tensor<i32>, tensor<i32> cond {} do {}
  return
}
