// Effects and chance: what must stay, and where.

// -----

// Rng is never folded.
func.func @main() -> tensor<4xf32> {
  %a = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %b = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// fold: unevaluated
// unchanged
// kept: stablehlo.rng side-effects

// -----

// Effects of custom calls and callees stay.
func.func private @log(%x: tensor<f32>) -> tensor<f32> {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<f32>) -> ()
  return %x : tensor<f32>
}
func.func @main() -> tensor<f32> {
  %c = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %0 = call @log(%c) : (tensor<f32>) -> tensor<f32>
  %r = stablehlo.add %0, %0 : tensor<f32>
  return %r : tensor<f32>
}

// fold: unevaluated
// => func.func private @log() -> tensor<f32> {
// =>   %x = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// =>   stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<f32>) -> ()
// =>   return %x : tensor<f32>
// => }
// => func.func @main() -> tensor<f32> {
// =>   %0 = call @log() : () -> tensor<f32>
// =>   %r = stablehlo.constant dense<4.000000e+00> : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// A collective is not moved out of its branch.
func.func @main(%p: tensor<i1>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %r = "stablehlo.if"(%p) ({
    %0 = "stablehlo.all_reduce"(%c) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %0 : tensor<2xf32>
  }, {
    stablehlo.return %c : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: unevaluated
// unchanged

// -----

// Random bits fold only where the algorithm is named: DEFAULT is none.
func.func @main() -> tensor<4xui32> {
  %k = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %s, %r = stablehlo.rng_bit_generator %k, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %r : tensor<4xui32>
}

// unchanged
// kept: stablehlo.rng_bit_generator undefined

// -----

// Random bits fold only where the algorithm is named: THREE_FRY.
func.func @main() -> tensor<4xui32> {
  %k = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %s, %r = stablehlo.rng_bit_generator %k, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %r : tensor<4xui32>
}

// => func.func @main() -> tensor<4xui32> {
// =>   %r = stablehlo.constant dense<[43444564, 2150618427, 3979645651, 3745730563]> : tensor<4xui32>
// =>   return %r : tensor<4xui32>
// => }
// kept: nothing

// -----

// Random bits fold only where the algorithm is named: PHILOX.
func.func @main() -> tensor<4xui32> {
  %k = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %s, %r = stablehlo.rng_bit_generator %k, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %r : tensor<4xui32>
}

// => func.func @main() -> tensor<4xui32> {
// =>   %r = stablehlo.constant dense<[2100602697, 2847456232, 2074354647, 800269529]> : tensor<4xui32>
// =>   return %r : tensor<4xui32>
// => }
// kept: nothing

// -----

// A call goes when folding takes the effects of its callee: what it gives is not read.
// The callee has an effect in a branch that is never taken: its call is removed, or its value is known.
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %p = stablehlo.constant dense<false> : tensor<i1>
  "stablehlo.if"(%p) ({
    stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<f32>) -> ()
    stablehlo.return 
  }, {
    stablehlo.return 
  }) : (tensor<i1>) -> ()
  return %x : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   return %x : tensor<f32>
// => }

// -----

// A call goes when folding takes the effects of its callee: what it gives is known.
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %p = stablehlo.constant dense<false> : tensor<i1>
  "stablehlo.if"(%p) ({
    stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<f32>) -> ()
    stablehlo.return 
  }, {
    stablehlo.return 
  }) : (tensor<i1>) -> ()
  return %x : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %0 = call @f(%c) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// =>   return %cst : tensor<f32>
// => }

// -----

// A call goes when folding takes the effects of its callee: a composite.
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %p = stablehlo.constant dense<false> : tensor<i1>
  "stablehlo.if"(%p) ({
    stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<f32>) -> ()
    stablehlo.return 
  }, {
    stablehlo.return 
  }) : (tensor<i1>) -> ()
  return %x : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %0 = stablehlo.composite "a.f" %x {decomposition = @f} : (tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   return %x : tensor<f32>
// => }
