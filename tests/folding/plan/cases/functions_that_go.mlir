// Functions that folding leaves without callers.

// -----

// A function whose calls all go is removed with what it calls.
func.func private @inner(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func private @outer(%x: tensor<i32>) -> tensor<i32> {
  %r = call @inner(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @unused(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %r = call @outer(%c) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func private @unused(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<6> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Functions that only what folded named go: the composite folds.
// And what they called in turn; not public ones, nor those that nobody ever named.
func.func private @inner(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func private @outer(%x: tensor<i32>) -> tensor<i32> {
  %r = call @inner(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @public(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func private @never_named(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @main(%m: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.composite "a.b" %c {decomposition = @outer} : (tensor<i32>) -> tensor<i32>
  %1 = stablehlo.composite "a.c" %0 {decomposition = @public} : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.add %1, %m : tensor<i32>
  return %0, %2 : tensor<i32>, tensor<i32>
}

// => func.func @public(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
// => func.func private @never_named(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
// => func.func @main(%m: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %c = stablehlo.constant dense<6> : tensor<i32>
// =>   %0 = stablehlo.add %c, %m : tensor<i32>
// =>   return %c, %0 : tensor<i32>, tensor<i32>
// => }

// -----

// Functions that only what folded named go: the composite stays.
func.func private @inner(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func private @outer(%x: tensor<i32>) -> tensor<i32> {
  %r = call @inner(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @public(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func private @never_named(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @main(%m: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.composite "a.b" %m {decomposition = @outer} : (tensor<i32>) -> tensor<i32>
  %1 = stablehlo.composite "a.c" %0 {decomposition = @public} : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.add %1, %m : tensor<i32>
  return %0, %2 : tensor<i32>, tensor<i32>
}

// => func.func private @inner(%x: tensor<i32>) -> tensor<i32> {
// =>   %r = stablehlo.add %x, %x : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func private @outer(%x: tensor<i32>) -> tensor<i32> {
// =>   %r = call @inner(%x) : (tensor<i32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @public(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
// => func.func private @never_named(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
// => func.func @main(%m: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %0 = stablehlo.composite "a.b" %m {decomposition = @outer} : (tensor<i32>) -> tensor<i32>
// =>   %1 = stablehlo.composite "a.c" %0 {decomposition = @public} : (tensor<i32>) -> tensor<i32>
// =>   %2 = stablehlo.add %1, %m : tensor<i32>
// =>   return %0, %2 : tensor<i32>, tensor<i32>
// => }
