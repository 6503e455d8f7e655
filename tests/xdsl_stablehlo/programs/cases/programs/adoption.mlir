// Programs of test_adoption.py: Programs in other projects' classes of StableHLO's ops: taken for ours, and given
// back in theirs.

// -----
// program
func.func @main(%x: tensor<4xf32>, %t: !stablehlo.token, %m: tensor<2x3xf32>)
-> (tensor<4xf32>, !stablehlo.token, tensor<2x2xf32>, tensor<4xf32>) {
  %position = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xf32>
  %angle = "stablehlo.cosine"(%position) {mhlo.frontend = "kept"} : (tensor<4xf32>) -> tensor<4xf32>
  %sum = "stablehlo.add"(%x, %angle) {note = "mine"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %one = "stablehlo.constant"() <{value = dense<1.0> : tensor<3x2xf32>}> : () -> tensor<3x2xf32>
  %two = "stablehlo.add"(%one, %one) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %product = "stablehlo.dot_general"(%m, %two) <{dot_dimension_numbers = #stablehlo.dot<
    lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
  : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %after = "stablehlo.after_all"(%t, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  %called = func.call @inner(%after, %angle) : (!stablehlo.token, tensor<4xf32>) -> tensor<4xf32>
  func.return %sum, %after, %product, %called
  : tensor<4xf32>, !stablehlo.token, tensor<2x2xf32>, tensor<4xf32>
}
func.func private @inner(%t: !stablehlo.token, %v: tensor<4xf32>) -> tensor<4xf32> {
  %double = "stablehlo.add"(%v, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %next = "stablehlo.after_all"(%t) : (!stablehlo.token) -> !stablehlo.token
  func.return %double : tensor<4xf32>
}

// -----
// nothing folds and nothing is touched
func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %y = "stablehlo.quantum"(%x) : (tensor<f32>) -> tensor<f32>
  func.return %y : tensor<f32>
}

// -----
// evaluation and binding
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %z = "stablehlo.add"(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %z : tensor<2xf32>
}

// -----
// an op that does not hold here is refused in one line
func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {
  %y = "stablehlo.add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}

// -----
// comparison
func.func @f(%x: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xi1>) {
  %nan = "stablehlo.constant"() <{value = dense<[1.0, -0.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %less = "stablehlo.compare"(%nan, %zero) <{TYPE = #stablehlo<comparison_type TOTALORDER>,
    comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %other = "stablehlo.compare"(%x, %zero) <{TYPE = #stablehlo<comparison_type TOTALORDER>,
    comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return %less, %other : tensor<2xi1>, tensor<2xi1>
}

// -----
// where their dialect lacks an op no rule puts it in
func.func @f(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %five = "stablehlo.constant"() <{value = dense<5> : tensor<4xi32>}> : () -> tensor<4xi32>
  %more = "stablehlo.add"(%x, %five) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %less = "stablehlo.subtract"(%five, %more) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %ten = "stablehlo.add"(%five, %five) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  func.return %less, %ten : tensor<4xi32>, tensor<4xi32>
}

// -----
// a constant that they do not take is an error and nothing changes
func.func @f() -> tensor<4xf64> {
  %y = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xf64>
  func.return %y : tensor<4xf64>
}
