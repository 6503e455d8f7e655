// Programs of test_failures.py: An exception inside the folder, at any of its lines: it costs an op, or the fold, and
// never more.

// -----
// program
func.func @main(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<i32>) {
  %c = stablehlo.constant dense<3> : tensor<4xi32>
  %five = stablehlo.add %c, %c : tensor<4xi32>
  %zero = stablehlo.subtract %x, %x : tensor<4xi32>
  %least = stablehlo.and %x, %c : tensor<4xi32>
  %inside = stablehlo.minimum %least, %five : tensor<4xi32>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<2> : tensor<i32>
  %loop:3 = stablehlo.while(%i = %n, %k = %n, %v = %x) : tensor<i32>, tensor<i32>, tensor<4xi32>
  cond {
    %less = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %two = stablehlo.add %k, %k : tensor<i32>
    %w = stablehlo.negate %v : tensor<4xi32>
    stablehlo.return %next, %two, %w : tensor<i32>, tensor<i32>, tensor<4xi32>
  }
  %sum = stablehlo.add %five, %zero : tensor<4xi32>
  return %sum, %inside, %loop#2, %loop#1 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<i32>
}

// -----
// what is for the caller reaches the caller
func.func @main() -> tensor<60000xf32> {
  %i = stablehlo.iota dim = 0 : tensor<60000xf32>
  %s = stablehlo.sine %i : tensor<60000xf32>
  %r = stablehlo.reverse %s, dims = [0] : tensor<60000xf32>
  return %r : tensor<60000xf32>
}
