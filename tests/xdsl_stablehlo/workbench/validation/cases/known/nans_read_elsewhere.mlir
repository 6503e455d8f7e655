// before
func.func @main(%x: tensor<f32>, %k: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.maximum %least, %x : tensor<f32>
  %s = "stablehlo.sort"(%k) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %o = stablehlo.negate %m : tensor<f32>
  return %o, %s : tensor<f32>, tensor<4xf32>
}
// ----- right: Nothing reads the bits of this NaN.
func.func @main(%x: tensor<f32>, %k: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.optimization_barrier %x : tensor<f32>
  %s = "stablehlo.sort"(%k) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %o = stablehlo.negate %m : tensor<f32>
  return %o, %s : tensor<f32>, tensor<4xf32>
}
// ----- wrong: It is not the largest.
func.func @main(%x: tensor<f32>, %k: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.optimization_barrier %least : tensor<f32>
  %s = "stablehlo.sort"(%k) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %o = stablehlo.negate %m : tensor<f32>
  return %o, %s : tensor<f32>, tensor<4xf32>
}
