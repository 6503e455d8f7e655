// Types that arguments get.

// -----

// An argument that gets a size is read through a wrapper.
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) -> tensor<?xf32> {
  %r = stablehlo.add %x, %x : tensor<?xf32>
  return %r : tensor<?xf32>
}

// pass: stablehlo-refine-arguments{types="tensor<4xf32>","tensor<2xf32>"}
// => func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<?xf32> {
// =>   %c = stablehlo.constant dense<4> : tensor<1xi64>
// =>   %x_0 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
// =>   %r = stablehlo.add %x_0, %x_0 : tensor<?xf32>
// =>   return %r : tensor<?xf32>
// => }
// unevaluated

// -----

// An error: number of refinements must match number of op operands 1 vs 2.
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) {
  return
}

// pass: stablehlo-refine-arguments{types="tensor<4xf32>"}
// error: 'func.func' op number of refinements must match number of op operands 1 vs 2

// -----

// An error: refinement element types must match in tensor<?xf32> -> tensor<4xi32>.
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) {
  return
}

// pass: stablehlo-refine-arguments{types="tensor<4xi32>","tensor<2xf32>"}
// error: 'func.func' op invalid refinement for argument 0, refinement element types must match in tensor<?xf32> -> tensor<4xi32>

// -----

// An error: refinement rank must match operand rank.
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) {
  return
}

// pass: stablehlo-refine-arguments{types="tensor<4x1xf32>","tensor<2xf32>"}
// error: 'func.func' op invalid refinement for argument 0, refinement rank must match operand rank in tensor<?xf32> -> tensor<4x1xf32>

// -----

// An error: argument 1, refinement dimension sizes must match for static dimensions.
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) {
  return
}

// pass: stablehlo-refine-arguments{types="tensor<4xf32>","tensor<3xf32>"}
// error: 'func.func' op invalid refinement for argument 1, refinement dimension sizes must match for static dimensions in tensor<2xf32> -> tensor<3xf32>

// -----

// An error: refinement must be ranked.
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) {
  return
}

// pass: stablehlo-refine-arguments{types="tensor<*xf32>","tensor<2xf32>"}
// error: 'func.func' op invalid refinement for argument 0, refinement must be ranked in tensor<?xf32> -> tensor<*xf32>

// -----

// An error: refinement must be a tensor.
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) {
  return
}

// pass: stablehlo-refine-arguments{types="!stablehlo.token","tensor<2xf32>"}
// error: 'func.func' op invalid refinement for argument 0, refinement must be a tensor in tensor<?xf32> -> !stablehlo.token

// -----

// An error: Invalid type string: tensor<4xf33>.
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) {
  return
}

// pass: stablehlo-refine-arguments{types="tensor<4xf33>","tensor<2xf32>"}
// error: 'builtin.module' op Invalid type string: tensor<4xf33>

// -----

// Which function is refined has to be clear.
func.func @f() {
  return
}
func.func @g() {
  return
}

// pass: stablehlo-refine-arguments
// error: 'builtin.module' op must have no more than one function or a `main` function to clearly identify which function will be refined
