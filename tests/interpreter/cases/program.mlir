// Programs as a whole: arguments, errors with their place, memory, time, and xDSL's own interpreter.

// -----

// Errors inside of regions name the inner op.
func.func @main(%a0: tensor<i32>) -> tensor<i32> {
  %r0 = "stablehlo.case"(%a0) ({
    %x = stablehlo.custom_call @nothing() : () -> tensor<i32>
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// run: 0
// error: 4:10: 'stablehlo.custom_call' op calls @nothing, for which no evaluator is registered; `xdsl_stablehlo.interpreter.register_custom_call("nothing", kernel)` registers one

// -----

// Declarations are refused.
func.func @main() -> tensor<i32> {
  %0 = call @f() : () -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @f() -> tensor<i32>

// run:
// error: 3:8: 'func.call' op calls @f, which has no body

// -----

// Ten thousand iterations.
func.func @main(%a0: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<10000> : tensor<i32>
  %r0 = stablehlo.while(%i = %a0) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %r0 : tensor<i32>
}

// run: 0
// => 10000

// -----

// A constant of a resource.
func.func @main() -> tensor<2xi32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  return %c : tensor<2xi32>
}

// run:
// => [1, 2]

// -----

// Sizes that are known late are counted before anything is allocated.
func.func @main() -> tensor<?xi64> {
  %n = stablehlo.constant dense<1000000000000> : tensor<1xi64>
  %r0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>
  return %r0 : tensor<?xi64>
}

// run:
// error: 4:9: 'stablehlo.dynamic_iota' op has a result of 8000000000000 bytes; half of the memory of this machine is N (operands: tensor<1xi64>)
