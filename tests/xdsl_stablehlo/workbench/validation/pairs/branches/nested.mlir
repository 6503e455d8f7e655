// before
func.func @main(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %r = "stablehlo.if"(%p) ({
    %s = "stablehlo.if"(%q) ({
      stablehlo.return %x : tensor<2xi32>
    }, {
      stablehlo.return %y : tensor<2xi32>
    }) : (tensor<i1>) -> tensor<2xi32>
    stablehlo.return %s : tensor<2xi32>
  }, {
    stablehlo.return %y : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
// ----- right: Both conditions.
func.func @main(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %c = stablehlo.and %p, %q : tensor<i1>
  %r = stablehlo.select %c, %x, %y : tensor<i1>, tensor<2xi32>
  return %r : tensor<2xi32>
}
// ----- wrong: One of them.
func.func @main(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %c = stablehlo.or %p, %q : tensor<i1>
  %r = stablehlo.select %c, %x, %y : tensor<i1>, tensor<2xi32>
  return %r : tensor<2xi32>
}
