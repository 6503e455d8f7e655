// The pass `inline`; inlining again changes nothing.

// -----

// Calls of calls.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @four(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @four(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @double(%x) : (tensor<f32>) -> tensor<f32>
  %1 = call @double(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

// pass: inline,inline
// => func.func @f(%x: tensor<f32>) -> tensor<f32> {
// =>   %0 = stablehlo.add %x, %x : tensor<f32>
// =>   %1 = stablehlo.add %0, %0 : tensor<f32>
// =>   return %1 : tensor<f32>
// => }

// -----

// Calls in regions, and a function that returns its argument.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %1 = func.call @double(%x) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1:2 = func.call @same(%x, %x) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
    stablehlo.return %1#1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @same(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  return %y, %x : tensor<f32>, tensor<f32>
}

// pass: inline,inline
// => func.func @f(%x: tensor<f32>) -> tensor<f32> {
// =>   %p = stablehlo.constant dense<true> : tensor<i1>
// =>   %0 = "stablehlo.if"(%p) ({
// =>     %1 = stablehlo.add %x, %x : tensor<f32>
// =>     stablehlo.return %1 : tensor<f32>
// =>   }, {
// =>     stablehlo.return %x : tensor<f32>
// =>   }) : (tensor<i1>) -> tensor<f32>
// =>   return %0 : tensor<f32>
// => }

// -----

// A call that is not to be inlined.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @double(%x) {no_inline} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

// pass: inline,inline
// unchanged

// -----

// A function that is not to be inlined.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @double(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @double(%x: tensor<f32>) -> tensor<f32> attributes {no_inline} {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

// pass: inline,inline
// unchanged

// -----

// A function that calls itself.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// pass: inline,inline
// unchanged

// -----

// A function without a body.
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(tensor<f32>) -> tensor<f32>

// pass: inline,inline
// unchanged
