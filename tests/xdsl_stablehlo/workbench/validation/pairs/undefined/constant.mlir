// before
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<-1> : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: -1 / 1 is -1.
func.func @main() -> tensor<i32> {
  %n = stablehlo.constant dense<-1> : tensor<i32>
  %d = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.divide %n, %d : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: 1 / 0 is undefined: an implementation may give anything but -1.
func.func @main() -> tensor<i32> {
  %n = stablehlo.constant dense<1> : tensor<i32>
  %d = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.divide %n, %d : tensor<i32>
  return %r : tensor<i32>
}
