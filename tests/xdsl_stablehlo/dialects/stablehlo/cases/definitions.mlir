// What the definitions demand before any shape function is asked: kinds of operands, results, attributes.

// -----

// Operand.
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.cosine' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'}}
  %r0 = "stablehlo.cosine"(%a0) : (tensor<2xi32>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xi32>'

// -----

// Second operand.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op operand #1 must be 0D tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2xf32>'}}
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: operand #1 must be 0D tensor of

// -----

// Variadic operand.
func.func @main(%a0: tensor<2xf32>) -> (!stablehlo.token) {
  // expected-error@+1 {{'stablehlo.after_all' op operand #0 must be variadic of token, but got 'tensor<2xf32>'}}
  %r0 = "stablehlo.after_all"(%a0) : (tensor<2xf32>) -> (!stablehlo.token)
  return %r0 : !stablehlo.token
}

// cpp: operand #0 must be variadic of token

// -----

// Result.
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xi8>) {
  // expected-error@+1 {{'stablehlo.is_finite' op result #0 must be ranked tensor of bool values, but got 'tensor<2xi8>'}}
  %r0 = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> (tensor<2xi8>)
  return %r0 : tensor<2xi8>
}

// cpp: result #0 must be ranked tensor of bool values

// -----

// Integer width.
func.func @main(%a0: tensor<2xi3>, %a1: tensor<2xi3>) -> (tensor<2xi3>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xi3>'}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2xi3>, tensor<2xi3>) -> (tensor<2xi3>)
  return %r0 : tensor<2xi3>
}

// cpp: operand #0 must be ranked tensor of

// -----

// Signed integer.
func.func @main(%a0: tensor<2xsi8>, %a1: tensor<2xsi8>) -> (tensor<2xsi8>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2xsi8>'}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2xsi8>, tensor<2xsi8>) -> (tensor<2xsi8>)
  return %r0 : tensor<2xsi8>
}

// cpp: operand #0 must be ranked tensor of

// -----

// A float of no op.
// with TF32 = tf32
func.func @main(%a0: tensor<2x$TF32>, %a1: tensor<2x$TF32>) -> (tensor<2x$TF32>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x$TF32>'}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x$TF32>, tensor<2x$TF32>) -> (tensor<2x$TF32>)
  return %r0 : tensor<2x$TF32>
}

// cpp: operand #0 must be ranked tensor of

// -----

// Unranked.
func.func @main(%a0: tensor<*xf32>, %a1: tensor<*xf32>) -> (tensor<*xf32>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<*xf32>'}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  return %r0 : tensor<*xf32>
}

// cpp: operand #0 must be ranked tensor of

// -----

// Not a tensor.
func.func @main(%a0: f32) -> (f32) {
  // expected-error@+1 {{'stablehlo.abs' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'f32'}}
  %r0 = "stablehlo.abs"(%a0) : (f32) -> (f32)
  return %r0 : f32
}

// cpp: operand #0 must be ranked tensor of

// -----

// Dynamic iota.
func.func @main() -> (tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.iota' op result #0 must be statically shaped tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<?xf32>'}}
  %r0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> (tensor<?xf32>)
  return %r0 : tensor<?xf32>
}

// cpp: result #0 must be statically shaped tensor of

// -----

// Two bounds.
func.func @main(%a0: tensor<2xf32>) -> (tensor<?x?xf32, #stablehlo.bounds<5, 5>>) {
  // expected-error@+1 {{'stablehlo.reshape' op result #0 must be statically shaped or single bounded dimension tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<?x?xf32, #stablehlo.bounds<5, 5>>'}}
  %r0 = "stablehlo.reshape"(%a0) : (tensor<2xf32>) -> (tensor<?x?xf32, #stablehlo.bounds<5, 5>>)
  return %r0 : tensor<?x?xf32, #stablehlo.bounds<5, 5>>
}

// cpp: result #0 must be statically shaped or single bounded dimension tensor

// -----

// Missing attribute.
func.func @main() -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.iota' op requires attribute 'iota_dimension'}}
  %r0 = "stablehlo.iota"() : () -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires attribute 'iota_dimension'

// -----

// Attribute type.
func.func @main() -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r0 = "stablehlo.iota"() <{iota_dimension = 0 : i32}> : () -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute

// -----

// Array type.
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute}}
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i32: 0>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: nvalid attribute `dimensions`

// -----

// Storage range.
func.func @main(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:300>>) -> (tensor<2x!quant.uniform<i8:f32, 1.0:300>>) {
  // expected-error@+1 {{'stablehlo.negate' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00:300>>'}}
  %r0 = "stablehlo.negate"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.0:300>>) -> (tensor<2x!quant.uniform<i8:f32, 1.0:300>>)
  return %r0 : tensor<2x!quant.uniform<i8:f32, 1.0:300>>
}

// -----

// Signed storage.
func.func @main(%a0: tensor<2x!quant.uniform<si8:f32, 1.0>>) -> (tensor<2x!quant.uniform<si8:f32, 1.0>>) {
  // expected-error@+1 {{'stablehlo.negate' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.uniform<si8:f32, 1.000000e+00>>'}}
  %r0 = "stablehlo.negate"(%a0) : (tensor<2x!quant.uniform<si8:f32, 1.0>>) -> (tensor<2x!quant.uniform<si8:f32, 1.0>>)
  return %r0 : tensor<2x!quant.uniform<si8:f32, 1.0>>
}

// -----

// Axis rank.
func.func @main(%a0: tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>, %a1: tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) -> (tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>>'}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>, tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) -> (tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>)
  return %r0 : tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>
}

// -----

// Axis size.
func.func @main(%a0: tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, %a1: tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) -> (tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.add' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>'}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) -> (tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>)
  return %r0 : tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
}

// -----

// Regions.
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires one region}}
  %r0 = "stablehlo.sort"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires one region
