// Programs of test_adapter.py: Programs run by xDSL's own interpreter, with our implementation functions.

// -----
// xdsl interpreter runs programs
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %0 = func.call @f(%x, %c) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @f(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %y : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----
// foreign
%r0 = "stablehlo.if"(%a0) ({
  %x = "test.op"(%a1) : (tensor<2xi32>) -> tensor<2xi32>
  %y = stablehlo.add %x, %a1 : tensor<2xi32>
  stablehlo.return %y : tensor<2xi32>
}, { stablehlo.return %a1 : tensor<2xi32> }) : (tensor<i1>) -> tensor<2xi32>

// -----
// xdsl interpreter calls decompositions and refuses what is missing
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.composite "my.f" %x {decomposition = @f} : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @f(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----
// xdsl interpreter passes tuples and tokens
func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, !stablehlo.token) {
  %t = stablehlo.tuple %x, %x : tuple<tensor<2xi32>, tensor<2xi32>>
  %k = stablehlo.create_token : !stablehlo.token
  %0:2 = func.call @f(%t, %k) : (tuple<tensor<2xi32>, tensor<2xi32>>, !stablehlo.token)
  -> (tensor<2xi32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xi32>, !stablehlo.token
}
func.func private @f(%t: tuple<tensor<2xi32>, tensor<2xi32>>, %k: !stablehlo.token)
-> (tensor<2xi32>, !stablehlo.token) {
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>
  return %0, %k : tensor<2xi32>, !stablehlo.token
}

// -----
// xdsl interpreter calls a function twice and external ones
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = func.call @f(%x) : (tensor<2xi32>) -> tensor<2xi32>
  %1 = func.call @f(%0) : (tensor<2xi32>) -> tensor<2xi32>
  %2 = func.call @twice(%1) : (tensor<2xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}
func.func private @f(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @twice(%x: tensor<2xi32>) -> tensor<2xi32>
