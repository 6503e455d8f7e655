// before
func.func @main(%x: tensor<3xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %m = stablehlo.multiply %b, %two : tensor<i32>
      %s = stablehlo.add %a, %m : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }
  return %r : tensor<i32>
}
// ----- right: x0 + 2 (x1 + 2 x2) is one of the trees.
func.func @main(%x: tensor<3xi32>) -> tensor<i32> {
  %a = stablehlo.slice %x [0:1] : (tensor<3xi32>) -> tensor<1xi32>
  %b = stablehlo.slice %x [1:2] : (tensor<3xi32>) -> tensor<1xi32>
  %c = stablehlo.slice %x [2:3] : (tensor<3xi32>) -> tensor<1xi32>
  %d = stablehlo.add %c, %c : tensor<1xi32>
  %e = stablehlo.add %b, %d : tensor<1xi32>
  %f = stablehlo.add %e, %e : tensor<1xi32>
  %g = stablehlo.add %a, %f : tensor<1xi32>
  %r = stablehlo.reshape %g : (tensor<1xi32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong, out of reach: The tree of the reversed elements has another weight for each of them.
func.func @main(%x: tensor<3xi32>) -> tensor<i32> {
  %v = stablehlo.reverse %x, dims = [0] : tensor<3xi32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.reduce(%v init: %i) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %two = stablehlo.constant dense<2> : tensor<i32>
      %m = stablehlo.multiply %b, %two : tensor<i32>
      %s = stablehlo.add %a, %m : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }
  return %r : tensor<i32>
}
