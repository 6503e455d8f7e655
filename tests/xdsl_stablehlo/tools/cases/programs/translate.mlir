// Programs of test_translate.py: `stablehlo-translate` from its command line to its output and exit code.

// -----
// add
func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %r = stablehlo.add %a, %b : tensor<2xi32>
  return %r : tensor<2xi32>
}


// -----
// constants
func.func @main() -> (tensor<2x2xi8>, tensor<ui8>, tensor<2xi1>, tensor<1xf16>,
    tensor<1xcomplex<f32>>, tensor<2x0xi8>, tensor<0x2xi8>, !stablehlo.token) {
  %a = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
  %b = stablehlo.constant dense<255> : tensor<ui8>
  %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %d = stablehlo.constant dense<0x7C00> : tensor<1xf16>
  %e = stablehlo.constant dense<(1.5, -0.25)> : tensor<1xcomplex<f32>>
  %f = stablehlo.constant dense<> : tensor<2x0xi8>
  %g = stablehlo.constant dense<> : tensor<0x2xi8>
  %h = stablehlo.create_token : !stablehlo.token
  return %a, %b, %c, %d, %e, %f, %g, %h : tensor<2x2xi8>, tensor<ui8>, tensor<2xi1>, tensor<1xf16>,
    tensor<1xcomplex<f32>>, tensor<2x0xi8>, tensor<0x2xi8>, !stablehlo.token
}


// -----
// expected
tensor<2x2xi8> {
  [
    [1, -2],
    [3, 4]
  ]
}
tensor<ui8> {255}
tensor<2xi1> {
  [true, false]
}
tensor<1xf16> {
  [0x7C00]
}
tensor<1xcomplex<f32>> {
  [[1.500000e+00, -2.500000e-01]]
}
tensor<2x0xi8> {
  [
    [],
    []
  ]
}
tensor<0x2xi8> {
  []
}
!stablehlo.token


// -----
// arrays in files
func.func @main(%a: tensor<2xbf16>, %b: tensor<3xi64>) -> (tensor<2xbf16>, tensor<3xi64>) {
  %r = stablehlo.add %a, %a : tensor<2xbf16>
  return %r, %b : tensor<2xbf16>, tensor<3xi64>
}


// -----
// a failed check says where what and of which types
func.func @main(%a: tensor<2xi32>) {
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
  return
}


// -----
// chunks run one by one with the lines of the file
func.func @f() -> tensor<i1> {
  %c = stablehlo.constant dense<true> : tensor<i1>
  return %c : tensor<i1>
}


// -----
// errors that are expected
func.func @main() -> tensor<2xi32> {
  %c = stablehlo.constant dense<1> : tensor<3xi32>
  // expected-error@+1 {{MESSAGE}}
  %r = "stablehlo.reshape"(%c) : (tensor<3xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}


// -----
// random numbers need a seed
func.func @main() -> tensor<4xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}


// -----
// probes write into the directory
func.func @main(%a: tensor<i32>) {
  %p = interpreter.probe %a, probe_id = "here" : tensor<i32>
  check.expect_serialized_eq %p, probe_id = "here" : tensor<i32>
  return
}


// -----
// a long run says where it is
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %p = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %m = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }
  return %r : tensor<i32>
}


// -----
// forever
func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32> cond {
    %again = stablehlo.compare GE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %r : tensor<i32>
}
