// Branches of `if` and `case`: which go, and which stay.

// -----

// If with known predicate leaves its branch.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.add %x, %x : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    %c = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %r = stablehlo.add %x, %x : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Nested branches go together.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.if"(%p) ({
    %0 = "stablehlo.case"(%i) ({
      %1 = stablehlo.multiply %x, %x : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    %c = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %r = stablehlo.multiply %x, %x : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Branches that agree decide without the predicate.
func.func @main(%p: tensor<i1>) -> tensor<i32> {
  %r0 = "stablehlo.if"(%p) ({
    %c = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }, {
    %c = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %r = stablehlo.add %r0, %r0 : tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main(%p: tensor<i1>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<14> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Branches that differ in the sign of zero do not agree.
func.func @main(%p: tensor<i1>) -> tensor<f32> {
  %r = "stablehlo.if"(%p) ({
    %c = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }, {
    %c = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}

// unchanged

// -----

// Case out of range takes the last branch: 0 is the first branch.
func.func @main() -> tensor<i32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %c = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }, {
    %c = stablehlo.constant dense<20> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %c = stablehlo.constant dense<10> : tensor<i32>
// =>   return %c : tensor<i32>
// => }

// -----

// Case out of range takes the last branch: 1 is the last branch.
func.func @main() -> tensor<i32> {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %c = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }, {
    %c = stablehlo.constant dense<20> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %c = stablehlo.constant dense<20> : tensor<i32>
// =>   return %c : tensor<i32>
// => }

// -----

// Case out of range takes the last branch: 2 is beyond the last one.
func.func @main() -> tensor<i32> {
  %i = stablehlo.constant dense<2> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %c = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }, {
    %c = stablehlo.constant dense<20> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %c = stablehlo.constant dense<20> : tensor<i32>
// =>   return %c : tensor<i32>
// => }

// -----

// Case out of range takes the last branch: -1 is no branch.
func.func @main() -> tensor<i32> {
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %c = stablehlo.constant dense<10> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }, {
    %c = stablehlo.constant dense<20> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %c = stablehlo.constant dense<20> : tensor<i32>
// =>   return %c : tensor<i32>
// => }

// -----

// A branch without the declared types stays.
func.func @main(%x: tensor<2xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.add %x, %x : tensor<2xi32>
    stablehlo.return %0 : tensor<2xi32>
  }, {
    stablehlo.return %y : tensor<?xi32>
  }) : (tensor<i1>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// fold: unevaluated
// unchanged
// kept: stablehlo.if uses: has results whose types the branch does not have

// -----

// A hook keeps branches: an `if`.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.add %x, %x : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold:
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %r = stablehlo.add %x, %x : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// fold: keep=if
// unchanged
// kept: stablehlo.if hook

// -----

// A hook keeps branches: a `case`.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %p = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.case"(%p) ({
    %0 = stablehlo.add %x, %x : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold:
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %r = stablehlo.add %x, %x : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// fold: keep=case
// unchanged
// kept: stablehlo.case hook

// -----

// What a case decides is known under every name.
// The index of the outer `case` is a clamp that rules take for the value that the inner one asks about.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %low = stablehlo.constant dense<-1> : tensor<i32>
  %high = stablehlo.constant dense<5> : tensor<i32>
  %s = stablehlo.sign %x : tensor<i32>
  %a = stablehlo.clamp %low, %s, %high : tensor<i32>
  %r = "stablehlo.case"(%a) ({
    %b = stablehlo.clamp %low, %s, %high : tensor<i32>
    %0 = "stablehlo.case"(%b) ({
      %1 = stablehlo.or %high, %s : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }, {
      stablehlo.return %x : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.sign %x : tensor<i32>
// =>   %r = "stablehlo.case"(%s) ({
// =>     %c = stablehlo.constant dense<5> : tensor<i32>
// =>     stablehlo.return %c : tensor<i32>
// =>   }, {
// =>     stablehlo.return %x : tensor<i32>
// =>   }) : (tensor<i32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// What is known of the other results of a branch without the declared types is known.
func.func @main(%x: tensor<2xi32>, %y: tensor<?xi32>, %z: tensor<i32>) -> (tensor<?xi32>, tensor<i32>) {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r:2 = "stablehlo.if"(%p) ({
    %0 = stablehlo.add %x, %x : tensor<2xi32>
    %1 = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %0, %1 : tensor<2xi32>, tensor<i32>
  }, {
    stablehlo.return %y, %z : tensor<?xi32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<?xi32>, tensor<i32>)
  %s = stablehlo.add %r#1, %r#1 : tensor<i32>
  return %r#0, %s : tensor<?xi32>, tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2xi32>, %y: tensor<?xi32>, %z: tensor<i32>) -> (tensor<?xi32>, tensor<i32>) {
// =>   %p = stablehlo.constant dense<true> : tensor<i1>
// =>   %r:2 = "stablehlo.if"(%p) ({
// =>     %0 = stablehlo.add %x, %x : tensor<2xi32>
// =>     %c = stablehlo.constant dense<7> : tensor<i32>
// =>     stablehlo.return %0, %c : tensor<2xi32>, tensor<i32>
// =>   }, {
// =>     stablehlo.return %y, %z : tensor<?xi32>, tensor<i32>
// =>   }) : (tensor<i1>) -> (tensor<?xi32>, tensor<i32>)
// =>   %s = stablehlo.constant dense<14> : tensor<i32>
// =>   return %r#0, %s : tensor<?xi32>, tensor<i32>
// => }
