// Undeclared effects may be assumed away.

// -----

// Undeclared effects may be assumed away: nothing is declared, behind a call.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Undeclared effects may be assumed away: declared to be none, behind a call.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @f(%x) {has_side_effect = false} : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Undeclared effects may be assumed away: nothing is declared, straight in the function.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Undeclared effects may be assumed away: declared to be none, straight in the function.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @f(%x) {has_side_effect = false} : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Undeclared effects may be assumed away: a declared effect, behind a call.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @f(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// unchanged

// -----

// Undeclared effects may be assumed away: a declared effect, straight in the function.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @f(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// unchanged

// -----

// Undeclared effects may be assumed away: no results, behind a call.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  stablehlo.custom_call @f(%x) : (tensor<i32>) -> ()
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// unchanged

// -----

// Undeclared effects may be assumed away: no results, straight in the function.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  stablehlo.custom_call @f(%x) : (tensor<i32>) -> ()
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// unchanged

// -----

// Undeclared effects may be assumed away: a function without a body, behind a call.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(tensor<i32>) -> tensor<i32>
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// => func.func private @g(tensor<i32>) -> tensor<i32>
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Undeclared effects may be assumed away: a function without a body, straight in the function.
func.func private @g(tensor<i32>) -> tensor<i32>
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// => func.func private @g(tensor<i32>) -> tensor<i32>
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Undeclared effects may be assumed away: a function with effects, behind a call.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// unchanged

// -----

// Undeclared effects may be assumed away: a function with effects, straight in the function.
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// unchanged

// -----

// Undeclared effects may be assumed away: a token, behind a call.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// unchanged

// -----

// Undeclared effects may be assumed away: a token, straight in the function.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  return %x : tensor<i32>
}

// fold: assume-no-undeclared-side-effects=true, unevaluated
// unchanged
