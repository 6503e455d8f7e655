// rng_bit_generator bit for bit as XLA on CPU, and rng, which only evaluates with a seed.

// -----

// Rng bit generator example of the specification.
func.func @main() -> (tensor<2xui64>, tensor<2x2xui64>) {
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  return %r0, %r1 : tensor<2xui64>, tensor<2x2xui64>
}

// run:
// => [1, 6]
// => [[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]]
