// before
func.func @main(%x: tensor<2xi32>, %i: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      stablehlo.return %a : tensor<i32>
    }
  return %r : tensor<i32>
}
// ----- right: The leftmost may be the first element.
func.func @main(%x: tensor<2xi32>, %i: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.slice %x [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %r = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The leftmost may be the init value.
func.func @main(%x: tensor<2xi32>, %i: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %i, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The leftmost is never the last element.
func.func @main(%x: tensor<2xi32>, %i: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.slice %x [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %r = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong, out of reach: The leftmost of the reversed elements may be the last one.
func.func @main(%x: tensor<2xi32>, %i: tensor<i32>) -> tensor<i32> {
  %v = stablehlo.reverse %x, dims = [0] : tensor<2xi32>
  %r = stablehlo.reduce(%v init: %i) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      stablehlo.return %a : tensor<i32>
    }
  return %r : tensor<i32>
}
