// Programs of test_small_passes.py: Parts of small passes that need Python; what they make of programs is in
// `cases/`.

// -----
// program
func.func @main(%x: tensor<2xi64>, %n: tensor<i1>) -> (tensor<2xi64>, !stablehlo.token) {
  %c = stablehlo.constant dense<1> : tensor<2xi64>
  %t = stablehlo.create_token : !stablehlo.token
  %q = stablehlo.uniform_quantize %f : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  %r = "stablehlo.if"(%n) ({
    %a = stablehlo.add %x, %c : tensor<2xi64> loc("sum@main")
    stablehlo.return %a : tensor<2xi64>
  }, {
    stablehlo.return %x : tensor<2xi64>
  }) : (tensor<i1>) -> tensor<2xi64>
  return %r, %t : tensor<2xi64>, !stablehlo.token
}

// -----
// types lose their signs and constants keep their bits
func.func @main() -> tensor<3xui8> {
  %c = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  return %c : tensor<3xui8>
}

// -----
// constants without elements lose their signs
func.func @main() -> tensor<0x2xui8> {
  %c = stablehlo.constant dense<> : tensor<0x2xui8>
  return %c : tensor<0x2xui8>
}
