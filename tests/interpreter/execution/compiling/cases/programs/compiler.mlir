// Programs of test_compiler.py: Blocks compiled to bodies: slots, forms, what calls reach, and what is refused when
// it runs.

// -----
// arguments come first and results in order
%c = stablehlo.constant dense<3.0> : tensor<f32>
%x = stablehlo.add %a1, %c : tensor<f32>
%t = stablehlo.tuple %x, %a0 : tuple<tensor<f32>, tensor<f32>>
%r0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>

// -----
// regions
%k = stablehlo.constant dense<2.0> : tensor<f32>
%r0 = "stablehlo.if"(%a0) ({
  %x = stablehlo.add %a1, %k : tensor<f32>
  stablehlo.return %x : tensor<f32>
}, {
  %x = stablehlo.multiply %k, %a1 : tensor<f32>
  stablehlo.return %x : tensor<f32>
}) : (tensor<i1>) -> tensor<f32>

// -----
// an operand that is read twice by the op is not written to
func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %y = stablehlo.abs %x : tensor<1xi32>
  %z = stablehlo.dynamic_update_slice %y, %y, %i : (tensor<1xi32>, tensor<1xi32>, tensor<i32>) -> tensor<1xi32>
  return %z : tensor<1xi32>
}

// -----
// elementwise
"stablehlo.map"(%a0) ({{
  ^bb0(%x: {kind}):
    {lines}
    stablehlo.return %y : {kind}
  }}) {{dimensions = array<i64: 0>}} : (tensor<2x{element}>) -> tensor<2x{element}>

// -----
// elementwise bodies are those of scalars and elementwise ops
func.func private @good(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.abs %x : tensor<f32>
  return %y : tensor<f32>
}
func.func private @bad(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.reshape %x : (tensor<f32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----
// callees are what an op runs by name
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.composite "my.f" %0 {decomposition = @g} : (tensor<f32>) -> tensor<f32>
  %2 = stablehlo.abs %1 : tensor<f32>
  return %2 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
func.func private @g(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }

// -----
// calls that lead back are refused by name
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
