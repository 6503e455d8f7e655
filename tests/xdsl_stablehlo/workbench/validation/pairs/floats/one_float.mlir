// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<-0.0> : tensor<f32>
  %r = stablehlo.add %x, %z : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: 0.7 / 3.0 is one float, and no constant of the program.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<3.0> : tensor<f32>
  %d = stablehlo.constant dense<0.7> : tensor<f32>
  %m = stablehlo.multiply %x, %c : tensor<f32>
  %p = stablehlo.compare EQ, %m, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.add %x, %o : tensor<f32>
  %r = stablehlo.select %p, %s, %x : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: The float of the bits 1070886383.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %b = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
  %c = stablehlo.constant dense<1070886383> : tensor<i32>
  %p = stablehlo.compare EQ, %b, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.add %x, %o : tensor<f32>
  %r = stablehlo.select %p, %s, %x : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: 123.456 - 7.5 is exact, and so is adding 7.5.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<7.5> : tensor<f32>
  %d = stablehlo.constant dense<123.456> : tensor<f32>
  %m = stablehlo.add %x, %c : tensor<f32>
  %p = stablehlo.compare EQ, %m, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.add %x, %o : tensor<f32>
  %r = stablehlo.select %p, %s, %x : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: The root of 30.25 is 5.5.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %d = stablehlo.constant dense<30.25> : tensor<f32>
  %m = stablehlo.multiply %x, %x : tensor<f32>
  %p = stablehlo.compare EQ, %m, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.add %x, %o : tensor<f32>
  %r = stablehlo.select %p, %s, %x : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}
