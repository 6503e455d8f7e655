// Programs of test_mutations.py: Mutants are valid, defined and small; every mutation changes programs.

// -----
// program
func.func @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %y = stablehlo.add %x, %c : tensor<2x3xf32>
  %s = stablehlo.slice %y [0:2, 0:1] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %r = stablehlo.reshape %s : (tensor<2x1xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----
// unknown size
func.func @main(%x: tensor<6xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<6xf32>, tensor<1xi32>) -> tensor<?xf32>
  %r = stablehlo.abs %0 : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----
// what is undefined is no mutant
func.func @main(%x: tensor<i64>, %y: tensor<i64>) -> tensor<i64> {
      %r = stablehlo.divide %x, %y : tensor<i64>
      return %r : tensor<i64>
    }
