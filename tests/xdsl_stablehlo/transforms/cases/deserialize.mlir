// Programs of old artifacts.

// -----

// From the oldest version back.
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// pass: stablehlo-legalize-to-vhlo,vhlo-to-version{target="0.9.0"}
// without: stablehlo

// pass: stablehlo-legalize-to-vhlo,vhlo-to-version{target="0.9.0"},stablehlo-deserialize
// unchanged
