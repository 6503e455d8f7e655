// Programs from text: what xDSL's parser cannot read, positions, errors, and lines that are looked up.

// -----

// An alias defined twice.
#a = 1 : i32
// expected-error@+1 {{re-declaration of alias '#a'}}
#a = 2 : i32

// -----

// A known line with operands of another type.
func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  %0 = stablehlo.abs %x : tensor<2xf32>
  // expected-error@+1 {{custom op 'stablehlo.abs' operand is used with type tensor<2xf32>, but has been previously used or defined with type tensor<3xf32>}}
  %1 = stablehlo.abs %y : tensor<2xf32>
  return
}

// -----

// Truth is no number (#stablehlo.bounds<true>).
// expected-error@+1 {{custom op 'builtin.module' expected integer value}}
module attributes {a.b = #stablehlo.bounds<true>} {}

// -----

// Truth is no number.
// expected-error@+1 {{custom op 'builtin.module' expected integer value}}
module attributes {a.b = #stablehlo.channel_handle<handle = false, type = 1>} {}
