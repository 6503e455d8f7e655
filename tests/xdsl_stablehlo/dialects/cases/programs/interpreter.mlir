// Programs of test_interpreter.py: The interpreter dialect: what its ops reject, how they are built and printed.

// -----
// programs
func.func @one(%a: tensor<i64>) -> tensor<i64> {
  return %a : tensor<i64>
}
func.func @two() -> (tensor<i64>, tensor<i64>) {
  %c = stablehlo.constant dense<1> : tensor<i64>
  return %c, %c : tensor<i64>, tensor<i64>
}
func.func @token() -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  return %t : !stablehlo.token
}
