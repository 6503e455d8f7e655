func.func public @main(%x: tensor<i1>) -> tensor<i1> {
  %r = "stablehlo.if"(%x) ({
    stablehlo.return %x : tensor<i1>
  }, {
    stablehlo.return %x : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}
