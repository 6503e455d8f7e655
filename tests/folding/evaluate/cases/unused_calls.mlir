// `main` calls a function and does not read what it gives: the call stays only for effects.

// -----

// Unused calls stay only for effects: no effect.
// `main` calls a function and does not read what it gives.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.add %x, %x : tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: an effect.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: no effect in a branch.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.compare LT, %x, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %i = "stablehlo.if"(%q) ({
    %n = stablehlo.add %x, %x : tensor<i32>
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %p : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: an effect in a branch.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.compare LT, %x, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %i = "stablehlo.if"(%q) ({
    stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %p : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: no effect in a branch of a branch.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.compare LT, %x, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %i = "stablehlo.if"(%q) ({
    %j = "stablehlo.if"(%q) ({
      %n = stablehlo.add %x, %x : tensor<i32>
      stablehlo.return %x : tensor<i32>
    }, {
      stablehlo.return %p : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %p : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: an effect in a branch of a branch.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.compare LT, %x, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %i = "stablehlo.if"(%q) ({
    %j = "stablehlo.if"(%q) ({
      stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
      stablehlo.return %x : tensor<i32>
    }, {
      stablehlo.return %p : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %p : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func private @f(%x: tensor<i32>) -> tensor<i32> {
// =>   %p = stablehlo.constant dense<0> : tensor<i32>
// =>   %q = stablehlo.compare LT, %x, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %i = "stablehlo.if"(%q) ({
// =>     stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
// =>     stablehlo.return %x : tensor<i32>
// =>   }, {
// =>     stablehlo.return %p : tensor<i32>
// =>   }) : (tensor<i1>) -> tensor<i32>
// =>   return %x : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: it calls a function without effects.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.add %x, %x : tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: it calls a function with effects.
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

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: no effects in what is called in turn.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @h(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @h(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.add %x, %x : tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: an effect in what is called in turn.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @h(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @h(%x: tensor<i32>) -> tensor<i32> {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: functions that call each other.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @h(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @h(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: it calls a function without a body.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(tensor<i32>) -> tensor<i32>
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: of two calls one has effects.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @g(%x) : (tensor<i32>) -> tensor<i32>
  %1 = call @h(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.add %x, %x : tensor<i32>
  return %x : tensor<i32>
}
func.func private @h(%x: tensor<i32>) -> tensor<i32> {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func private @f(%x: tensor<i32>) -> tensor<i32> {
// =>   %0 = call @h(%x) : (tensor<i32>) -> tensor<i32>
// =>   return %x : tensor<i32>
// => }
// => func.func private @h(%x: tensor<i32>) -> tensor<i32> {
// =>   stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()
// =>   return %x : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: a branch calls a function without effects.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.compare LT, %x, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %i = "stablehlo.if"(%q) ({
    %0 = func.call @g(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %p : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.add %x, %x : tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: a branch calls a function with effects.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.compare LT, %x, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %i = "stablehlo.if"(%q) ({
    %0 = func.call @g(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %p : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
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

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: a composite without effects.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.composite "a.b" %x {decomposition = @g} : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.add %x, %x : tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Unused calls stay only for effects: a composite with effects.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.composite "a.b" %x {decomposition = @g} : (tensor<i32>) -> tensor<i32>
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

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: an undeclared effect.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// Unused calls stay only for effects: a token.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  return %x : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %unused = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %x : tensor<i32>
}

// fold: unevaluated
// unchanged
