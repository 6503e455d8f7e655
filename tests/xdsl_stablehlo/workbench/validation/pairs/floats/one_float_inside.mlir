// before
func.func @main(%x: tensor<f32>) -> tensor<i1> {
  %r = stablehlo.constant dense<false> : tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: 1234.5 * 0.5 + 100.25 is 717.5.
func.func @main(%x: tensor<f32>) -> tensor<i1> {
  %h = stablehlo.constant dense<0.5> : tensor<f32>
  %a = stablehlo.constant dense<100.25> : tensor<f32>
  %c = stablehlo.constant dense<717.5> : tensor<f32>
  %m = stablehlo.multiply %x, %h : tensor<f32>
  %s = stablehlo.add %m, %a : tensor<f32>
  %r = stablehlo.compare EQ, %s, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: Between -13.07 and its neighbour nearer to zero there is none, but -13.07 is one.
func.func @main(%x: tensor<f32>) -> tensor<i1> {
  %l = stablehlo.constant dense<-13.07> : tensor<f32>
  %h = stablehlo.constant dense<-13.069999> : tensor<f32>
  %p = stablehlo.compare GE, %x, %l : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %q = stablehlo.compare LT, %x, %h : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = stablehlo.and %p, %q : tensor<i1>
  return %r : tensor<i1>
}
