// Custom calls that the project evaluates.

// -----

// An assertion goes where it holds: it holds.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %least = stablehlo.constant dense<3> : tensor<i32>
  %fits = stablehlo.compare GE, %four, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%fits, %four) {error_message = "expected at least 3, but it is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   return %x : tensor<f32>
// => }

// -----

// An assertion goes where it holds: it does not.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %least = stablehlo.constant dense<5> : tensor<i32>
  %fits = stablehlo.compare GE, %four, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%fits, %four) {error_message = "expected at least 5, but it is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %four = stablehlo.constant dense<4> : tensor<i32>
// =>   %fits = stablehlo.constant dense<false> : tensor<i1>
// =>   stablehlo.custom_call @shape_assertion(%fits, %four) {error_message = "expected at least 5, but it is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
// =>   return %x : tensor<f32>
// => }

// -----

// An assertion about an argument stays.
func.func @main(%four: tensor<i32>) -> tensor<i32> {
  %least = stablehlo.constant dense<3> : tensor<i32>
  %fits = stablehlo.compare GE, %four, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%fits, %four) {error_message = "expected at least 3, but it is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %four : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// A call that runs a function of the module.
func.func private @gt(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main() -> (tensor<2xf32>, tensor<2xi32>) {
  %x = stablehlo.constant dense<[1.000000e+00, 5.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %no = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %no) {called_computations = [@gt], mhlo.backend_config = {reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
}

// => func.func @main() -> (tensor<2xf32>, tensor<2xi32>) {
// =>   %r = stablehlo.constant dense<[5.000000e+00, 4.000000e+00]> : tensor<2xf32>
// =>   %r_0 = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
// =>   return %r, %r_0 : tensor<2xf32>, tensor<2xi32>
// => }

// -----

// Constants do not move between memories.
func.func @main() -> tensor<f32> {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %r = stablehlo.custom_call @annotate_device_placement(%c) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// unchanged
// kept: stablehlo.custom_call side-effects

// -----

// A condition that is no scalar is not known to hold: the program fails when it is evaluated.
func.func @main() {
  %holds = stablehlo.constant dense<true> : tensor<2xi1>
  stablehlo.custom_call @shape_assertion(%holds) {error_message = "no", has_side_effect = true} : (tensor<2xi1>) -> ()
  return
}

// fold: unevaluated
// unchanged
