// custom_call: how it is printed, and what it rejects. Its constraints have no number in the specification.

// -----

func.func @custom_call(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.custom_call @f(%a0) {backend_config = "x", has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @custom_call_2() {
  stablehlo.custom_call @"strange name"() : () -> ()
  return
}

// print:
// unchanged
// cpp: the same

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: Layout attributes should be specified for either both operands and results or none.

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 1 != 0}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", operand_layouts = [], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: Number of operands must match the number of operand layouts, 1 != 0

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op incorrect layout dense<1> : tensor<1xindex> for type 'tensor<2xf32>', layout must be a permutation of [0, 1)}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", operand_layouts = [dense<1> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: layout must be a permutation of [0, 1)

// -----

func.func @main(%a0: tuple<tensor<2xf32>, !stablehlo.token>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Tuple types are not fully supported with layout constraints yet}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: Tuple types are not fully supported with layout constraints yet

// -----

func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Only tensor types can have non-empty layout: operand #0 of type '!stablehlo.token' has layout dense<0> : tensor<1xindex>}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]}> : (!stablehlo.token) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: Only tensor types can have non-empty layout: operand #0 of type '!stablehlo.token'

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", backend_config = "", api_version = 4 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", backend_config = {}, api_version = 1 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: backend_config for api_version API_VERSION_ORIGINAL must be a string attribute.

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: 1.}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: to be in range [0, 1); got: 1.

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op operand_tuple_indices in the output_operand_alias attribute out of bounds}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: operand_tuple_indices in the output_operand_alias attribute out of bounds

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op output_tuple_indices in the output_operand_alias attribute out of bounds}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: output_tuple_indices in the output_operand_alias attribute out of bounds

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<2xf32>' and output part has type 'tensor<2xf64>'}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: operand part has type 'tensor<2xf32>' and output part has type 'tensor<2xf64>'

// -----

func.func @main(%a0: tensor<2xf32>) -> (memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op buffer output [] is not used in output_operand_alias}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "f"}> : (tensor<2xf32>) -> (memref<2xf32>)
  return %r0 : memref<2xf32>
}

// cpp: buffer output [] is not used in output_operand_alias

// -----

func.func @main(%a0: tensor<2xf32>) -> (memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op CreateBuffer custom_call shouldn't have any inputs}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "CreateBuffer"}> : (tensor<2xf32>) -> (memref<2xf32>)
  return %r0 : memref<2xf32>
}

// cpp: CreateBuffer custom_call shouldn't have any inputs

// -----

func.func @main() -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op CreateBuffer custom_call should have a memref result}}
  %r0 = "stablehlo.custom_call"() <{call_target_name = "CreateBuffer"}> : () -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: CreateBuffer custom_call should have a memref result

// -----

func.func @main(%a0: memref<2xf32>) -> (memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have a tensor input}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "Pin"}> : (memref<2xf32>) -> (memref<2xf32>)
  return %r0 : memref<2xf32>
}

// cpp: Pin custom_call should have a tensor input

// -----

func.func @main(%a0: tensor<2xf64>) -> (memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Pin custom_call should have compatible input and output types}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "Pin"}> : (tensor<2xf64>) -> (memref<2xf32>)
  return %r0 : memref<2xf32>
}

// cpp: Pin custom_call should have compatible input and output types

// -----

func.func @main(%a0: memref<2xf32>) -> (memref<2xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op Unpin custom_call should have a tensor output}}
  %r0 = "stablehlo.custom_call"(%a0) <{call_target_name = "Unpin"}> : (memref<2xf32>) -> (memref<2xf32>)
  return %r0 : memref<2xf32>
}

// cpp: Unpin custom_call should have a tensor output

// -----

func.func @main() -> () {
  // expected-error@+1 {{'stablehlo.custom_call' op attribute 'api_version' failed to satisfy constraint: Custom call API version}}
  stablehlo.custom_call @f() {api_version = -1 : i32} : () -> ()
  return
}

// cpp: attribute 'api_version' failed to satisfy constraint: Custom call API version

// -----

func.func @main() -> () {
  // expected-error@+1 {{'stablehlo.custom_call' op attribute 'api_version' failed to satisfy constraint: Custom call API version}}
  stablehlo.custom_call @f() {api_version = 5 : i32} : () -> ()
  return
}

// cpp: attribute 'api_version' failed to satisfy constraint: Custom call API version
