// constant: what it rejects, and its constructor.

// -----

// Indices are no elements (dense<1> : tensor<index>).
func.func @main() {
  // expected-error@+1 {{'stablehlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<index>'}}
  %c = stablehlo.constant dense<1> : tensor<index>
  return
}

// -----

// Indices are no elements (dense<[1, 2]> : tensor<2xindex>).
func.func @main() {
  // expected-error@+1 {{'stablehlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xindex>'}}
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xindex>
  return
}
