// LAPACK's calls: the bits of XLA on CPU, which calls the same library, and what each factorisation promises.

// -----

// Info and pivots are those of lapack: the row of each exchange counts from 1; `info` says which pivot is zero.
func.func @main(%a: tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<2x2xf64>, tensor<2xi32>, tensor<i32>
}

// run: [[0.0, 0.0], [2.0, 4.0]]
// => [[2.000000e+00, 4.000000e+00], [0.000000e+00, 0.000000e+00]]
// => 2
// => 2
