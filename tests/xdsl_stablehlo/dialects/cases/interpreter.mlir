// The interpreter dialect: what its ops reject, how they are built and printed.

// -----

// Rejected.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<3xf32>) -> () {
  // expected-error@+1 {{'interpreter.probe' op requires the same type for all operands and results}}
  %r = "interpreter.probe"(%a0) <{probe_id = "p"}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @print(%a0: tensor<2xf32>) {
  interpreter.print %a0 : tensor<2xf32>
  return
}
func.func @probe(%a0: tensor<2xf32>) {
  %r0 = interpreter.probe %a0, probe_id = "p" : tensor<2xf32>
  return
}

// print:
// unchanged

// -----

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
func.func @main(%a0: tensor<i64>) {
  %r = "interpreter.run_parallel"(%a0) <{programs = [[@one]]}> : (tensor<i64>) -> tensor<i64>
  return
}

// print:
// unchanged

// -----

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
func.func @main(%a0: tensor<i64>) {
  %r:5 = "interpreter.run_parallel"(%a0, %a0, %a0) <{infeed = [@one], programs = [[@one, @one], [@one, @two]]}> : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  return
}

// print:
// unchanged

// -----

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
}func.func @main(%a0: tensor<i64>) -> () {
  // expected-error@+1 {{'interpreter.run_parallel' op `programs` attribute cannot be empty}}
  %r:1 = "interpreter.run_parallel"(%a0) <{programs = []}> : (tensor<i64>) -> (tensor<i64>)
  return
}

// -----

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
}func.func @main(%a0: tensor<i64>) -> () {
  // expected-error@+1 {{'interpreter.run_parallel' op Sizes of second dimension of `programs` should all match 1 but got 2}}
  %r:1 = "interpreter.run_parallel"(%a0) <{programs = [[@one], [@one, @one]]}> : (tensor<i64>) -> (tensor<i64>)
  return
}

// -----

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
}func.func @main(%a0: tensor<i64>) -> () {
  // expected-error@+1 {{'interpreter.run_parallel' op Function "three" not found}}
  %r:1 = "interpreter.run_parallel"(%a0) <{programs = [[@three]]}> : (tensor<i64>) -> (tensor<i64>)
  return
}

// -----

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
}func.func @main(%a0: tensor<i64>) -> () {
  // expected-error@+1 {{'interpreter.run_parallel' op Number of inputs (2) should match the sum of the number of inputs of all programs (1)}}
  %r:1 = "interpreter.run_parallel"(%a0, %a0) <{programs = [[@one]]}> : (tensor<i64>, tensor<i64>) -> (tensor<i64>)
  return
}

// -----

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
}func.func @main(%a0: tensor<i64>) -> () {
  // expected-error@+1 {{'interpreter.run_parallel' op Number of results (2) should match the sum of the number of results of all programs (1)}}
  %r:2 = "interpreter.run_parallel"(%a0) <{programs = [[@one]]}> : (tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return
}

// -----

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
}func.func @main(%a0: tensor<i64>) -> () {
  // expected-error@+1 {{'interpreter.run_parallel' op infeed attribute is optional or should not be empty}}
  %r:1 = "interpreter.run_parallel"(%a0) <{programs = [[@one]], infeed = []}> : (tensor<i64>) -> (tensor<i64>)
  return
}

// -----

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
}func.func @main(%a0: tensor<i64>) -> () {
  // expected-error@+1 {{'interpreter.run_parallel' op Function "two" should return 1 tensor but returns 2}}
  %r:1 = "interpreter.run_parallel"(%a0) <{programs = [[@one]], infeed = [@two]}> : (tensor<i64>) -> (tensor<i64>)
  return
}

// -----

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
}func.func @main(%a0: tensor<i64>) -> () {
  // expected-error@+1 {{'interpreter.run_parallel' op Function "token" should return a tensor type, but instead returns '!stablehlo.token'}}
  %r:1 = "interpreter.run_parallel"(%a0) <{programs = [[@one]], infeed = [@token]}> : (tensor<i64>) -> (tensor<i64>)
  return
}
