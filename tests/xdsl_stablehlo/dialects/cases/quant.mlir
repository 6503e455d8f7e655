// The quantized types: text as MLIR prints it, and what is refused with its words (spec: Quantized types).

// -----

func.func private @uniform() attributes {a = !quant.uniform<i8<-128:127>:f32, 0.1:3>}
func.func private @uniform_2() attributes {a = !quant.uniform<i8:f32, 0.1234567890123>}
func.func private @uniform_3() attributes {a = !quant.uniform<u8:f32, 0.1:3>}
func.func private @uniform_4() attributes {a = !quant.uniform<ui8:f32, 0.1:3>}
func.func private @uniform_5() attributes {a = !quant.uniform<si8:f32, 0.1>}
func.func private @uniform_6() attributes {a = !quant.uniform<u8<0:254>:f64, 0.1:-3>}
func.func private @uniform_7() attributes {a = !quant.uniform<i32:f32, 3.0>}
func.func private @uniform_9() attributes {a = !quant<uniform<i8:f32, 0.5>>}
func.func private @uniform_10() attributes {a = !quant.uniform<i8<-127:127>:f32:1, {0.1:3, 0.2}>}
func.func private @uniform_11() attributes {a = !quant.uniform<i8:f32:{0:4,1:2}, {{2.0:120, 3.0:127}, {4.0, 5.0}}>}
func.func private @uniform_12() attributes {a = !quant.uniform<i8:f32:{}, {1.0}>}

// print:
// => func.func private @uniform() attributes {a = !quant.uniform<i8:f32, 1.000000e-01:3>}
// => func.func private @uniform_2() attributes {a = !quant.uniform<i8:f32, 0.12345678901230001>}
// => func.func private @uniform_3() attributes {a = !quant.uniform<u8:f32, 1.000000e-01:3>}
// => func.func private @uniform_4() attributes {a = !quant.uniform<ui8:f32, 1.000000e-01:3>}
// => func.func private @uniform_5() attributes {a = !quant.uniform<si8:f32, 1.000000e-01>}
// => func.func private @uniform_6() attributes {a = !quant.uniform<u8<0:254>:f64, 1.000000e-01:-3>}
// => func.func private @uniform_7() attributes {a = !quant.uniform<i32:f32, 3.000000e+00>}
// => func.func private @uniform_9() attributes {a = !quant.uniform<i8:f32, 5.000000e-01>}
// => func.func private @uniform_10() attributes {a = !quant.uniform<i8<-127:127>:f32:1, {1.000000e-01:3,2.000000e-01}>}
// => func.func private @uniform_11() attributes {a = !quant.uniform<i8:f32:{0:4, 1:2}, {{2.000000e+00:120, 3.000000e+00:127}, {4.000000e+00, 5.000000e+00}}>}
// => func.func private @uniform_12() attributes {a = !quant.uniform<i8:f32:{}, {1.000000e+00}>}

// -----

// expected-error@+1 {{custom op 'func.func' unexpected decimal integer literal for a floating point value}}
func.func private @f() attributes {a = !quant.uniform<i8:f32, 1:3>}

// -----

// expected-error@+1 {{custom op 'func.func' scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f() attributes {a = !quant.uniform<i8:f32, 0.0>}

// -----

// expected-error@+1 {{custom op 'func.func' scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f() attributes {a = !quant.uniform<i8:f32, -1.0>}

// -----

// expected-error@+1 {{custom op 'func.func' scale 7.000000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @f() attributes {a = !quant.uniform<i8:f16, 70000.0>}

// -----

// expected-error@+1 {{custom op 'func.func' illegal storage type minimum: -200}}
func.func private @f() attributes {a = !quant.uniform<i8<-200:3>:f32, 1.0>}

// -----

// expected-error@+1 {{custom op 'func.func' illegal storage type maximum: 200}}
func.func private @f() attributes {a = !quant.uniform<i8<0:200>:f32, 1.0>}

// -----

// expected-error@+1 {{custom op 'func.func' illegal storage min and storage max: (3:-3)}}
func.func private @f() attributes {a = !quant.uniform<i8<3:-3>:f32, 1.0>}

// -----

// expected-error@+1 {{custom op 'func.func' illegal storage type size: 40}}
func.func private @f() attributes {a = !quant.uniform<i40:f32, 1.0>}

// -----

// expected-error@+1 {{custom op 'func.func' illegal storage type prefix}}
func.func private @f() attributes {a = !quant.uniform<x8:f32, 1.0>}

// -----

// expected-error@+1 {{custom op 'func.func' expressed type must be floating point}}
func.func private @f() attributes {a = !quant.uniform<i8:i32, 1.0>}

// -----

// expected-error@+1 {{custom op 'func.func' illegal quantized dimension: -1}}
func.func private @f() attributes {a = !quant.uniform<i8:f32:-1, {1.0}>}

// -----

// expected-error@+1 {{custom op 'func.func' quantization along one axis has one list of scales}}
func.func private @f() attributes {a = !quant.uniform<i8:f32:1, {{1.0}}>}

// -----

// expected-error@+1 {{custom op 'func.func' integer or float literal expected}}
func.func private @f() attributes {a = !quant.uniform<i8:f32:1, {}>}

// -----

// expected-error@+1 {{custom op 'func.func' illegal quantized dimension: -1}}
func.func private @f() attributes {a = !quant.uniform<i8:f32:{-1:2}, {1.0}>}

// -----

// expected-error@+1 {{custom op 'func.func' illegal block size: 0}}
func.func private @f() attributes {a = !quant.uniform<i8:f32:{0:0}, {1.0}>}

// -----

// expected-error@+1 {{custom op 'func.func' scales have inconsistent ranks between elements}}
func.func private @f() attributes {a = !quant.uniform<i8:f32:{0:1,1:1}, {{1.0}, {1.0, 2.0}}>}

// -----

// Of floats of 8 bits.
// with STORED = f8E5M2
func.func private @uniform() attributes {a = !quant.uniform<$STORED:f32, 5.000000e-01>}

// print:
// unchanged
