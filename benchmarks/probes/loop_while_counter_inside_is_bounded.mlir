func.func public @main(%x: tensor<8xf32>) -> tensor<f32> {
  %z0 = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<8> : tensor<i32>
  %h = stablehlo.constant dense<7> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %s, %r = stablehlo.while(%i = %z0, %a = %f) : tensor<i32>, tensor<f32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i32>
    %k = stablehlo.clamp %z0, %i, %h : tensor<i32>
    %v = stablehlo.dynamic_slice %x, %k, sizes = [1] : (tensor<8xf32>, tensor<i32>) -> tensor<1xf32>
    %w1 = stablehlo.reshape %v : (tensor<1xf32>) -> tensor<f32>
    %b = stablehlo.add %a, %w1 : tensor<f32>
    stablehlo.return %j, %b : tensor<i32>, tensor<f32>
  }
  return %r : tensor<f32>
}
