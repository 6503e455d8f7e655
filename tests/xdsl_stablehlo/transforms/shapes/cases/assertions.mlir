// Assertions about shapes.

// -----

// An assertion that holds goes.
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {error_message = "size {0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// => func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
// =>   %p = stablehlo.constant dense<true> : tensor<i1>
// =>   %a = stablehlo.constant dense<7> : tensor<i32>
// =>   %b = stablehlo.constant dense<8> : tensor<i32>
// =>   return
// => }

// -----

// One that does not hold goes where nobody asks.
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {error_message = "size {0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions{enable-shape-assertions=false}
// => func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
// =>   %p = stablehlo.constant dense<false> : tensor<i1>
// =>   %a = stablehlo.constant dense<7> : tensor<i32>
// =>   %b = stablehlo.constant dense<8> : tensor<i32>
// =>   return
// => }
// unevaluated

// -----

// An error: size 7 is not 8.
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {error_message = "size {0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// error: 'stablehlo.custom_call': size 7 is not 8

// -----

// An error: expects static assert_what (operand #0).
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.not %x : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {error_message = "size {0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// error: 'stablehlo.custom_call': expects static assert_what (operand #0)

// -----

// An error: index less than 2. Found specifier {2}.
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {error_message = "{2}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// error: 'stablehlo.custom_call': expects error_message to contain format specifiers with error_message_input index less than 2. Found specifier {2}

// -----

// An error: foo is not a supported attribute.
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {foo = 1 : i32, has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// error: 'stablehlo.custom_call': foo is not a supported attribute

// -----

// An error: expects an empty backend_config.
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {backend_config = "x", error_message = "", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// error: 'stablehlo.custom_call': expects an empty backend_config

// -----

// An error: expects an error_message attribute.
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {api_version = 2 : i32, has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// error: 'stablehlo.custom_call': expects an error_message attribute

// -----

// An error: (operand #3) to be a constant of type tensor<i32> or tensor<i64>.
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.constant dense<8> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b, %y) {error_message = "size {0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>, tensor<i8>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// error: 'stablehlo.custom_call': expects error_message_input (operand #3) to be a constant of type tensor<i32> or tensor<i64>

// -----

// An error: expects static error_message_input (operand #2).
func.func @main(%x: tensor<i1>, %y: tensor<i8>) {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %a = stablehlo.constant dense<7> : tensor<i32>
  %b = stablehlo.add %a, %a : tensor<i32>
  stablehlo.custom_call @shape_assertion(%p, %a, %b) {error_message = "size {0} is not {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  return
}

// pass: stablehlo-check-shape-assertions
// error: 'stablehlo.custom_call': expects static error_message_input (operand #2)
