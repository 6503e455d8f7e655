// Which constants go with what is folded, and so pay for a larger one.

// -----

// A private function with one call pays with its constants.
func.func private @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// => func.func @main() -> tensor<4xi32> {
// =>   %r = stablehlo.constant dense<[2, 4, 6, 8]> : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// A public function pays nothing.
func.func @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// unchanged
// kept: func.call element-limit
// kept: stablehlo.add element-limit

// -----

// A function with two calls pays nothing.
func.func private @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @other() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  return %w : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// unchanged

// -----

// A function that is mentioned pays nothing.
func.func private @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @other() -> tensor<4xi32> {
  %w = stablehlo.custom_call @t() {called_computations = [@weights]} : () -> tensor<4xi32>
  return %w : tensor<4xi32>
}

// fold: fold-op-element-limit=2, unevaluated
// unchanged

// -----

// Single bytes pay.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<1> : tensor<1xi8>
  %b = stablehlo.constant dense<2> : tensor<1xi8>
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

// fold: fold-op-element-limit=1
// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }
