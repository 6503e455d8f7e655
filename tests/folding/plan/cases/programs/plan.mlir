// Programs of test_plan.py: Which known values become constants, which stay, and why; what pays for a constant above
// the limits.

// -----
// tuples
func.func @main() -> tuple<tensor<2xi32>, TYPE> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %s = stablehlo.constant dense<[2]> : tensor<1xi64>
  %d = stablehlo.dynamic_reshape %c, %s : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>
  %n = stablehlo.add %c, %c : tensor<2xi32>
  %r = stablehlo.custom_call @pair(%n, SECOND) : (tensor<2xi32>, TYPE) -> tuple<tensor<2xi32>, TYPE>
  return %r : tuple<tensor<2xi32>, TYPE>
}

// -----
// constants are made where the values were
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = stablehlo.add %x, %x : tensor<4xi32>
  %b = stablehlo.add %a, %a : tensor<4xi32>
  %1 = stablehlo.add %0, %b : tensor<4xi32>
  %c = stablehlo.add %b, %b : tensor<4xi32>
  %2 = stablehlo.add %1, %c : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// -----
// a small constant is weighed also where a large equal one is made
func.func @main(%x: tensor<100x100xi32>) -> (tensor<100x100xi32>, tensor<100x100xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<100x100xi32>
  %one = stablehlo.constant dense<1> : tensor<100x100xi32>
  %two = stablehlo.constant dense<2> : tensor<100x100xi32>
  %b = stablehlo.shift_left %i, %one : tensor<100x100xi32>
  %r = stablehlo.subtract %b, %x : tensor<100x100xi32>
  %a = stablehlo.multiply %i, %two : tensor<100x100xi32>
  return %a, %r : tensor<100x100xi32>, tensor<100x100xi32>
}
