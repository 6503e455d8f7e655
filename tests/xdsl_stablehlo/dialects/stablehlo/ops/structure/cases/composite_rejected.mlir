// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// composite_c1
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op" (C1)}}
  %r0 = "stablehlo.composite"(%a0) <{name = "op", decomposition = @f, composite_attributes = {}, version = 0 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: name must be a valid namespaced op name

// -----

// composite_c2
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op 'g' does not reference a valid function (C2)}}
  %r0 = "stablehlo.composite"(%a0) <{name = "my.op", decomposition = @g, composite_attributes = {}, version = 0 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: 'g' does not reference a valid function

// -----

// composite_c3
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
func.func @main(%a0: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op operand at index 0 has type 'tensor<2xf64>', but decomposition has type 'tensor<2xf32>' (C3)}}
  %r0 = "stablehlo.composite"(%a0) <{name = "my.op", decomposition = @f, composite_attributes = {}, version = 0 : i32}> : (tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: operand at index 0 has type 'tensor<2xf64>', but decomposition has type 'tensor<2xf32>'

// -----

// composite_c3_count
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op has 2 operand(s), but decomposition has 1 (C3)}}
  %r0 = "stablehlo.composite"(%a0, %a1) <{name = "my.op", decomposition = @f, composite_attributes = {}, version = 0 : i32}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: has 2 operand(s), but decomposition has 1

// -----

// composite_c4
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.composite' op result at index 0 has type 'tensor<2xf64>', but decomposition has type 'tensor<2xf32>' (C4)}}
  %r0 = "stablehlo.composite"(%a0) <{name = "my.op", decomposition = @f, composite_attributes = {}, version = 0 : i32}> : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: result at index 0 has type 'tensor<2xf64>', but decomposition has type 'tensor<2xf32>'

// -----

// composite_c4_count
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op has 2 result(s), but decomposition has 1 (C4)}}
  %r0, %r1 = "stablehlo.composite"(%a0) <{name = "my.op", decomposition = @f, composite_attributes = {}, version = 0 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %r0, %r1 : tensor<2xf32>, tensor<2xf32>
}

// cpp: has 2 result(s), but decomposition has 1
