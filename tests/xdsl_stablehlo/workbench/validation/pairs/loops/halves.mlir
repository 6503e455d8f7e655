// before
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<150> : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: 2^-149 is the smallest f32; its half is a tie with 0, which is even.
func.func @main() -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %r, %u = stablehlo.while(%k = %z, %v = %x) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.compare GT, %v, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.constant dense<0.5> : tensor<f32>
    %w = stablehlo.multiply %v, %h : tensor<f32>
    %l = stablehlo.add %k, %o : tensor<i32>
    stablehlo.return %l, %w : tensor<i32>, tensor<f32>
  }
  return %r : tensor<i32>
}
// ----- wrong: f16 ends at 2^-24.
func.func @main() -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.constant dense<1.0> : tensor<f16>
  %r, %u = stablehlo.while(%k = %z, %v = %x) : tensor<i32>, tensor<f16>
  cond {
    %n = stablehlo.constant dense<0.0> : tensor<f16>
    %p = stablehlo.compare GT, %v, %n : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h = stablehlo.constant dense<0.5> : tensor<f16>
    %w = stablehlo.multiply %v, %h : tensor<f16>
    %l = stablehlo.add %k, %o : tensor<i32>
    stablehlo.return %l, %w : tensor<i32>, tensor<f16>
  }
  return %r : tensor<i32>
}
