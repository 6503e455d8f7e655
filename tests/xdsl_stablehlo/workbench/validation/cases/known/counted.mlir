// before
func.func @main(%x: tensor<4xi1>) -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
// ----- right: A sum of booleans is not negative.
func.func @main(%x: tensor<4xi1>) -> tensor<i1> {
  %v = stablehlo.convert %x : (tensor<4xi1>) -> tensor<4xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %s = "stablehlo.reduce_window"(%v, %init) <{window_dimensions = array<i64: 4>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
  %w = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
  %bound = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.compare GE, %w, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: The initial value may be left out.
func.func @main(%x: tensor<4xi1>) -> tensor<i1> {
  %v = stablehlo.convert %x : (tensor<4xi1>) -> tensor<4xi32>
  %init = stablehlo.constant dense<3> : tensor<i32>
  %s = "stablehlo.reduce_window"(%v, %init) <{window_dimensions = array<i64: 4>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<1xi32>
  %w = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
  %bound = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.compare GE, %w, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
